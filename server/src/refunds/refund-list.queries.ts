import type { Page } from '@aisle/contract/core/page';
import { orderNumber } from '@aisle/contract/order-words';
import type { RefundPage, RefundRow } from '@aisle/contract/refunds';
import { type SelectQueryBuilder, sql } from 'kysely';
import { type Actor, locationOf } from '../core/actor.ts';
import type { Tx } from '../core/db.ts';
import type { DB } from '../core/db-types.generated.ts';
import { listPage } from '../core/list.ts';
import { moneyFitting } from '../orders/money-search.queries.ts';
import { type RefundRead, refundJson, toRefund } from '../orders/order-view.queries.ts';

type RefundsQuery = SelectQueryBuilder<DB & { m: DB['refunds'] }, 'm', object>;

export async function listRefunds(tx: Tx, actor: Actor, request: RefundPage): Promise<Page<RefundRow>> {
  const { filters, search, sort } = request;
  const found = search ? await moneyFitting(tx, 'refunds', search) : null;
  let query = tx.selectFrom((found?.rows ?? sql.table('refunds')).as('m')) as unknown as RefundsQuery;
  if (found?.where) query = query.where(found.where);
  const location = locationOf(actor, filters.locationId);
  if (location !== undefined) query = query.where('m.location_id', '=', location);
  if (filters.status) query = query.where('m.status', '=', filters.status);
  if (filters.byHand !== undefined) query = query.where('m.provider', filters.byHand ? 'is' : 'is not', null);
  if (filters.from) query = query.where('m.created_at', '>=', filters.from);
  if (filters.to) query = query.where('m.created_at', '<', filters.to);
  const page = await listPage(tx, query as never, {
    request,
    order: { columns: [sql.ref('m.created_at'), sql.ref('m.id')], direction: sort?.order ?? 'desc' },
    sharedBy: actor.locations?.join() ?? 'all',
    located: found?.rows ? undefined : { actor, location, table: 'refunds', column: 'm.location_id' },
    select: (some) => withRow(some as unknown as RefundsQuery) as never,
  });
  return {
    ...page,
    records: (page.records as unknown as Row[]).map(({ refund, number, ...row }) => ({
      ...toRefund(refund, actor.permissions),
      ...row,
      orderNumber: orderNumber(number),
    })),
  };
}

type Row = Pick<RefundRow, '_id' | 'orderId' | 'locationId' | 'locationName' | 'customerName'> & {
  refund: RefundRead;
  number: number;
};
const withRow = (query: RefundsQuery) =>
  query
    .innerJoin('orders as o', (join) =>
      join.onRef('o.location_id', '=', 'm.location_id').onRef('o.id', '=', 'm.order_id'),
    )
    .innerJoin('locations as l', 'l.id', 'm.location_id')
    .select([
      'm.id as _id',
      'm.order_id as orderId',
      'o.number',
      'm.location_id as locationId',
      'l.name as locationName',
      'o.customer_name as customerName',
    ])
    .select(sql<RefundRead>`(SELECT ${refundJson} FROM (SELECT m.*) AS r)`.as('refund'));
