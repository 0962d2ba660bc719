import { promisedMinutes } from '@aisle/contract/dispatch';
import type { OrderFlag, OrderPage, OrderTarget } from '@aisle/contract/orders';
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { type Actor, locationOf } from '../core/actor.ts';
import type { Tx } from '../core/db.ts';
import type { DB } from '../core/db-types.generated.ts';
import { findBySearch } from './order-search.queries.ts';

export type OrdersQuery = SelectQueryBuilder<DB & { o: DB['orders'] }, 'o', unknown>;
type Filters = OrderPage['filters'];

export interface FoundOrders {
  query: OrdersQuery;
  /** Many people are called so: counting their orders would read a large part of all. */
  isCommon: boolean;
  /** The search leads to a bounded number of orders, so that counting them is little work. */
  isBounded: boolean;
  /** What the filters ask of a row `o`. */
  conditions: readonly RawBuilder<SqlBool>[];
}

/** The orders that a list with this search and these filters shows. */
export async function ordersFitting(
  tx: Tx,
  actor: Actor,
  { ids, search, filters }: OrderTarget,
): Promise<FoundOrders> {
  const found = search ? await findBySearch(tx, actor, search) : undefined;
  const base = (found?.from ?? tx.selectFrom('orders as o')) as OrdersQuery;
  const conditions = [...conditionsOf(filters)];
  if (found?.where) conditions.push(found.where);
  let query = base;
  if (ids) query = query.where(sql<SqlBool>`o.id = ANY (${ids}::uuid[])`);
  const location = locationOf(actor, filters.locationId);
  if (location !== undefined) query = query.where('o.location_id', '=', location);
  for (const condition of conditions) query = query.where(condition);
  return { query, conditions, isCommon: found?.common === true, isBounded: found?.from !== undefined };
}

function* conditionsOf(filters: Filters): Generator<RawBuilder<SqlBool>> {
  const { headlineStatus, status, from, to, slotFrom, slotTo, subProductId, flag } = filters;
  if (headlineStatus !== undefined) yield isOneOf('o.headline_status', [headlineStatus].flat());
  if (status !== undefined) yield isOneOf('o.status', [status].flat());
  if (from !== undefined) yield sql<SqlBool>`o.created_at >= ${from}`;
  if (to !== undefined) yield sql<SqlBool>`o.created_at < ${to}`;
  if (slotFrom !== undefined) yield sql<SqlBool>`o.slot_from >= ${slotFrom}`;
  if (slotTo !== undefined) yield sql<SqlBool>`o.slot_from < ${slotTo}`;
  if (filters.paymentType !== undefined) yield sql<SqlBool>`o.payment_type = ${filters.paymentType}`;
  if (filters.fulfilment !== undefined) yield sql<SqlBool>`o.fulfilment = ${filters.fulfilment}`;
  if (filters.driverId !== undefined) yield sql<SqlBool>`o.driver_id = ${filters.driverId}`;
  if (filters.customerId !== undefined) yield sql<SqlBool>`o.customer_id = ${filters.customerId}`;
  if (filters.minTotal !== undefined) yield sql<SqlBool>`o.total >= ${filters.minTotal}`;
  if (filters.maxTotal !== undefined) yield sql<SqlBool>`o.total <= ${filters.maxTotal}`;
  if (filters.minItems !== undefined) yield sql<SqlBool>`o.line_count >= ${filters.minItems}`;
  if (filters.maxItems !== undefined) yield sql<SqlBool>`o.line_count <= ${filters.maxItems}`;
  if (subProductId !== undefined) yield someLine(sql`n.sub_product_id = ${subProductId}`);
  if (flag !== undefined) for (const one of [flag].flat()) yield flagged[one];
}

/** One value is asked for as such: only then does an index give the rows in order. */
const isOneOf = (column: string, values: readonly string[]) =>
  values.length === 1
    ? sql<boolean>`${sql.ref(column)} = ${values[0]}`
    : sql<boolean>`${sql.ref(column)} = ANY (${values}::text[])`;

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
