import { formatNumber } from '@aisle/contract/core/numbers';
import type { Page } from '@aisle/contract/core/page';
import type { ConfirmedPayment, PaymentPage, PaymentRow } from '@aisle/contract/sales/payments';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import type { DB } from '../../core/db/db-types.generated.ts';
import { type Actor, locationOf } from '../../core/http/actor.ts';
import { type List, listOf } from '../../core/list/list.ts';
import { mustFind } from '../../core/problem.ts';
import { byRecord, type RecordReader } from '../../system/change-feed/record-reader.ts';
import { type FoundMoney, matchingMoney } from '../orders/money/money-search.queries.ts';
import { nextActionOf } from '../orders/order-view.queries.ts';

/** The orders of a checkout in locking order. An API key finds only checkouts that it placed. */
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
  'status', p.status, 'amount', p.amount, 'reference', p.reference, 'giftCardId', p.gift_card_id, 'hold', p.authorised,
  'card', p.card, 'fee', NULL, 'underWay', g.kind, 'authoriseAt', iso(p.authorise_at),
  'problem', coalesce(p.problem, g.problem), 'createdAt', iso(p.created_at), 'updatedAt', iso(p.updated_at))`;
const nextAction = sql.raw(nextActionOf);
/** The open gateway request of a payment. */
const openRequest = sql`LEFT JOIN gateway_operations g ON g.location_id = p.location_id AND g.order_id = p.order_id
  AND g.payment_id = p.id AND g.status = 'waiting' AND g.kind <> 'refund'`;

export async function confirmedPayment(tx: Tx, mainOrderId: string): Promise<ConfirmedPayment> {
  type Row = Omit<ConfirmedPayment, 'number' | 'orders'> & {
    number: number;
    orders: (Omit<ConfirmedPayment['orders'][number], 'number'> & { number: number })[];
  };
  const { rows } = await sql<Row>`
    SELECT m.id AS "_id", m.number, (SELECT json_agg(json_build_object('_id', o.id, 'number', o.number,
        'status', o.status, 'payments', (SELECT json_agg(${paymentJson} ORDER BY p.id) FROM payments p ${openRequest}
          WHERE p.location_id = o.location_id AND p.order_id = o.id), 'nextAction', ${nextAction}) ORDER BY o.number)
      FROM orders o WHERE o.main_order_id = m.id) AS orders
    FROM main_orders m WHERE m.id = ${mainOrderId}`.execute(tx);
  const row = mustFind(rows[0], 'Checkout');
  return {
    ...row,
    number: formatNumber('checkout', row.number),
    orders: row.orders.map((order) => ({ ...order, number: formatNumber('order', order.number) })),
  };
}

const rowsOfPayments = (tx: Tx, found: FoundMoney | null) =>
  tx.selectFrom(sql<DB['payments']>`${found?.rows ?? sql.table('payments')}`.as('m'));
type PaymentsQuery = ReturnType<typeof rowsOfPayments>;

export async function listPayments(
  tx: Tx,
  actor: Actor,
  request: PaymentPage,
): Promise<List<Page<PaymentRow>>> {
  const { filters, search, sort } = request;
  const found = search ? await matchingMoney(tx, 'payments', search) : null;
  let query = rowsOfPayments(tx, found);
  if (found?.where) query = query.where(found.where);
  const location = locationOf(actor, filters.locationId);
  if (location !== undefined) query = query.where('m.location_id', '=', location);
  if (filters.status) query = query.where('m.status', '=', filters.status);
  if (filters.kind) query = query.where('m.kind', '=', filters.kind);
  if (filters.provider) query = query.where('m.provider', '=', filters.provider);
  if (filters.from) query = query.where('m.created_at', '>=', filters.from);
  if (filters.to) query = query.where('m.created_at', '<', filters.to);
  return listOf(tx, query, {
    request,
    sort: { columns: [sql.ref('m.created_at'), sql.ref('m.id')], direction: sort?.order ?? 'desc' },
    sharedBy: `payments ${actor.locations?.join() ?? 'everywhere'}`,
    locationScope: found?.rows ? undefined : { actor, location, table: 'payments', column: 'm.location_id' },
    select: withRow,
    sums: { columns: ['amount'], rows: query.select('m.amount') },
  }).mapRows(withNumber);
}

/** Payments as the list shows them, by ID. */
export const changedPayments: RecordReader = {
  keyOf: byRecord,
  read: async ({ tx }, records) => {
    const rows = await withRow(rowsOfPayments(tx, null))
      .where(
        sql<boolean>`(m.location_id, m.order_id, m.id) IN (
          SELECT * FROM unnest(${records.map(({ locationId }) => locationId)}::uuid[],
            ${records.map(({ parentId }) => parentId)}::uuid[], ${records.map(({ recordId }) => recordId)}::uuid[]))`,
      )
      .execute();
    return new Map(rows.map((row) => [row._id, withNumber(row)]));
  },
};

const withNumber = <Row extends { orderNumber: number }>(row: Row) => ({
  ...row,
  orderNumber: formatNumber('order', row.orderNumber),
});

const withRow = (query: PaymentsQuery) =>
  query
    .innerJoin('orders as o', (join) =>
      join.onRef('o.location_id', '=', 'm.location_id').onRef('o.id', '=', 'm.order_id'),
    )
    .innerJoin('locations as l', 'l.id', 'm.location_id')
    .select([
      'm.id as _id',
      'm.kind',
      'm.provider',
      'm.gift_card_id as giftCardId',
      'm.authorised as hold',
      'm.authorise_at as authoriseAt',
      'm.fee',
      'm.amount',
      'm.reference',
      'm.created_at as createdAt',
      'm.updated_at as updatedAt',
      'm.order_id as orderId',
      'o.number as orderNumber',
      'm.location_id as locationId',
      'l.name as locationName',
      'l.time_zone as timeZone',
      'o.customer_name as customerName',
      'o.refunded',
      'm.problem',
    ])
    .select([
      sql<PaymentRow['status']>`m.status`.as('status'),
      sql<PaymentRow['card']>`m.card`.as('card'),
      sql<PaymentRow['underWay']>`(SELECT g.kind FROM gateway_operations g WHERE g.location_id = m.location_id
        AND g.order_id = m.order_id AND g.payment_id = m.id AND g.status = 'waiting' AND g.kind <> 'refund')`.as(
        'underWay',
      ),
    ]);
