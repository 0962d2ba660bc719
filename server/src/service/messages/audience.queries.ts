import { notSoldStatuses } from '@aisle/contract/sales/orders/order-status-groups';
import type { ExclusionReason, MessageAudience, MessageChannel } from '@aisle/contract/service/messages';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { isNoneOf } from '../../core/db/literals.ts';

/** A person with the fields that a message needs. */
export interface Addressee {
  customerId: string;
  firstName: string;
  lastName: string;
  email: string | null;
  phone: string;
}

const isAtLocations = ({ locationIds }: MessageAudience) =>
  locationIds ? sql<SqlBool>`o.location_id = ANY (${locationIds}::uuid[])` : sql<SqlBool>`true`;
const isSold = isNoneOf('o.status', notSoldStatuses);

/** The conditions on a customer's orders, for a GROUP BY. Empty without such filters. */
function ordersHaving(audience: MessageAudience): RawBuilder<SqlBool>[] {
  const { locationIds, orderedSince, notOrderedSince, minOrders, minSpent } = audience;
  const found: RawBuilder<SqlBool>[] = [];
  if (orderedSince) found.push(sql`max(o.created_at) >= ${orderedSince}`);
  if (minOrders) found.push(sql`count(*) >= ${minOrders}`);
  if (minSpent) found.push(sql`sum(o.total - o.refunded) >= ${minSpent}`);
  // Customers without orders haven't ordered since either, but they don't match if locations are selected.
  if (notOrderedSince && (locationIds || found.length > 0)) {
    found.push(sql`max(o.created_at) < ${notOrderedSince}`);
  }
  if (locationIds && found.length === 0) found.push(sql`true`);
  return found;
}

const bought = (audience: MessageAudience, goods: RawBuilder<unknown>) => sql<SqlBool>`c.id IN (
  SELECT o.customer_id FROM order_lines n
  JOIN orders o ON o.location_id = n.location_id AND o.id = n.order_id
  WHERE n.sub_product_id ${goods} AND NOT n.removed AND coalesce(n.picked_quantity, n.quantity) > 0
    AND ${isSold} AND ${isAtLocations(audience)})`;

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

function conditions(audience: MessageAudience): RawBuilder<SqlBool>[] {
  const {
    notOrderedSince,
    boughtCategoryId,
    boughtSubProductId,
    planId,
    hasPlan,
    city,
    postalCodes,
    status,
  } = audience;
  const found: RawBuilder<SqlBool>[] = [];
  const having = ordersHaving(audience);
  if (having.length > 0) {
    found.push(sql`c.id IN (SELECT o.customer_id FROM orders o WHERE ${isSold} AND ${isAtLocations(audience)}
      GROUP BY o.customer_id HAVING ${sql.join(having, sql` AND `)})`);
  } else if (notOrderedSince) {
    found.push(sql`NOT EXISTS (SELECT FROM orders o WHERE o.customer_id = c.id AND ${isSold}
      AND o.created_at >= ${notOrderedSince})`);
  }
  if (boughtSubProductId) found.push(bought(audience, sql`= ${boughtSubProductId}`));
  if (boughtCategoryId) found.push(bought(audience, itemsOfCategory(boughtCategoryId)));
  if (planId) found.push(hasCurrentPlan(planId));
  if (hasPlan !== undefined)
    found.push(hasPlan ? hasCurrentPlan(undefined) : sql`NOT ${hasCurrentPlan(undefined)}`);
  if (city) found.push(livesIn(sql`lower(a.city) = lower(${city})`));
  if (postalCodes) found.push(livesIn(sql`a.postal_code = ANY (${postalCodes}::text[])`));
  if (status) found.push(sql`c.status = ${status}`);
  return found.length > 0 ? found : [sql`true`];
}

/** Why a customer `c` gets no message; null for a recipient. Consent is checked first. */
export const exclusionReason = (channel: MessageChannel) => sql<ExclusionReason | null>`CASE
  WHEN NOT c.marketing_consent OR c.merged_into IS NOT NULL OR c.erased_at IS NOT NULL THEN 'no-consent' WHEN c.status = 'blocked' THEN 'blocked'
  ${channel === 'email' ? sql`WHEN c.email IS NULL THEN 'no-email'` : sql``} END`;

/** The audience, with the reason for each excluded person. Row-level security limits it to the actor's customers. */
const audienceRows = (audience: MessageAudience, channel: MessageChannel) => sql`
  SELECT c.id, c.first_name, c.last_name, c.email, c.phone, c.created_at, ${exclusionReason(channel)} AS reason
  FROM customers c
  WHERE c.merged_into IS NULL AND c.erased_at IS NULL AND ${sql.join(conditions(audience), sql` AND `)}`;

interface Counted {
  count: number;
  leftOut: { reason: ExclusionReason; count: number }[];
  first: Addressee[];
}
/** The number of recipients and of excluded people, and the first three recipients. */
export async function countAudience(
  tx: Tx,
  audience: MessageAudience,
  channel: MessageChannel,
): Promise<Counted> {
  const { rows } = await sql<Counted>`
    WITH audience AS MATERIALIZED (${audienceRows(audience, channel)})
    SELECT (SELECT count(*) FROM audience WHERE reason IS NULL) AS count,
      coalesce((SELECT jsonb_agg(groups) FROM (SELECT reason, count(*) AS count FROM audience
        WHERE reason IS NOT NULL GROUP BY reason ORDER BY 2 DESC, 1) AS groups), '[]') AS "leftOut",
      coalesce((SELECT jsonb_agg(first) FROM (SELECT id AS "customerId", first_name AS "firstName",
        last_name AS "lastName", email, phone FROM audience WHERE reason IS NULL ORDER BY created_at, id LIMIT 3) AS first),
        '[]') AS first`.execute(tx);
  return rows[0]!;
}

/** Lists the recipients of a message in one statement, and stores their number with it. */
export async function writeRecipients(
  tx: Tx,
  id: string,
  audience: MessageAudience,
  channel: MessageChannel,
): Promise<void> {
  await sql`
    WITH audience AS MATERIALIZED (${audienceRows(audience, channel)}),
    written AS (
      INSERT INTO bulk_recipients (message_id, position, customer_id)
      SELECT ${id}::uuid, row_number() OVER (ORDER BY created_at, id), id FROM audience WHERE reason IS NULL
    )
    UPDATE bulk_messages SET started_at = now(),
      recipient_count = (SELECT count(*) FROM audience WHERE reason IS NULL),
      left_out = coalesce((SELECT jsonb_agg(groups) FROM (SELECT reason, count(*) AS count FROM audience
        WHERE reason IS NOT NULL GROUP BY reason ORDER BY 2 DESC, 1) AS groups), '[]')
    WHERE id = ${id}`.execute(tx);
}
