import type { Page } from '@aisle/contract/core/page';
import { mainOrderNumber, orderNumber } from '@aisle/contract/orders';
import type { ConfirmedPayment, PaymentPage, PaymentRow } from '@aisle/contract/payments';
import { sql } from 'kysely';
import { type Actor, locationOf } from '../core/actor.ts';
import type { Tx } from '../core/db.ts';
import { listPage } from '../core/list.ts';
import { mustFind } from '../core/problem.ts';

/** The orders of a checkout, in the order in which they are locked; with a key, only of its own checkouts. */
export async function ordersOfCheckout(
  tx: Tx,
  mainOrderId: string,
  apiKeyId: string | null,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT o.id FROM orders o JOIN main_orders m ON m.id = o.main_order_id
    WHERE m.id = ${mainOrderId} AND (${apiKeyId}::uuid IS NULL OR m.api_key_id = ${apiKeyId}::uuid)
    ORDER BY o.location_id, o.id`.execute(tx);
  return rows.map(({ id }) => id);
}

const paymentJson = sql`json_build_object('_id', p.id, 'kind', p.kind, 'provider', p.provider,
  'status', p.status, 'amount', p.amount, 'reference', p.reference, 'underWay', g.kind,
  'problem', coalesce(p.problem, g.problem), 'createdAt', iso(p.created_at), 'updatedAt', iso(p.updated_at))`;
/** What the gateway has been asked for about a payment and has not answered. */
const asked = sql`LEFT JOIN gateway_operations g ON g.location_id = p.location_id AND g.order_id = p.order_id
  AND g.payment_id = p.id AND g.status = 'waiting' AND g.kind <> 'refund'`;

export async function confirmedPayment(tx: Tx, mainOrderId: string): Promise<ConfirmedPayment> {
  type Row = Omit<ConfirmedPayment, 'number' | 'orders'> & {
    number: number;
    orders: (Omit<ConfirmedPayment['orders'][number], 'number'> & { number: number })[];
  };
  const { rows } = await sql<Row>`
    SELECT m.id AS "_id", m.number, (SELECT json_agg(json_build_object('_id', o.id, 'number', o.number,
        'status', o.status, 'payments', (SELECT json_agg(${paymentJson} ORDER BY p.id) FROM payments p ${asked}
          WHERE p.location_id = o.location_id AND p.order_id = o.id)) ORDER BY o.number)
      FROM orders o WHERE o.main_order_id = m.id) AS orders
    FROM main_orders m WHERE m.id = ${mainOrderId}`.execute(tx);
  const row = mustFind(rows[0], 'Checkout');
  return {
    ...row,
    number: mainOrderNumber(row.number),
    orders: row.orders.map((order) => ({ ...order, number: orderNumber(order.number) })),
  };
}

export async function listPayments(tx: Tx, actor: Actor, request: PaymentPage): Promise<Page<PaymentRow>> {
  const { filters, search, sort } = request;
  let query = tx.selectFrom('payments as p');
  const location = locationOf(actor, filters.locationId);
  if (location !== undefined) query = query.where('p.location_id', '=', location);
  if (filters.status) query = query.where('p.status', '=', filters.status);
  if (filters.kind) query = query.where('p.kind', '=', filters.kind);
  if (filters.from) query = query.where('p.created_at', '>=', filters.from);
  if (filters.to) query = query.where('p.created_at', '<', filters.to);
  const number = /^(?:o-?)?\s*(\d{1,15})$/i.exec(search ?? '')?.[1];
  if (search) {
    query = query.where(
      number === undefined
        ? sql<boolean>`p.reference = ${search}`
        : sql<boolean>`p.order_id IN (SELECT id FROM orders WHERE number = ${Number(number)})`,
    );
  }
  const page = await listPage(tx, query as never, {
    request,
    order: { columns: [sql.ref('p.created_at'), sql.ref('p.id')], direction: sort?.order ?? 'desc' },
    sharedBy: actor.locations?.join() ?? 'all',
    select: (found) =>
      (found as unknown as typeof query)
        .innerJoin('orders as o', (join) =>
          join.onRef('o.location_id', '=', 'p.location_id').onRef('o.id', '=', 'p.order_id'),
        )
        .innerJoin('locations as l', 'l.id', 'p.location_id')
        .select([
          'p.id as _id',
          'p.kind',
          'p.provider',
          'p.status',
          'p.amount',
          'p.reference',
          'p.created_at as createdAt',
          'p.updated_at as updatedAt',
          'p.order_id as orderId',
          'o.number as orderNumber',
          'p.location_id as locationId',
          'l.name as locationName',
          'o.customer_name as customerName',
          'o.refunded',
          'p.problem',
        ])
        .select(
          sql<
            PaymentRow['underWay']
          >`(SELECT g.kind FROM gateway_operations g WHERE g.location_id = p.location_id
          AND g.order_id = p.order_id AND g.payment_id = p.id AND g.status = 'waiting' AND g.kind <> 'refund')`.as(
            'underWay',
          ),
        ) as never,
  });
  type Row = Omit<PaymentRow, 'orderNumber'> & { orderNumber: number };
  return {
    ...page,
    records: (page.records as unknown as Row[]).map((row) => ({
      ...row,
      orderNumber: orderNumber(row.orderNumber),
    })),
  };
}
