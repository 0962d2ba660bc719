import { normalPhone } from '@aisle/contract/core/fields';
import { promisedMinutes } from '@aisle/contract/dispatch';
import type { OrderFlag, OrderPage, OrderTarget } from '@aisle/contract/orders';
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { type Actor, locationOf } from '../core/actor.ts';
import type { Tx } from '../core/db.ts';
import type { DB } from '../core/db-types.generated.ts';
import { beginningWith, containing, isBarcode } from '../core/search-text.ts';

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

/**
 * Orders by their number, by the name or phone of whoever ordered, or by what is on them: bounded work, however
 * many there are. Of something that everybody buys, the latest orders.
 */
async function findBySearch(tx: Tx, actor: Actor, search: string): Promise<Found> {
  const number = /^(?:o-?)?\s*(\d{1,15})$/i.exec(search)?.[1];
  const { ids, many, pattern, byPhone } = await customersFor(tx, search);
  if (many && !byPhone) return { where: sql<boolean>`o.customer_name ILIKE ${pattern}`, common: true };
  // Customer by customer, kept so by the OFFSET: walking all orders by age until 25 of these turn up may take
  // forever, and so does fetching all of a location to see whose they are.
  const theirs = sql`SELECT theirs.* FROM unnest(${ids}::uuid[]) AS customer (id)
    CROSS JOIN LATERAL (SELECT * FROM orders WHERE customer_id = customer.id OFFSET 0) AS theirs`;
  const byNumber = sql`UNION ALL SELECT * FROM orders WHERE number = ${Number(number)} AND customer_id <> ALL (${ids}::uuid[])`;
  const byGoods = sql`UNION ALL ${ordersWith(actor, search)} AND bought.customer_id <> ALL (${ids}::uuid[])`;
  const isGoods = search.length >= 3 && (number === undefined || number.length >= 8);
  const from = tx.selectFrom(
    sql<DB['orders']>`(${theirs} ${number === undefined ? sql`` : byNumber} ${isGoods ? byGoods : sql``})`.as(
      'o',
    ),
  );
  return { from };
}

/** So many sub-products are meant by a word at most, and so many orders of each are looked at, the latest first. */
const mostGoods = 30;
const mostOrdersOfEach = 200;
const ordersWith = (actor: Actor, search: string) => sql`
  SELECT bought.* FROM (
    SELECT DISTINCT line.location_id, line.order_id FROM (
      SELECT id FROM sub_products WHERE ${isBarcode(sql.ref('barcode'), search)} OR lower(sku) = lower(${search})
      UNION (SELECT id FROM sub_products WHERE name ILIKE ${containing(search)} LIMIT ${sql.lit(mostGoods)})
      UNION (SELECT s.id FROM products p JOIN sub_products s ON s.product_id = p.id
        WHERE p.name ILIKE ${containing(search)} LIMIT ${sql.lit(mostGoods)})) AS goods
    CROSS JOIN LATERAL (SELECT location_id, order_id FROM order_lines WHERE sub_product_id = goods.id
      ${actor.locations ? sql`AND location_id = ANY (${actor.locations}::uuid[])` : sql``}
      ORDER BY order_id DESC LIMIT ${sql.lit(mostOrdersOfEach)}) AS line) AS with_it
  JOIN orders bought ON bought.location_id = with_it.location_id AND bought.id = with_it.order_id
  WHERE true`;
