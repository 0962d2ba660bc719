import type { Address } from '@aisle/contract/core/fields';
import type { CustomerChoice } from '@aisle/contract/customers/customers';
import type { Fulfilment, OrderStatus } from '@aisle/contract/sales/orders/order-flow';
import type { Sellable } from '@aisle/contract/sales/orders/sellables';
import { sql } from 'kysely';
import { enqueue, type Tx } from '../../../core/db/db.ts';
import { itemNamePairs, lineNamePairs } from '../../../core/list/item-names.ts';
import { recordPayments } from '../../../ledgers/gateways/record-payments.queries.ts';

/** The details of an order, and the values that depend on them. */
export interface DetailedOrder {
  locationId: string;
  id: string;
  status: OrderStatus;
  fulfilment: Fulfilment;
  timeZone: string;
  address: Address | null;
  distanceKm: number | null;
  slotFrom: string | null;
  slotTo: string | null;
  note: string | null;
  paymentType: string;
  itemsTotal: number;
  deliveryFee: number;
  /** The customer's plan waives the delivery fee. */
  isDeliveryWaived: boolean;
  /** Part of the payment was already refunded, possibly including the fee. */
  isPartlyRefunded: boolean;
  /** Promotions were kept with the order. */
  hasCandidates: boolean;
  total: number;
}

export async function findDetails(tx: Tx, id: string): Promise<DetailedOrder | undefined> {
  const { rows } = await sql<DetailedOrder>`
    SELECT o.location_id AS "locationId", o.id, o.status, o.fulfilment, l.time_zone AS "timeZone", o.address,
      o.distance_km AS "distanceKm", o.slot_from AS "slotFrom", o.slot_to AS "slotTo", o.note,
      o.payment_type AS "paymentType", o.items_total AS "itemsTotal", o.delivery_fee AS "deliveryFee",
      o.delivery_saved IS NOT NULL AS "isDeliveryWaived", EXISTS (SELECT FROM refunds r
        WHERE r.location_id = o.location_id AND r.order_id = o.id AND r.before_sale) AS "isPartlyRefunded", o.total,
      EXISTS (SELECT FROM order_candidates k WHERE k.location_id = o.location_id AND k.order_id = o.id) AS "hasCandidates"
    FROM orders o JOIN locations l ON l.id = o.location_id WHERE o.id = ${id}`.execute(tx);
  return rows[0];
}

/** Changes the payment type of the due payment, and clears a declined card from it. A card that was verified isn't used. */
export async function changeDuePayment(
  tx: Tx,
  { locationId, id, paymentType }: Pick<DetailedOrder, 'locationId' | 'id' | 'paymentType'>,
): Promise<void> {
  const due = sql`location_id = ${locationId} AND order_id = ${id} AND status = 'due'`;
  const changed = sql`
    WITH changed AS (
      UPDATE payments SET kind = ${paymentType}, provider = NULL, token = NULL, problem = NULL, updated_at = now()
      WHERE ${due} AND authorise_at IS NULL
      RETURNING location_id, order_id, id
    )
    ${recordPayments('edit', sql`FROM changed`)}`;
  await enqueue(tx, changed);
  const ended = sql`
    WITH changed AS (
      UPDATE payments SET status = 'voided', updated_at = now() WHERE ${due} AND authorise_at IS NOT NULL
      RETURNING location_id, order_id, id
    )
    ${recordPayments('edit', sql`FROM changed`)}`;
  await enqueue(tx, ended);
}

interface EarlierOrder {
  number: number;
  locationId: string;
  fulfilment: Fulfilment;
  address: Address | null;
  customer: CustomerChoice | null;
  lines: { name: string; quantity: number; item: Sellable | null }[];
}
/** An order as the customer placed it, without items added later. `item` is null if the location no longer sells it. */
export async function findEarlierOrder(tx: Tx, id: string): Promise<EarlierOrder | undefined> {
  const { rows } = await sql<EarlierOrder>`
    SELECT o.number, o.location_id AS "locationId", o.fulfilment, o.address,
      (SELECT json_build_object('_id', c.id, 'name', rtrim(c.first_name || ' ' || c.last_name), 'phone', c.phone,
        'email', c.email, 'status', c.status) FROM customers c WHERE c.id = o.customer_id) AS customer,
      (SELECT coalesce(json_agg(json_build_object('name', n.name, ${sql.raw(lineNamePairs)}, 'quantity', n.quantity,
          'item', CASE WHEN goods.sub_product_id IS NOT NULL AND held.assigned THEN json_build_object(
            'subProductId', s.id, 'productId', s.product_id, 'name', s.name, ${itemNamePairs('s')}, 'sku', s.sku, 'barcode', s.barcode,
            'unit', s.unit, 'soldByWeight', s.sold_by_weight, 'price', coalesce(held.price, s.sale_price, s.price),
            'available', CASE WHEN shelf.location_id IS NULL THEN 0 ELSE available_now(shelf) END,
            'minPerOrder', s.min_per_order, 'maxPerOrder', least(s.max_per_order, held.max_per_order),
            'sameCategory', false) END) ORDER BY n.position), '[]')
        FROM order_lines n
        JOIN sub_products s ON s.id = n.sub_product_id
        LEFT JOIN sellable_goods goods ON goods.sub_product_id = s.id
        LEFT JOIN location_sub_products held ON held.location_id = n.location_id AND held.sub_product_id = s.id
        LEFT JOIN stock_levels shelf ON shelf.location_id = n.location_id AND shelf.sub_product_id = s.id
        WHERE n.location_id = o.location_id AND n.order_id = o.id AND NOT n.removed
          AND n.substitute_for IS NULL) AS lines
    FROM orders o WHERE o.id = ${id}`.execute(tx);
  return rows[0];
}
