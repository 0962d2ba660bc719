import { formatNumber } from '@aisle/contract/core/numbers';
import type { Page } from '@aisle/contract/core/page';
import type { RefundPage, RefundRow } from '@aisle/contract/sales/refunds/refunds';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import type { DB } from '../../core/db/db-types.generated.ts';
import { type Actor, locationOf } from '../../core/http/actor.ts';
import { type List, listOf } from '../../core/list/list.ts';
import { isAt, isFromDay, isToDay } from '../../ledgers/figures/figure-days.queries.ts';
import { type FoundMoney, matchingMoney } from '../orders/money/money-search.queries.ts';
import { type RefundRead, refundJson, toRefund } from '../orders/order-view.queries.ts';

const rowsOfRefunds = (tx: Tx, found: FoundMoney | null) =>
  tx.selectFrom(sql<DB['refunds']>`${found?.rows ?? sql.table('refunds')}`.as('m'));
type RefundsQuery = ReturnType<typeof rowsOfRefunds>;

export async function listRefunds(tx: Tx, actor: Actor, request: RefundPage): Promise<List<Page<RefundRow>>> {
  const { filters, search, sort } = request;
  const found = search ? await matchingMoney(tx, 'refunds', search) : null;
  let query = rowsOfRefunds(tx, found);
  if (found?.where) query = query.where(found.where);
  const location = locationOf(actor, filters.locationId);
  if (location !== undefined) query = query.where('m.location_id', '=', location);
  if (filters.status) query = query.where('m.status', '=', filters.status);
  if (filters.byHand !== undefined) query = query.where('m.provider', filters.byHand ? 'is' : 'is not', null);
  if (filters.from) query = query.where('m.created_at', '>=', filters.from);
  if (filters.to) query = query.where('m.created_at', '<', filters.to);
  if (filters.locationIds) query = query.where(isAt('m.location_id', filters.locationIds));
  if (filters.ofSale !== undefined) query = query.where('m.of_sale', '=', filters.ofSale);
  const { refundedFromDay: fromDay, refundedToDay: toDay, subProductId } = filters;
  if (fromDay) query = query.where(isFromDay('m.refunded_at', 'm.location_id', fromDay));
  if (toDay) query = query.where(isToDay('m.refunded_at', 'm.location_id', toDay));
  if (subProductId) query = query.where(hasLineOf(subProductId));
  return listOf(tx, query, {
    request,
    sort: { columns: [sql.ref('m.created_at'), sql.ref('m.id')], direction: sort?.order ?? 'desc' },
    sharedBy: `refunds ${actor.locations?.join() ?? 'everywhere'}`,
    locationScope: found?.rows ? undefined : { actor, location, table: 'refunds', column: 'm.location_id' },
    select: withRow,
    sums: { columns: ['amount'], rows: query.select('m.amount') },
  }).mapRows(({ refund, number, ...row }) => ({
    ...toRefund(refund, actor.permissions),
    ...row,
    orderNumber: formatNumber('order', number),
  }));
}

const hasLineOf = (subProductId: string) => sql<boolean>`EXISTS (
  SELECT FROM jsonb_array_elements(m.lines) AS part JOIN order_lines n
    ON n.location_id = m.location_id AND n.order_id = m.order_id AND n.id = (part ->> 'lineId')::uuid
  WHERE n.sub_product_id = ${subProductId})`;

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
      'l.time_zone as timeZone',
      'o.customer_name as customerName',
    ])
    .select(sql<RefundRead>`(SELECT ${refundJson} FROM (SELECT m.*) AS r)`.as('refund'));
