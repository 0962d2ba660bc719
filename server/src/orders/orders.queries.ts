import { normalPhone } from '@aisle/contract/core/fields';
import type { Page } from '@aisle/contract/core/page';
import { type OrderPage, type OrderRow, orderNumber } from '@aisle/contract/orders';
import { type Expression, type SelectQueryBuilder, sql } from 'kysely';
import { type Actor, locationOf } from '../core/actor.ts';
import type { Tx } from '../core/db.ts';
import type { DB } from '../core/db-types.generated.ts';
import { listPage } from '../core/list.ts';
import { beginningWith, containing } from '../core/search-text.ts';

type OrdersQuery = SelectQueryBuilder<DB & { o: DB['orders'] }, 'o', unknown>;

export const rowColumns = [
  'o.id as _id',
  'o.number',
  'o.location_id as locationId',
  'l.name as locationName',
  'o.customer_name as customerName',
  'o.status',
  'o.dispatch_status as dispatchStatus',
  'o.headline_status as headlineStatus',
  'o.fulfilment',
  'o.line_count as lineCount',
  'o.total',
  'o.payment_type as paymentType',
  'o.slot_from as slotFrom',
  'o.slot_to as slotTo',
  'o.created_at as createdAt',
  'o.version',
] as const;
export interface OrderRowRead extends Omit<OrderRow, 'number' | 'slot'> {
  number: number;
  slotFrom: string | null;
  slotTo: string | null;
}
export const toOrderRow = ({ slotFrom, slotTo, number, ...row }: OrderRowRead): OrderRow => ({
  ...row,
  number: orderNumber(number),
  slot: slotFrom && slotTo ? { from: slotFrom, to: slotTo } : null,
});

const sorted: Record<'createdAt' | 'number' | 'total', readonly Expression<unknown>[]> = {
  createdAt: [sql.ref('o.created_at'), sql.ref('o.id')],
  number: [sql.ref('o.number')],
  total: [sql.ref('o.total'), sql.ref('o.id')],
};

export async function listOrders(tx: Tx, actor: Actor, request: OrderPage): Promise<Page<OrderRow>> {
  const { search, sort } = request;
  const found = search ? await findBySearch(tx, search) : undefined;
  const base = (found?.from ?? tx.selectFrom('orders as o')) as OrdersQuery;
  const filtered = filter(found?.where ? base.where(found.where) : base, actor, request.filters);
  const page = await listPage(tx, filtered as never, {
    request,
    order: {
      columns: sorted[sort?.field ?? 'createdAt'],
      direction: sort?.order ?? 'desc',
    },
    // Counting the orders of everybody of a common name would read a large part of them.
    guessTotal: found?.common === true,
    sharedBy: actor.locations?.join() ?? 'all',
    select: (query) =>
      (query as unknown as OrdersQuery)
        .innerJoin('locations as l', 'l.id', 'o.location_id')
        .select(rowColumns) as never,
  });
  return { ...page, records: (page.records as unknown as OrderRowRead[]).map(toOrderRow) };
}

function filter(query: OrdersQuery, actor: Actor, filters: OrderPage['filters']): OrdersQuery {
  let kept = query;
  const location = locationOf(actor, filters.locationId);
  if (location !== undefined) kept = kept.where('o.location_id', '=', location);
  if (filters.headlineStatus !== undefined) {
    kept = kept.where(isOneOf('o.headline_status', [filters.headlineStatus].flat()));
  }
  if (filters.status !== undefined) {
    kept = kept.where(isOneOf('o.status', [filters.status].flat()));
  }
  if (filters.from !== undefined) kept = kept.where('o.created_at', '>=', filters.from);
  if (filters.to !== undefined) kept = kept.where('o.created_at', '<', filters.to);
  if (filters.paymentType !== undefined) kept = kept.where('o.payment_type', '=', filters.paymentType);
  if (filters.fulfilment !== undefined) kept = kept.where('o.fulfilment', '=', filters.fulfilment);
  if (filters.driverId !== undefined) kept = kept.where('o.driver_id', '=', filters.driverId);
  if (filters.customerId !== undefined) kept = kept.where('o.customer_id', '=', filters.customerId);
  return kept;
}

/** One value is asked for as such: only then does an index give the rows in order. */
const isOneOf = (column: string, values: readonly string[]) =>
  values.length === 1
    ? sql<boolean>`${sql.ref(column)} = ${values[0]}`
    : sql<boolean>`${sql.ref(column)} = ANY (${values}::text[])`;

/** So many customers' orders are looked up one by one; a more common name is met soon enough by reading on. */
const mostCustomers = 300;

/** Whose name or phone fits; `many` when these are more than are worth looking up. */
export async function customersFor(
  tx: Tx,
  search: string,
): Promise<{ ids: string[]; many: boolean; pattern: string; byPhone: boolean }> {
  const digits = normalPhone(search);
  const byPhone = /^(?:[om]-?)?[+\d][\d ().-]*$/i.test(search);
  // Fewer than three letters would match by no index but at the beginning.
  const pattern = byPhone
    ? containing(digits)
    : search.length < 3
      ? beginningWith(search)
      : containing(search);
  if (byPhone && digits.length < 4) return { ids: [], many: false, pattern, byPhone };
  const { rows } = await sql<{ ids: string[]; many: boolean }>`
    SELECT ids, many FROM customers_matching(${pattern}, ${byPhone}, ${mostCustomers})`.execute(tx);
  const { ids, many } = rows[0]!;
  return { ids: many ? [] : ids, many, pattern, byPhone };
}

interface Found {
  from?: unknown;
  where?: ReturnType<typeof sql<boolean>>;
  common?: boolean;
}

/** Orders by their number, or by the name or phone of whoever ordered: bounded work, however many there are. */
async function findBySearch(tx: Tx, search: string): Promise<Found> {
  const number = /^(?:o-?)?\s*(\d{1,15})$/i.exec(search)?.[1];
  const { ids, many, pattern, byPhone } = await customersFor(tx, search);
  if (many && !byPhone) return { where: sql<boolean>`o.customer_name ILIKE ${pattern}`, common: true };
  // Customer by customer, kept so by the OFFSET: walking all orders by age until 25 of these turn up may take
  // forever, and so does fetching all of a location to see whose they are.
  const byNumber = sql`UNION ALL SELECT * FROM orders WHERE number = ${Number(number)} AND customer_id <> ALL (${ids}::uuid[])`;
  const from = tx.selectFrom(
    sql<DB['orders']>`(SELECT theirs.* FROM unnest(${ids}::uuid[]) AS customer (id)
      CROSS JOIN LATERAL (SELECT * FROM orders WHERE customer_id = customer.id OFFSET 0) AS theirs
      ${number === undefined ? sql`` : byNumber})`.as('o'),
  );
  return { from };
}
