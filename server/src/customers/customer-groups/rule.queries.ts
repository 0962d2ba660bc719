import type { CustomerRule, CustomerRuleData } from '@aisle/contract/customers/customer-groups';
import { notSoldStatuses } from '@aisle/contract/sales/orders/order-status-groups';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isNoneOf } from '../../core/db/literals.ts';
import { itemNameOf } from '../../core/list/item-names.ts';

const isAtLocations = ({ locationIds }: CustomerRule) =>
  locationIds ? sql<SqlBool>`o.location_id = ANY (${locationIds}::uuid[])` : sql<SqlBool>`true`;
const isSold = isNoneOf('o.status', notSoldStatuses);

/** The times that a date and a number of days stand for. */
const timesOf = (since: string | undefined, inDays: number | undefined): RawBuilder<string>[] => [
  ...(since ? [sql<string>`${since}::timestamptz`] : []),
  ...(inDays ? [sql<string>`now() - make_interval(days => ${inDays}::integer)`] : []),
];

/** The conditions on a customer's orders, for a GROUP BY. Empty without such filters. */
function ordersHaving(rule: CustomerRule, notSince: readonly RawBuilder<string>[]): RawBuilder<SqlBool>[] {
  const { locationIds, orderedSince, orderedInDays, minOrders, minSpent } = rule;
  const found: RawBuilder<SqlBool>[] = timesOf(orderedSince, orderedInDays).map(
    (time) => sql`max(o.created_at) >= ${time}`,
  );
  if (minOrders) found.push(sql`count(*) >= ${minOrders}`);
  if (minSpent) found.push(sql`sum(o.total - o.refunded) >= ${minSpent}`);
  // Customers without orders haven't ordered since either, but they don't match if locations are selected.
  if (locationIds || found.length > 0) {
    found.push(...notSince.map((time) => sql<SqlBool>`max(o.created_at) < ${time}`));
  }
  if (locationIds && found.length === 0) found.push(sql`true`);
  return found;
}

const bought = (rule: CustomerRule, goods: RawBuilder<unknown>) => sql<SqlBool>`c.id IN (
  SELECT o.customer_id FROM order_lines n
  JOIN orders o ON o.location_id = n.location_id AND o.id = n.order_id
  WHERE n.sub_product_id ${goods} AND NOT n.removed AND coalesce(n.picked_quantity, n.quantity) > 0
    AND ${isSold} AND ${isAtLocations(rule)})`;

const itemsOfCategory = (categoryId: string) => sql`IN (
  SELECT s.id FROM sub_products s JOIN products p ON p.id = s.product_id
  WHERE p.category_id IN (SELECT id FROM categories WHERE id = ${categoryId} OR parent_id = ${categoryId}
    OR parent_id IN (SELECT id FROM categories WHERE parent_id = ${categoryId})))`;

const livesIn = (place: RawBuilder<SqlBool>) => sql<SqlBool>`EXISTS (
  SELECT FROM customer_addresses a WHERE a.customer_id = c.id AND ${place})`;

const hasCurrentPlan = (
  planId: string | undefined,
) => sql<SqlBool>`EXISTS (SELECT FROM current_subscriptions s
  WHERE s.customer_id = c.id AND ${planId ? sql`s.plan_id = ${planId}` : sql`true`})`;

/** Whether a customer `c` matches a rule; customers who were merged or erased never do. */
export function matchesRule(rule: CustomerRule): RawBuilder<SqlBool> {
  const { notOrderedSince, notOrderedInDays, boughtCategoryId, boughtSubProductId } = rule;
  const { planId, hasPlan, city, postalCodes, status } = rule;
  const notSince = timesOf(notOrderedSince, notOrderedInDays);
  const found: RawBuilder<SqlBool>[] = [sql`c.merged_into IS NULL AND c.erased_at IS NULL`];
  const having = ordersHaving(rule, notSince);
  if (having.length > 0) {
    found.push(sql`c.id IN (SELECT o.customer_id FROM orders o WHERE ${isSold} AND ${isAtLocations(rule)}
      GROUP BY o.customer_id HAVING ${sql.join(having, sql` AND `)})`);
  } else {
    found.push(
      ...notSince.map(
        (time) => sql<SqlBool>`NOT EXISTS (SELECT FROM orders o WHERE o.customer_id = c.id AND ${isSold}
          AND o.created_at >= ${time})`,
      ),
    );
  }
  if (boughtSubProductId) found.push(bought(rule, sql`= ${boughtSubProductId}`));
  if (boughtCategoryId) found.push(bought(rule, itemsOfCategory(boughtCategoryId)));
  if (planId) found.push(hasCurrentPlan(planId));
  if (hasPlan !== undefined)
    found.push(hasPlan ? hasCurrentPlan(undefined) : sql`NOT ${hasCurrentPlan(undefined)}`);
  if (city) found.push(livesIn(sql`lower(a.city) = lower(${city})`));
  if (postalCodes) found.push(livesIn(sql`a.postal_code = ANY (${postalCodes}::text[])`));
  if (status) found.push(sql`c.status = ${status}`);
  return sql`${sql.join(found, sql` AND `)}`;
}

/** The names of the records in a stored rule. */
export const ruleData = (rule: RawBuilder<unknown>): RawBuilder<CustomerRuleData> => {
  const named = (table: string, key: string, name: RawBuilder<unknown> = sql`x.name`) =>
    sql`(SELECT jsonb_build_object('_id', x.id, 'name', ${name}) FROM ${sql.table(table)} x
      WHERE x.id = (${rule} ->> ${sql.lit(key)})::uuid)`;
  return sql`jsonb_build_object(
    'locations', (SELECT coalesce(jsonb_agg(jsonb_build_object('_id', l.id, 'name', l.name) ORDER BY l.name COLLATE aisle_names, l.id), '[]')
      FROM locations l
      WHERE l.id IN (SELECT jsonb_array_elements_text(${rule} -> 'locationIds')::uuid)),
    'boughtSubProduct', ${named('sub_products', 'boughtSubProductId', itemNameOf('x'))},
    'boughtCategory', ${named('categories', 'boughtCategoryId')},
    'plan', ${named('subscription_plans', 'planId')})`;
};
