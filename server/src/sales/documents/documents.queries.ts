import type { Address } from '@aisle/contract/core/fields';
import type { ItemNames } from '@aisle/contract/core/item-name';
import type { Unit } from '@aisle/contract/core/quantity';
import type { DocumentKind } from '@aisle/contract/sales/documents';
import type { OrderBenefits } from '@aisle/contract/sales/main-orders/order-benefits';
import type { Fulfilment, OrderStatus } from '@aisle/contract/sales/orders/order-flow';
import type { ShopperAnswer } from '@aisle/contract/sales/orders/order-lines';
import type { OrderTarget } from '@aisle/contract/sales/orders/order-list';
import type {
  KeptOrderPromotions,
  LineDiscount,
  PriceSource,
} from '@aisle/contract/sales/promotions/promotion-discounts';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { lineNamePairs } from '../../core/list/item-names.ts';
import { matchingOrders } from '../order-search/order-search.queries.ts';
import { heldByTenders } from '../orders/money/order-payments.queries.ts';
import { benefitsOfOrder, joinLinePlaces, pickingSequence } from '../orders/order-view.queries.ts';

export interface PrintedLine extends ItemNames {
  _id: string;
  name: string;
  sku: string;
  unit: Unit;
  soldByWeight: boolean;
  quantity: number;
  pickedQuantity: number | null;
  unitPrice: number;
  priceSource: PriceSource | null;
  discounts: LineDiscount[];
  discount: number;
  taxRate: number;
  taxSource: string | null;
  tax: number;
  total: number;
  substituteFor: string | null;
  removed: boolean;
  answer: ShopperAnswer | null;
  note: string | null;
}
/** The facts printed on an order's documents. */
export interface PrintedOrder {
  id: string;
  number: number;
  mainNumber: number;
  status: OrderStatus;
  fulfilment: Fulfilment;
  paymentType: string;
  customerName: string;
  customerPhone: string;
  address: Address | null;
  slotFrom: string | null;
  slotTo: string | null;
  note: string | null;
  createdAt: string;
  deliveredAt: string | null;
  itemsTotal: number;
  discountTotal: number;
  benefits: OrderBenefits | null;
  promotions: KeptOrderPromotions | null;
  taxTotal: number;
  deliveryFee: number;
  total: number;
  paid: number;
  /** What coins, store credit and gift cards pay at delivery. */
  held: number;
  /** The time of the latest payment. */
  paidAt: string | null;
  refunded: number;
  /** Null on packing slips. */
  invoice: { number: number; issuedAt: string } | null;
  location: { name: string; phone: string | null; email: string | null; address: Address };
  timeZone: string;
  lines: PrintedLine[];
}

/** The IDs of the orders to print, oldest first, at most `most`. */
export async function ordersToPrint(
  tx: Tx,
  actor: Actor,
  target: OrderTarget,
  most: number,
): Promise<string[]> {
  const { query } = await matchingOrders(tx, actor, target);
  const rows = await query.select('o.id').orderBy('o.created_at').orderBy('o.id').limit(most).execute();
  return rows.map(({ id }) => id);
}

/** Gives these orders an invoice number, unless they have one. It never changes. */
export async function issueInvoices(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    INSERT INTO order_invoices (location_id, order_id)
    SELECT o.location_id, o.id FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS wanted (id, place)
    JOIN orders o ON o.id = wanted.id
    WHERE NOT EXISTS (SELECT FROM order_invoices i WHERE i.location_id = o.location_id AND i.order_id = o.id)
    ORDER BY wanted.place
    ON CONFLICT DO NOTHING`.execute(tx);
}

/** The orders to print. A packing slip lists items in the sequence in which they are picked, an invoice as ordered. */
export async function printedOrders(
  tx: Tx,
  ids: readonly string[],
  kind: DocumentKind,
): Promise<PrintedOrder[]> {
  const isSlip = kind === 'packingSlip';
  const { rows } = await sql<PrintedOrder>`
    SELECT o.id, o.number, m.number AS "mainNumber", o.status, o.fulfilment, o.payment_type AS "paymentType",
      o.customer_name AS "customerName", o.customer_phone AS "customerPhone", o.address,
      o.slot_from AS "slotFrom", o.slot_to AS "slotTo", o.note, o.created_at AS "createdAt",
      o.delivered_at AS "deliveredAt", o.items_total AS "itemsTotal", o.discount_total AS "discountTotal",
      ${sql.raw(benefitsOfOrder)} AS benefits, o.promotions,
      o.tax_total AS "taxTotal", o.delivery_fee AS "deliveryFee", o.total, o.paid, ${heldByTenders} AS held, o.refunded,
      (SELECT max(p.updated_at) FROM payments p
        WHERE p.location_id = o.location_id AND p.order_id = o.id AND p.status = 'captured') AS "paidAt",
      ${
        isSlip
          ? sql`NULL`
          : sql`(SELECT json_build_object('number', i.number, 'issuedAt', i.issued_at) FROM order_invoices i
        WHERE i.location_id = o.location_id AND i.order_id = o.id)`
      } AS invoice,
      json_build_object('name', l.name, 'phone', l.phone, 'email', l.email, 'address', l.address) AS location,
      l.time_zone AS "timeZone",
      (SELECT coalesce(json_agg(json_build_object('_id', n.id, 'name', n.name, ${sql.raw(lineNamePairs)}, 'sku', n.sku, 'unit', n.unit,
          'soldByWeight', n.sold_by_weight, 'quantity', n.quantity, 'pickedQuantity', n.picked_quantity,
          'unitPrice', n.unit_price, 'priceSource', n.price_source, 'discounts', coalesce(n.discounts, '[]'), 'discount', n.discount, 'taxRate', n.tax_rate, 'taxSource', n.tax_source, 'tax', n.tax,
          'total', n.total, 'substituteFor', n.substitute_for, 'removed', n.removed,
          'answer', n.shopper_answer, 'note', n.note)
          ORDER BY ${isSlip ? sql.raw(pickingSequence) : sql`n.position`}), '[]')
        FROM order_lines n ${isSlip ? sql.raw(joinLinePlaces) : sql``} WHERE n.location_id = o.location_id AND n.order_id = o.id) AS lines
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS wanted (id, place)
    JOIN orders o ON o.id = wanted.id
    JOIN main_orders m ON m.id = o.main_order_id
    JOIN locations l ON l.id = o.location_id
    ORDER BY wanted.place`.execute(tx);
  return rows;
}
