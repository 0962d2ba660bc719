import type { Page } from '@aisle/contract/core/page';
import type {
  PlanBenefits,
  PlanChoice,
  PlanEdition,
  PlanPeriod,
  SubscriptionPlan,
  SubscriptionPlanPage,
  SubscriptionPlanView,
} from '@aisle/contract/customers/subscription-plans';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import type { NewRow, RowChange } from '../../core/db/rows/columns.ts';
import { lockVersion } from '../../core/db/rows/records.ts';
import { byName } from '../../core/list/by-name.ts';
import { type List, listOf } from '../../core/list/list.ts';
import { hasWords } from '../../core/list/search-text.ts';
import { mustFind } from '../../core/problem.ts';

const plans = (tx: Tx) =>
  tx
    .selectFrom('subscription_plans as p')
    .innerJoin('plan_editions as e', (join) =>
      join.onRef('e.plan_id', '=', 'p.id').onRef('e.number', '=', 'p.edition'),
    );

const benefits = sql<PlanBenefits>`json_build_object('freeDeliveryAbove', e.free_delivery_above,
  'discountPercent', e.discount_percent, 'coinMultiplier', e.coin_multiplier)`;
const period = sql<PlanPeriod>`e.period`;

/** The number of days that churn looks back. */
const churnDays = 30;
/** Monthly income of a plan, rounded once over all subscriptions. */
const monthlyIncome = sql<number>`round(coalesce(sum(s.price::numeric / months_of_period(s.period)), 0))::bigint`;
/** One row with the totals of the subscriptions of a plan `p`. */
const figures = sql<{
  plan_id: string;
  subscribers: number;
  monthly_income: number;
  next_renewal_at: string | null;
  churned: number;
  before: number;
}>`(
  SELECT now.*, past.churned, past.before FROM
    (SELECT count(*) AS subscribers, ${monthlyIncome} AS monthly_income,
      min(s.ends_at) FILTER (WHERE s.auto_renew) AS next_renewal_at
    FROM current_subscriptions s WHERE s.plan_id = p.id) now,
    (SELECT count(*) AS before, count(*) FILTER (WHERE least(s.cancelled_at, s.ends_at) <= now() AND NOT EXISTS
      (SELECT FROM current_subscriptions c WHERE c.customer_id = s.customer_id)) AS churned
    FROM subscriptions s WHERE s.plan_id = p.id AND s.starts_at <= now() - make_interval(days => ${churnDays})
      AND s.ends_at > now() - make_interval(days => ${churnDays})
      AND (s.cancelled_at IS NULL OR s.cancelled_at > now() - make_interval(days => ${churnDays}))) past)`;

type PlansQuery = ReturnType<typeof plans>;
const withMetrics = (query: PlansQuery) =>
  query
    .innerJoinLateral(figures.as('f'), (join) => join.onTrue())
    .select([
      'p.id as _id',
      'p.name',
      'p.description',
      'e.price',
      'p.status',
      'p.created_at as createdAt',
      'p.updated_at as updatedAt',
      'p.version',
      'f.subscribers',
      'f.monthly_income as monthlyIncome',
      'f.churned',
      'f.next_renewal_at as nextRenewalAt',
    ])
    .select([
      period.as('period'),
      benefits.as('benefits'),
      sql<number | null>`round(100.0 * f.churned / nullif(f.before, 0), 1)`.as('churnShare'),
    ]);

const sortColumns = {
  name: byName('p.name'),
  price: sql.ref('e.price'),
  updatedAt: sql.ref('p.updated_at'),
};

export function listPlans(tx: Tx, request: SubscriptionPlanPage): List<Page<SubscriptionPlan>> {
  const { search, filters, sort } = request;
  let filtered = plans(tx);
  if (search) filtered = filtered.where(hasWords(search, 'p.name'));
  if (filters.status !== undefined) filtered = filtered.where('p.status', '=', filters.status);
  if (filters.period) filtered = filtered.where('e.period', '=', filters.period);
  return listOf(tx, filtered, {
    request,
    sort: { columns: [sortColumns[sort?.field ?? 'name'], sql.ref('p.id')], direction: sort?.order ?? 'asc' },
    select: withMetrics,
  });
}

export async function getPlan(tx: Tx, id: string): Promise<SubscriptionPlan> {
  return mustFind(
    await withMetrics(plans(tx)).where('p.id', '=', id).executeTakeFirst(),
    'Subscription plan',
  );
}

/** Maximum number of past editions shown for a plan. */
const maxEditions = 50;
export async function editionsOf(tx: Tx, planId: string): Promise<SubscriptionPlanView['editions']> {
  return tx
    .selectFrom('plan_editions as e')
    .select(['e.number', 'e.name', 'e.price', 'e.created_at as createdAt'])
    .select([
      period.as('period'),
      benefits.as('benefits'),
      sql<number>`(SELECT count(*) FROM current_subscriptions s
        WHERE s.plan_id = e.plan_id AND s.edition = e.number)`.as('subscribers'),
    ])
    .where('e.plan_id', '=', planId)
    .orderBy('e.number', 'desc')
    .limit(maxEditions)
    .execute();
}

export const lockPlan = (tx: Tx, id: string) =>
  lockVersion(tx, 'subscription_plans', id, 'Subscription plan');

/** The number of current and upcoming subscriptions of a plan, and of all it ever had. */
export async function subscriptionsOfPlan(tx: Tx, id: string): Promise<{ active: number; all: number }> {
  const { rows } = await sql<{ active: number; all: number }>`
    SELECT count(*) FILTER (WHERE cancelled_at IS NULL AND ends_at > now()) AS active, count(*) AS all
    FROM subscriptions WHERE plan_id = ${id}`.execute(tx);
  return rows[0]!;
}

export async function insertPlan(tx: Tx, plan: NewRow<'subscription_plans'>): Promise<void> {
  await tx.insertInto('subscription_plans').values(plan).execute();
}

export async function updatePlan(
  tx: Tx,
  id: string,
  columns: RowChange<'subscription_plans'>,
): Promise<void> {
  await tx
    .updateTable('subscription_plans')
    .set({ ...columns, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** Adds an edition and returns its number. */
export async function insertEdition(
  tx: Tx,
  planId: string,
  { name, price, period: every, benefits: offered }: Omit<PlanEdition, 'number'>,
): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    INSERT INTO plan_editions (plan_id, number, name, price, period, free_delivery_above, discount_percent, coin_multiplier)
    SELECT ${planId}, coalesce(max(number), 0) + 1, ${name}, ${price}, ${every}, ${offered.freeDeliveryAbove},
      ${offered.discountPercent}, ${offered.coinMultiplier}
    FROM plan_editions WHERE plan_id = ${planId}
    RETURNING number`.execute(tx);
  return rows[0]!.number;
}

export async function deletePlan(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('subscription_plans').where('id', '=', id).execute();
}

export async function planChoices(tx: Tx, search: string | undefined): Promise<PlanChoice[]> {
  let query = plans(tx)
    .select(['p.id as _id', 'p.name', 'e.price'])
    .select([period.as('period'), benefits.as('benefits')])
    .where('p.status', '=', true)
    .orderBy(byName('p.name'))
    .orderBy('p.id')
    .limit(50);
  if (search) query = query.where(hasWords(search, 'p.name'));
  return query.execute();
}
