import type { OrderFlag, OrderPage } from '@aisle/contract/sales/orders/order-list';
import { activeStatuses } from '@aisle/contract/sales/orders/order-status-groups';
import { orderTabs } from '@aisle/contract/sales/orders/order-tabs';
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import type { DB } from '../../core/db/db-types.generated.ts';
import { isOneOf as isOneOfLiterals } from '../../core/db/literals.ts';
import { type Actor, locationOf } from '../../core/http/actor.ts';
import { allOf, conditionsOf, type FilterConditions } from '../../core/list/filters.ts';
import { isAt, isFromDay, isSale, isToDay } from '../../ledgers/figures/figure-days.queries.ts';

type Filters = OrderPage['filters'];

/** Compares a single status by `=`, because only then does an index return the rows in order. */
const isOneOf = (column: RawBuilder<unknown>) => (value: string | readonly string[]) => {
  const [only, ...others] = [value].flat();
  return others.length === 0
    ? sql<boolean>`${column} = ${only}`
    : sql<boolean>`${column} = ANY (${value}::text[])`;
};

export type OrdersQuery = SelectQueryBuilder<DB & { o: DB['orders'] }, 'o', object>;

/** The conditions of the filters. The location is a condition too, besides row-level security, because an index needs it. */
export const orderConditions = (actor: Actor, filters: Filters): RawBuilder<SqlBool>[] =>
  conditionsOf(orderFilters, { ...filters, locationId: locationOf(actor, filters.locationId) });

/** The orders `o` that meet all conditions. */
export const ordersWhere = (tx: Tx, conditions: readonly RawBuilder<SqlBool>[]): OrdersQuery =>
  tx.selectFrom('orders as o').where(allOf(conditions));

/** The condition of each filter on an order `o`. */
const orderFilters: FilterConditions<Filters> = {
  tab: (value) => isOneOf(sql`o.headline_status`)(orderTabs[value]),
  locationId: (value) => sql`o.location_id = ${value}`,
  headlineStatus: isOneOf(sql`o.headline_status`),
  status: isOneOf(sql`o.status`),
  from: (value) => sql`o.created_at >= ${value}`,
  to: (value) => sql`o.created_at < ${value}`,
  slotFrom: (value) => sql`o.slot_from >= ${value}`,
  slotTo: (value) => sql`o.slot_from < ${value}`,
  locationIds: (value) => isAt('o.location_id', value),
  fromDay: (value) => isFromDay('o.created_at', 'o.location_id', value),
  toDay: (value) => isToDay('o.created_at', 'o.location_id', value),
  isSale: (value) => (value ? isSale : sql`NOT ${isSale}`),
  isReplacement: (value) => sql`o.is_replacement = ${value}`,
  paymentType: (value) => sql`o.payment_type = ${value}`,
  fulfilment: (value) => sql`o.fulfilment = ${value}`,
  driverId: (value) => sql`o.driver_id = ${value}`,
  // A link to a merged customer finds the orders of the remaining one.
  customerId: (value) => sql`o.customer_id = (SELECT remaining_customer(${value}))`,
  ownerId: (value) => sql`o.owner_id = ${value}`,
  tag: (value) => sql`cardinality(o.tags) > 0 AND o.tags @> ARRAY[${value}]::text[]`,
  subProductId: (value) => someLine(sql`n.sub_product_id = ${value}`),
  promotionId: (value) => usesPromotion(value, sql`u.living`),
  withoutPromotionId: (value) => sql`NOT ${usesPromotion(value, sql`u.living`)}`,
  placedWithPromotionId: (value) => usesPromotion(value, sql`u.discount > 0`),
  minTotal: (value) => sql`o.total >= ${value}`,
  maxTotal: (value) => sql`o.total <= ${value}`,
  minItems: (value) => sql`o.line_count >= ${value}`,
  maxItems: (value) => sql`o.line_count <= ${value}`,
  flag: (value) =>
    sql`${sql.join(
      [value].flat().map((flag) => flagged[flag]),
      sql` AND `,
    )}`,
};

const someLine = (condition: RawBuilder<unknown>) => sql<boolean>`EXISTS (SELECT FROM order_lines n
  WHERE n.location_id = o.location_id AND n.order_id = o.id AND ${condition})`;

const usesPromotion = (id: string, condition: RawBuilder<unknown>) => sql<boolean>`EXISTS (
  SELECT FROM promotion_uses u WHERE u.location_id = o.location_id AND u.order_id = o.id AND u.promotion_id = ${id}
    AND ${condition})`;

/** Whether an order `o` in an active status is late. */
export const isPastPromise = sql<boolean>`promised_at(o.slot_to, o.created_at) < now()`;
/** Whether an order `o` is late. The board, the filter, the notice and its email all use this condition. */
export const isLate = sql<boolean>`(${isOneOfLiterals('o.status', activeStatuses)} AND ${isPastPromise})`;

/** Written like the conditions of the partial indexes on orders, so that PostgreSQL uses them. */
const flagged: Record<OrderFlag, RawBuilder<boolean>> = {
  late: isLate,
  hasNote: sql`o.note IS NOT NULL`,
  substituted: someLine(sql`n.substitute_for IS NOT NULL`),
  short: someLine(sql`n.is_short
    AND NOT EXISTS (SELECT FROM order_lines instead WHERE instead.location_id = n.location_id
      AND instead.order_id = n.order_id AND instead.substitute_for = n.id)`),
  refundFailed: sql`EXISTS (SELECT FROM refunds r WHERE r.location_id = o.location_id AND r.order_id = o.id
    AND r.status = 'refundFailed')`,
};
