import type {
  Candidate,
  CheckoutFacts,
  CheckoutLine,
} from '@aisle/contract/sales/promotions/engine/checkout';
import { sql } from 'kysely';
import type { Tx } from '../../../core/db/db.ts';
import type { Replay } from './replay-input.ts';

export interface PastLine extends CheckoutLine {
  /** The latest known cost of a unit. */
  cost: number;
}
export interface PastOrder {
  orderId: string;
  number: string;
  locationId: string;
  locationName: string;
  timeZone: string;
  /** The day of placing at the location. */
  day: string;
  deliveryFee: number;
  postalCode: string | null;
  slot: { from: string } | null;
  plan: CheckoutFacts['plan'];
  lines: PastLine[];
  /** The promotions that it could have when it was placed, with its share of an amount of the checkout. */
  kept: (Pick<Candidate, 'promotionId' | 'number' | 'edition' | 'label' | 'terms' | 'schedule' | 'code'> & {
    share: number | null;
  })[];
}
export interface PastCheckout {
  id: string;
  placedAt: string;
  customerId: string;
  isFirstOrder: boolean;
  /** The groups of the promotion that the customer belongs to today. */
  groupIds: string[];
  fulfilment: CheckoutFacts['fulfilment'];
  paymentType: CheckoutFacts['paymentType'];
  source: CheckoutFacts['source'];
  orders: PastOrder[];
}

const lines = sql`(SELECT json_agg(json_build_object('id', n.id, 'subProductId', n.sub_product_id, 'productId', p.id,
    'brandId', p.brand_id, 'tags', p.tags, 'categoryIds', array_remove(ARRAY[c.id, parent.id, parent.parent_id], NULL),
    'unitPrice', n.unit_price, 'isOnSale', coalesce(n.price_source IN ('sale', 'markDown'), false), 'quantity', n.quantity, 'soldByWeight', n.sold_by_weight,
    'taxRate', n.tax_rate, 'cost', coalesce((SELECT lot.cost_price FROM lots lot
      WHERE lot.sub_product_id = n.sub_product_id AND lot.location_id = o.location_id AND lot.cost_price IS NOT NULL
      ORDER BY lot.received_at DESC LIMIT 1), 0)) ORDER BY n.position)
  FROM order_lines n JOIN sub_products s ON s.id = n.sub_product_id JOIN products p ON p.id = s.product_id
  JOIN categories c ON c.id = p.category_id LEFT JOIN categories parent ON parent.id = c.parent_id
  WHERE n.location_id = o.location_id AND n.order_id = o.id AND n.substitute_for IS NULL AND NOT n.added_by_staff)`;

const kept = sql`coalesce((SELECT json_agg(one || jsonb_build_object('number', q.number, 'label', q.label, 'terms', e.terms,
    'schedule', jsonb_build_object('startsAt', q.starts_at, 'endsAt', q.ends_at, 'weekly', q.weekly, 'by', q.schedule_by)))
  FROM order_candidates k CROSS JOIN jsonb_array_elements(k.candidates) one
  JOIN promotions q ON q.id = (one ->> 'promotionId')::uuid
  JOIN promotion_editions e ON e.promotion_id = q.id AND e.number = (one ->> 'edition')::integer
  WHERE k.location_id = o.location_id AND k.order_id = o.id), '[]')`;

/** The next checkouts of a replay in order of placing, as they were placed, without those that were called off. */
export async function checkoutsAfter(
  tx: Tx,
  { promotion: { locationIds, terms }, from, until }: Replay,
  after: { placedAt: string; id: string } | null,
  limit: number,
): Promise<PastCheckout[]> {
  const isNext = after
    ? sql`(m.created_at, m.id) > (${after.placedAt}::timestamptz, ${after.id}::uuid)`
    : sql`m.created_at >= ${from}`;
  const isHere = locationIds ? sql`o.location_id = ANY (${locationIds}::uuid[])` : sql`true`;
  const { rows } = await sql<PastCheckout>`
    SELECT m.id, m.created_at AS "placedAt", m.customer_id AS "customerId", m.fulfilment, m.payment_type AS "paymentType",
      m.source, NOT EXISTS (SELECT FROM orders e WHERE e.customer_id = m.customer_id AND e.created_at < m.created_at
        AND e.main_order_id <> m.id AND NOT is_called_off(e.status)) AS "isFirstOrder",
      groups_of_customer(m.customer_id, ${terms.audience.customerGroupIds}::uuid[]) AS "groupIds", placed.orders
    FROM main_orders m
    CROSS JOIN LATERAL (
      SELECT json_agg(json_build_object('orderId', o.id, 'number', format_number('order', o.number),
        'locationId', o.location_id, 'locationName', l.name, 'timeZone', l.time_zone,
        'day', (o.created_at AT TIME ZONE l.time_zone)::date, 'deliveryFee', coalesce(o.delivery_saved, o.delivery_fee + o.delivery_discount),
        'postalCode', o.address ->> 'postalCode', 'slot', CASE WHEN o.slot_from IS NOT NULL
          THEN json_build_object('from', iso(o.slot_from)) END,
        'plan', CASE WHEN o.plan_id IS NOT NULL THEN json_build_object('planId', o.plan_id, 'name', o.plan_name,
          'discountPercent', o.discount_percent, 'freeDeliveryAbove', CASE WHEN o.delivery_saved IS NOT NULL THEN 0 END,
          'coinMultiplier', o.coin_multiplier) END,
        'lines', ${lines}, 'kept', ${kept}) ORDER BY o.id) AS orders
      FROM orders o JOIN locations l ON l.id = o.location_id
      WHERE o.main_order_id = m.id AND ${isHere} AND NOT is_called_off(o.status) AND NOT o.is_replacement
    ) placed
    WHERE ${isNext} AND m.created_at < ${until} AND placed.orders IS NOT NULL
    ORDER BY m.created_at, m.id LIMIT ${limit}`.execute(tx);
  return rows;
}

/** The number of checkouts of a period, for the progress of a replay. */
export async function countCheckouts(tx: Tx, { from, until }: Replay): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM main_orders m WHERE m.created_at >= ${from} AND m.created_at < ${until}`.execute(
    tx,
  );
  return rows[0]!.count;
}

/** The orders of a period that used a promotion with a code. */
export async function ordersWithCode(
  tx: Tx,
  { promotion: { id }, from, until }: Replay,
): Promise<Set<string>> {
  if (id === null) return new Set();
  const { rows } = await sql<{ id: string }>`
    SELECT order_id AS id FROM promotion_uses
    WHERE promotion_id = ${id} AND code IS NOT NULL AND created_at >= ${from} AND created_at < ${until}`.execute(
    tx,
  );
  return new Set(rows.map((row) => row.id));
}
