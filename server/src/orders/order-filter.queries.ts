import { promisedMinutes } from '@aisle/contract/dispatch';
import type { OrderFlag, OrderPage, OrderTarget } from '@aisle/contract/order-list';
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { type Actor, locationOf } from '../core/actor.ts';
import type { Tx } from '../core/db.ts';
import type { DB } from '../core/db-types.generated.ts';
import { type Given, given } from '../core/kept-statements.ts';
import { placesOf } from './order-goods.queries.ts';
import { findBySearch } from './order-search.queries.ts';

export type OrdersQuery = SelectQueryBuilder<DB & { o: DB['orders'] }, 'o', unknown>;
type Filters = OrderPage['filters'];

export interface FoundOrders {
  query: OrdersQuery;
  /** Many people are called so: counting their orders would read a large part of all. */
  isCommon: boolean;
  /** The search leads to a bounded number of orders, so that counting them is little work. */
  isBounded: boolean;
  /** The search leads to more than are looked at. */
  isCut: boolean;
  /** What the filters ask of a row `o`. */
  conditions: readonly RawBuilder<SqlBool>[];
}

/** The orders that a list with this search and these filters shows. */
export async function ordersFitting(
  tx: Tx,
  actor: Actor,
  { ids, search, filters }: OrderTarget,
): Promise<FoundOrders> {
  const location = locationOf(actor, filters.locationId);
  const found = search ? await findBySearch(tx, search, placesOf(actor, location)) : undefined;
  const base = (found?.from ?? tx.selectFrom('orders as o')) as OrdersQuery;
  const conditions = [...conditionsOf(filters, given(filters))];
  if (found?.where) conditions.push(found.where);
  const some = ids ? base.where(sql<SqlBool>`o.id = ANY (${ids}::uuid[])`) : base;
  const query = narrowed(some, location, conditions);
  return {
    query,
    conditions,
    isCommon: found?.common === true,
    isBounded: found?.from !== undefined,
    isCut: found?.isCut === true,
  };
}

interface Filtering {
  request: { filters: Filters };
  location: string | undefined;
}
/** The orders that filters alone lead to, at one location or at any. */
export function ordersFiltered(
  tx: Tx,
  told: Given<Filtering>,
  { request: { filters }, location }: Filtering,
): OrdersQuery {
  const orders = tx.selectFrom('orders as o') as OrdersQuery;
  const there = location === undefined ? undefined : told((asked) => asked.location);
  return narrowed(
    orders,
    there,
    conditionsOf(filters, (of) => told(({ request }) => of(request.filters))),
  );
}
function narrowed(
  query: OrdersQuery,
  location: string | undefined,
  conditions: Iterable<RawBuilder<SqlBool>>,
): OrdersQuery {
  let so = query;
  if (location !== undefined) so = so.where('o.location_id', '=', location);
  for (const condition of conditions) so = so.where(condition);
  return so;
}

/** What each filter asks of a row `o`. One status is asked for as such: only then does an index give the rows in order. */
export function* conditionsOf(filters: Filters, told: Given<Filters>): Generator<RawBuilder<SqlBool>> {
  for (const [name, column] of [
    ['headlineStatus', sql.ref('o.headline_status')],
    ['status', sql.ref('o.status')],
  ] as const) {
    if (filters[name] === undefined) continue;
    if (areSeveral(filters[name])) yield sql`${column} = ANY (${told((asked) => asked[name])}::text[])`;
    else yield sql`${column} = ${told((asked) => [asked[name]].flat()[0])}`;
  }
  for (const [name, condition] of compared) {
    if (filters[name] !== undefined) yield condition(sql`${told((asked) => asked[name])}`);
  }
  for (const flag of [filters.flag ?? []].flat()) yield flagged[flag];
}
/** What filters ask, but for values. */
export const shapeOf = (filters: Filters): string =>
  Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => (name === 'flag' ? `flag=${value}` : areSeveral(value) ? `${name}[]` : name))
    .join();
const areSeveral = (value: unknown): boolean => Array.isArray(value) && value.length !== 1;

type Compared = (value: RawBuilder<unknown>) => RawBuilder<SqlBool>;
const compared: readonly (readonly [keyof Filters, Compared])[] = [
  ['from', (value) => sql`o.created_at >= ${value}`],
  ['to', (value) => sql`o.created_at < ${value}`],
  ['slotFrom', (value) => sql`o.slot_from >= ${value}`],
  ['slotTo', (value) => sql`o.slot_from < ${value}`],
  ['paymentType', (value) => sql`o.payment_type = ${value}`],
  ['fulfilment', (value) => sql`o.fulfilment = ${value}`],
  ['driverId', (value) => sql`o.driver_id = ${value}`],
  ['customerId', (value) => sql`o.customer_id = ${value}`],
  ['minTotal', (value) => sql`o.total >= ${value}`],
  ['maxTotal', (value) => sql`o.total <= ${value}`],
  ['minItems', (value) => sql`o.line_count >= ${value}`],
  ['maxItems', (value) => sql`o.line_count <= ${value}`],
  ['subProductId', (value) => someLine(sql`n.sub_product_id = ${value}`)],
];

const someLine = (condition: RawBuilder<unknown>) => sql<boolean>`EXISTS (SELECT FROM order_lines n
  WHERE n.location_id = o.location_id AND n.order_id = o.id AND ${condition})`;

/** Written as the indexes of 0023 are, so that these answer. */
export const flagged: Record<OrderFlag, RawBuilder<boolean>> = {
  late: sql`(o.status IN ('orderPlaced', 'processing', 'prepared', 'awaitingForDelivery', 'pickup', 'outOfDelivery')
    AND coalesce(o.slot_to, o.created_at + make_interval(mins => ${sql.lit(promisedMinutes)})) < now())`,
  hasNote: sql`o.note IS NOT NULL`,
  substituted: someLine(sql`n.substitute_for IS NOT NULL`),
  short: someLine(sql`n.picked_quantity < n.quantity AND (n.picked_quantity = 0 OR NOT n.sold_by_weight)
    AND NOT EXISTS (SELECT FROM order_lines instead WHERE instead.location_id = n.location_id
      AND instead.order_id = n.order_id AND instead.substitute_for = n.id)`),
  refundFailed: sql`EXISTS (SELECT FROM refunds r WHERE r.location_id = o.location_id AND r.order_id = o.id
    AND r.status = 'refundFailed')`,
};
