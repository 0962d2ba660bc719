import type { CustomersBlock } from '@aisle/contract/overview/dashboard';
import { notSoldStatuses } from '@aisle/contract/sales/orders/order-status-groups';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Tx } from '../../core/db/db.ts';
import { isNoneOf } from '../../core/db/literals.ts';
import type { Period } from './period.ts';
import { at, within } from './scope.queries.ts';

type Customers = z.infer<typeof CustomersBlock>;
type Span = Pick<Period, 'since' | 'until'>;

/**
 * Subscriptions of the customers that match `whose`: bought for the first time in the period, active at its end or now, and
 * ended in it without a following one. Null if there are no plans.
 */
function subscribed({ since, until }: Span, whose: RawBuilder<unknown>): RawBuilder<unknown> {
  const end = sql`least(now(), ${until}::timestamptz)`;
  return sql`(SELECT CASE WHEN EXISTS (SELECT FROM subscription_plans) THEN (
    SELECT json_build_object(
      'new', count(*) FILTER (WHERE s.kind = 'first' AND s.starts_at >= ${since}::timestamptz AND s.starts_at < ${end}
        AND s.price_paid > 0),
      'active', count(*) FILTER (WHERE s.starts_at <= ${end} AND over.at > ${end}),
      'churned', count(*) FILTER (WHERE over.at >= ${since}::timestamptz AND over.at <= ${end} AND s.price_paid > 0
        AND NOT EXISTS (SELECT FROM subscriptions next WHERE next.customer_id = s.customer_id
          AND next.cancelled_at IS NULL AND next.starts_at <= ${end} AND next.ends_at > ${end})),
      'monthlyIncome', coalesce(round(sum(s.price::numeric / months_of_period(e.period))
        FILTER (WHERE s.starts_at <= ${end} AND over.at > ${end})), 0))
    FROM subscriptions s JOIN plan_editions e ON e.plan_id = s.plan_id AND e.number = s.edition
    CROSS JOIN LATERAL (SELECT coalesce(s.cancelled_at, s.ends_at) AS at) over
    WHERE (s.cancelled_at >= ${since}::timestamptz OR (s.cancelled_at IS NULL AND s.ends_at >= ${since}::timestamptz))
      AND ${whose}) END)`;
}

/** Customers of one location or of the actor's locations, who ordered or were added there. */
export async function customersAt(tx: Tx, period: Period, locationId: string | null): Promise<Customers> {
  const { comparedWith } = period;
  const added = (span: Span) =>
    sql`count(DISTINCT cl.customer_id) FILTER (WHERE ${within('cl.since', span)})`;
  const { rows } = await sql<Customers>`
    SELECT known.total, false AS "totalIsEstimate", known.new, known."newBefore", ordered.*,
      ${subscribed(period, ofLocation(locationId))} AS subscriptions
    FROM (
      SELECT count(DISTINCT cl.customer_id) AS total, ${added(period)} AS "new",
        ${comparedWith ? added(comparedWith) : sql`NULL::bigint`} AS "newBefore"
      FROM customer_locations cl WHERE ${at('cl.location_id', locationId)}
    ) known CROSS JOIN (${ordered(period, locationId)}) ordered`.execute(tx);
  return rows[0]!;
}

const ofLocation = (locationId: string | null) => sql`EXISTS (SELECT FROM customer_locations cl
  WHERE cl.customer_id = s.customer_id AND ${at('cl.location_id', locationId)})`;

/** More customers than this are estimated, because counting them would take a noticeable part of a second. */
const countedCustomers = 100_000;

/** Customers of the whole marketplace. Their number comes from the planner's statistics if there are very many. */
export async function customersOfAll(tx: Tx, period: Period): Promise<Customers> {
  const added = (span: Span) => sql`(SELECT count(*) FROM customers c WHERE ${within('c.created_at', span)})`;
  const { rows } = await sql<Customers>`
    SELECT CASE WHEN few.count > ${countedCustomers}::int THEN greatest(guess.rows, few.count) ELSE few.count END AS total,
      few.count > ${countedCustomers}::int AS "totalIsEstimate", ${added(period)} AS "new",
      ${period.comparedWith ? added(period.comparedWith) : sql`NULL::bigint`} AS "newBefore", ordered.*,
      ${subscribed(period, sql`true`)} AS subscriptions
    FROM (SELECT count(*) FROM (SELECT FROM customers LIMIT ${countedCustomers + 1}::int) c) few
    CROSS JOIN (SELECT reltuples::bigint AS rows FROM pg_class WHERE oid = 'customers'::regclass) guess
    CROSS JOIN (${ordered(period, null)}) ordered`.execute(tx);
  return rows[0]!;
}

/** Reads the orders of the period and of the preceding one in one pass. */
function ordered(period: Period, locationId: string | null): RawBuilder<unknown> {
  const { previous, comparedWith, since, until } = period;
  const isPrevious = comparedWith?.since === previous.since;
  const sold = (span: Span) => sql`FROM orders o WHERE ${within('o.created_at', span)}
    AND ${isNoneOf('o.status', notSoldStatuses)} AND ${at('o.location_id', locationId)}`;
  const before = isPrevious
    ? sql`count(*) FILTER (WHERE first < ${since}::timestamptz)`
    : comparedWith
      ? sql`(SELECT count(DISTINCT o.customer_id) ${sold(comparedWith)})`
      : sql`NULL::bigint`;
  return sql`
    SELECT count(*) FILTER (WHERE last >= ${since}::timestamptz) AS active, ${before} AS "activeBefore",
      count(*) FILTER (WHERE last < ${since}::timestamptz) AS churned
    FROM (SELECT min(o.created_at) AS first, max(o.created_at) AS last
      ${sold({ since: previous.since, until })} GROUP BY o.customer_id) people`;
}
