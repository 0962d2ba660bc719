import { formatNumber, numbersBeginning } from '@aisle/contract/core/numbers';
import type { PlanEdition } from '@aisle/contract/customers/subscription-plans';
import {
  maxSubscriptionCount,
  type Subscription,
  type SubscriptionList,
  type SubscriptionPage,
  type SubscriptionTab,
} from '@aisle/contract/customers/subscriptions';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import type { NewRow, RowChange } from '../../core/db/rows/columns.ts';
import { allOf, conditionsOf, type FilterConditions } from '../../core/list/filters.ts';
import { type List, listOf } from '../../core/list/list.ts';
import { hasNumber } from '../../core/list/numbers.ts';
import { hasWords } from '../../core/list/search-text.ts';
import { mustFind } from '../../core/problem.ts';
import type { GatewayName } from '../../ledgers/gateways/gateway.ts';

const rows = (tx: Tx) => tx.selectFrom('subscriptions as s');
type Query = ReturnType<typeof rows>;

const edition = sql<PlanEdition>`json_build_object('number', e.number, 'name', e.name, 'price', e.price,
  'period', e.period, 'benefits', json_build_object('freeDeliveryAbove', e.free_delivery_above,
  'discountPercent', e.discount_percent, 'coinMultiplier', e.coin_multiplier))`;
const payments = sql<Subscription['payments']>`(
  SELECT coalesce(json_agg(json_build_object('_id', p.id, 'kind', p.kind, 'provider', p.provider, 'status', p.status,
    'amount', p.amount, 'reference', p.reference, 'problem', p.problem, 'attempts', p.attempts,
    'nextTryAt', iso(p.next_try_at), 'createdAt', iso(p.created_at), 'settledAt', iso(p.settled_at)) ORDER BY p.id), '[]')
  FROM subscription_payments p WHERE p.subscription_id = s.id)`;

/** The subscription that takes the next period of one that would renew. */
const follower = sql<{ name: string; is_unpaid: boolean }>`(
  SELECT fe.name, EXISTS (SELECT FROM subscription_payments p
    WHERE p.subscription_id = f.id AND p.kind = 'charge' AND p.status = 'due') AS is_unpaid
  FROM subscriptions f JOIN plan_editions fe ON fe.plan_id = f.plan_id AND fe.number = f.edition
  WHERE f.id = CASE WHEN s.auto_renew AND s.cancelled_at IS NULL THEN follower_of(s) END)`;

const withRow = (query: Query) =>
  query
    .innerJoin('plan_editions as e', (join) =>
      join.onRef('e.plan_id', '=', 's.plan_id').onRef('e.number', '=', 's.edition'),
    )
    .innerJoin('customers as c', 'c.id', 's.customer_id')
    .leftJoinLateral(follower.as('follower'), (join) => join.onTrue())
    .select([
      's.id as _id',
      's.customer_id as customerId',
      's.plan_id as planId',
      's.starts_at as startsAt',
      's.ends_at as endsAt',
      's.price_paid as pricePaid',
      's.refunded',
      's.cancelled_at as cancelledAt',
      's.invoice_number as invoiceNumber',
      's.previous_id as previousId',
      's.created_at as createdAt',
    ])
    .select([
      sql<string>`rtrim(c.first_name || ' ' || c.last_name)`.as('customerName'),
      edition.as('edition'),
      sql<boolean>`s.auto_renew AND follower.name IS NULL`.as('autoRenew'),
      sql<string | null>`coalesce(follower.name || ' follows', s.reason)`.as('reason'),
      sql<Subscription['paymentType']>`s.payment_type`.as('paymentType'),
      sql<Subscription['status']>`CASE WHEN s.cancelled_at IS NOT NULL THEN 'cancelled'
        WHEN s.starts_at > now() THEN 'upcoming' ELSE 'current' END`.as('status'),
      sql<boolean>`s.cancelled_at IS NULL AND s.ends_at <= now()`.as('isExpired'),
      sql<string>`marketplace_time_zone()`.as('timeZone'),
      payments.as('payments'),
    ]);
type Row = Omit<Subscription, 'invoiceNumber'> & { invoiceNumber: number };
const toSubscription = ({ invoiceNumber, ...row }: Row): Subscription => ({
  ...row,
  invoiceNumber: formatNumber('subscriptionInvoice', invoiceNumber),
});

const statusConditions: Record<SubscriptionTab, RawBuilder<SqlBool>> = {
  upcoming: sql`s.cancelled_at IS NULL AND s.starts_at > now()`,
  current: sql`s.cancelled_at IS NULL AND s.starts_at <= now() AND s.ends_at > now()`,
  cancelled: sql`s.cancelled_at IS NOT NULL`,
  expired: sql`s.cancelled_at IS NULL AND s.ends_at <= now()`,
};
const conditions: FilterConditions<Omit<SubscriptionPage['filters'], 'status'>> = {
  // Includes customers merged into this one.
  customerId: (id) => sql`s.customer_id = ANY (ARRAY(SELECT unnest(customer_ids(${id}))))`,
  planId: (id) => sql`s.plan_id = ${id}`,
  from: (from) => sql`s.starts_at >= ${from}`,
  to: (to) => sql`s.starts_at < ${to}`,
};
/** Matches the beginning of an invoice number or part of a customer's name. */
function searched(search: string): RawBuilder<SqlBool> {
  const numbers = numbersBeginning('subscriptionInvoice', search);
  if (numbers.length > 0) return hasNumber('s.invoice_number', 'subscriptions', numbers);
  return sql`s.customer_id IN (SELECT c.id FROM customers c
    WHERE ${hasWords(search, sql`c.first_name || ' ' || c.last_name`)})`;
}

export function listSubscriptions(tx: Tx, request: SubscriptionPage): List<SubscriptionList> {
  const { status, ...others } = request.filters;
  const fitting = allOf([
    ...conditionsOf(conditions, others),
    ...(request.search ? [searched(request.search)] : []),
  ]);
  const found = listOf(
    tx,
    rows(tx)
      .where(fitting)
      .where(status ? statusConditions[status] : sql<SqlBool>`true`),
    {
      request,
      sort: {
        columns: [sql.ref('s.starts_at'), sql.ref('s.id')],
        direction: request.sort?.order ?? 'desc',
      },
      select: withRow,
    },
  );
  return found.map(async (page) => ({
    ...page,
    records: page.records.map(toSubscription),
    counts: await countByStatus(tx, fitting),
  }));
}

async function countByStatus(tx: Tx, fitting: RawBuilder<SqlBool>): Promise<SubscriptionList['counts']> {
  const count = (tab: SubscriptionTab) => sql`(SELECT count(*) FROM (SELECT FROM subscriptions s
    WHERE ${fitting} AND ${statusConditions[tab]} LIMIT ${maxSubscriptionCount}) counted) AS ${sql.ref(tab)}`;
  const { rows: found } = await sql<SubscriptionList['counts']>`
    SELECT ${count('upcoming')}, ${count('current')}, ${count('cancelled')}, ${count('expired')}`.execute(tx);
  return found[0]!;
}

export async function getSubscription(tx: Tx, id: string): Promise<Subscription> {
  const row = await withRow(rows(tx)).where('s.id', '=', id).executeTakeFirst();
  return toSubscription(mustFind(row, 'Subscription'));
}

/** The customer's current subscription and the next one, if any. */
export async function runningOf(
  tx: Tx,
  customerId: string,
): Promise<{ current: Subscription | null; upcoming: Subscription | null }> {
  const found = await withRow(rows(tx))
    .where(conditions.customerId(customerId))
    .where(sql<SqlBool>`s.cancelled_at IS NULL AND s.ends_at > now()`)
    .orderBy('s.starts_at')
    .limit(2)
    .execute();
  const running = found.map(toSubscription);
  const of = (status: Subscription['status']) => running.find((one) => one.status === status) ?? null;
  return { current: of('current'), upcoming: of('upcoming') };
}

/**
 * The total that plans saved on a customer's visible orders, including waived delivery fees; undefined for an unknown customer.
 */
export async function savingsOf(
  tx: Tx,
  customerId: string,
): Promise<{ saved: number; savedOrders: number } | undefined> {
  const { rows: found } = await sql<{ saved: number; savedOrders: number }>`
    SELECT coalesce(sum(o.discount_total + coalesce(o.delivery_saved, 0)), 0)::bigint AS saved, count(o.id) AS "savedOrders"
    FROM customers c LEFT JOIN orders o ON o.customer_id = c.id AND o.plan_id IS NOT NULL AND NOT is_called_off(o.status)
    WHERE c.id = ${customerId} GROUP BY c.id`.execute(tx);
  return found[0];
}

/** The data that the rules of subscribing and cancelling need. */
export interface LockedSubscription {
  id: string;
  customerId: string;
  planId: string;
  edition: PlanEdition;
  startsAt: string;
  endsAt: string;
  firstStartsAt: string;
  months: number;
  /** Whether the customer wants it to renew. */
  autoRenew: boolean;
  paymentType: Subscription['paymentType'];
  cardToken: string | null;
  cardProvider: GatewayName | null;
  price: number;
  pricePaid: number;
  refunded: number;
  cancelledAt: string | null;
  invoiceNumber: number;
  previousId: string | null;
  previousAutoRenew: boolean | null;
  kind: 'first' | 'renewal' | 'change';
  status: Subscription['status'];
  isExpired: boolean;
  /** Whole days after today and days of the period, in the time zone of the settings. */
  unusedDays: number;
  periodDays: number;
  /** A card charge is in progress. */
  isBeingCharged: boolean;
  /** The subscription that takes its next period, so that it isn't renewed. Its charge may still be declined. */
  follower: { name: string; isUnpaid: boolean } | null;
}
const zone = sql`marketplace_time_zone()`;
const held = (where: RawBuilder<unknown>) => sql<LockedSubscription>`
  SELECT s.id, s.customer_id AS "customerId", s.plan_id AS "planId", ${edition} AS edition, s.starts_at AS "startsAt",
    s.ends_at AS "endsAt", s.first_starts_at AS "firstStartsAt", s.months, s.auto_renew AS "autoRenew",
    s.payment_type AS "paymentType", s.card_token AS "cardToken", s.card_provider AS "cardProvider",
    s.price, s.price_paid AS "pricePaid", s.refunded,
    s.cancelled_at AS "cancelledAt", s.invoice_number AS "invoiceNumber", s.previous_id AS "previousId",
    s.previous_auto_renew AS "previousAutoRenew", s.kind,
    CASE WHEN s.cancelled_at IS NOT NULL THEN 'cancelled' WHEN s.starts_at > now() THEN 'upcoming'
      ELSE 'current' END AS status,
    s.cancelled_at IS NULL AND s.ends_at <= now() AS "isExpired",
    greatest(0, least(day.ends - day.today - 1, day.ends - day.starts)) AS "unusedDays",
    day.ends - day.starts AS "periodDays",
    EXISTS (SELECT FROM subscription_payments p JOIN gateway_operations g ON g.subscription_payment_id = p.id
      WHERE p.subscription_id = s.id AND p.kind = 'charge' AND g.status = 'waiting') AS "isBeingCharged",
    (SELECT json_build_object('name', f.name, 'isUnpaid', f.is_unpaid) FROM ${follower} f) AS follower
  FROM subscriptions s
  JOIN plan_editions e ON e.plan_id = s.plan_id AND e.number = s.edition
  CROSS JOIN LATERAL (SELECT (s.starts_at AT TIME ZONE ${zone})::date AS starts,
    (s.ends_at AT TIME ZONE ${zone})::date AS ends, (now() AT TIME ZONE ${zone})::date AS today) day
  WHERE ${where}`;

export interface LockedCustomer {
  id: string;
  name: string;
  email: string | null;
  isBlocked: boolean;
}
/** Locks a customer, so that changes of their subscriptions run one after the other. */
export async function lockSubscriber(tx: Tx, customerId: string): Promise<LockedCustomer | undefined> {
  const { rows: found } = await sql<LockedCustomer>`
    SELECT id, rtrim(first_name || ' ' || last_name) AS name, email, status = 'blocked' AS "isBlocked"
    FROM customers WHERE id = remaining_customer(${customerId}) FOR NO KEY UPDATE`.execute(tx);
  return found[0];
}

/** Current and upcoming subscriptions of a locked customer, in order. */
export async function runningSubscriptions(tx: Tx, customerId: string): Promise<LockedSubscription[]> {
  const running = sql`s.customer_id = ${customerId} AND s.cancelled_at IS NULL AND s.ends_at > now() ORDER BY s.starts_at`;
  return (await held(running).execute(tx)).rows;
}

/** Locks a subscription's customer and returns the subscription as read after that. */
export async function lockSubscription(tx: Tx, id: string): Promise<LockedSubscription> {
  const { rows: customers } = await sql`SELECT c.id FROM customers c
    WHERE c.id = (SELECT s.customer_id FROM subscriptions s WHERE s.id = ${id}) FOR NO KEY UPDATE`.execute(
    tx,
  );
  mustFind(customers[0], 'Subscription');
  return mustFind((await held(sql`s.id = ${id}`).execute(tx)).rows[0], 'Subscription');
}

/** Locks and returns the subscription that a charge or refund belongs to. */
export async function lockSubscriptionOf(tx: Tx, paymentId: string): Promise<LockedSubscription> {
  const payment = await tx
    .selectFrom('subscription_payments')
    .select('subscription_id')
    .where('id', '=', paymentId)
    .executeTakeFirst();
  return lockSubscription(tx, mustFind(payment, 'Payment').subscription_id);
}

export interface Period {
  startsAt: string;
  endsAt: string;
  isPast: boolean;
  /** The start is earlier today. */
  isToday: boolean;
}
/**
 * The period that begins at a given time or day, or now, and ends this number of months after the first start. A start earlier
 * today means now.
 */
export async function periodFrom(
  tx: Tx,
  start: string | null,
  { months, firstStartsAt = null }: { months: number; firstStartsAt?: string | null },
): Promise<Period> {
  const isDay = start !== null && !start.includes('T');
  const { rows: found } = await sql<Period>`
    WITH asked AS (
      SELECT CASE WHEN ${start}::text IS NULL THEN now()
        WHEN ${isDay} THEN ${isDay ? start : null}::date::timestamp AT TIME ZONE ${zone}
        ELSE ${isDay ? null : start}::timestamptz END AS at
    ), judged AS (
      SELECT at, at < now() AS is_past, (at AT TIME ZONE ${zone})::date = (now() AT TIME ZONE ${zone})::date AS is_today
      FROM asked
    ), begun AS (
      SELECT *, CASE WHEN is_past AND is_today AND ${firstStartsAt}::timestamptz IS NULL THEN now() ELSE at END AS starts
      FROM judged
    )
    SELECT starts AS "startsAt", is_past AS "isPast", is_today AS "isToday",
      months_after(coalesce(${firstStartsAt}::timestamptz, starts), ${months}, ${zone}) AS "endsAt"
    FROM begun`.execute(tx);
  return found[0]!;
}

export interface Offer {
  id: string;
  status: boolean;
  edition: PlanEdition;
}
/** A plan as currently sold. */
export async function findOffer(tx: Tx, planId: string): Promise<Offer | undefined> {
  const { rows: found } = await sql<Offer>`
    SELECT p.id, p.status, ${edition} AS edition FROM subscription_plans p
    JOIN plan_editions e ON e.plan_id = p.id AND e.number = p.edition
    WHERE p.id = ${planId}`.execute(tx);
  return found[0];
}

export async function insertSubscription(tx: Tx, row: NewRow<'subscriptions'>): Promise<void> {
  await tx.insertInto('subscriptions').values(row).execute();
}

export async function updateSubscription(
  tx: Tx,
  id: string,
  columns: RowChange<'subscriptions'>,
): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({ ...columns, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** Ends a subscription now. */
export async function endSubscription(tx: Tx, id: string, reason: string): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({ cancelled_at: sql`now()`, auto_renew: false, reason, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** Restores a replaced subscription; returns false if another one has taken its period in the meantime. */
export async function restoreReplaced(tx: Tx, id: string): Promise<boolean> {
  const { rows: restored } = await sql`
    UPDATE subscriptions s SET cancelled_at = NULL, reason = NULL, updated_at = now()
    WHERE s.id = ${id} AND s.cancelled_at IS NOT NULL AND NOT EXISTS (SELECT FROM subscriptions other
      WHERE other.customer_id = s.customer_id AND other.cancelled_at IS NULL
        AND tstzrange(other.starts_at, other.ends_at) && tstzrange(s.starts_at, s.ends_at))
    RETURNING s.id`.execute(tx);
  return restored.length > 0;
}

/** The recipient of an invoice, line by line. */
export async function subscriberOf(tx: Tx, customerId: string): Promise<string[]> {
  const { rows: found } = await sql<{ lines: string[] }>`
    SELECT array_remove(ARRAY[rtrim(c.first_name || ' ' || c.last_name), a.line1, a.line2,
      a.city || ', ' || a.state || ' ' || a.postal_code, c.email, c.phone], NULL) AS lines
    FROM customers c LEFT JOIN customer_addresses a ON a.customer_id = c.id AND a.is_default
    WHERE c.id = ${customerId} LIMIT 1`.execute(tx);
  return found[0]?.lines ?? [];
}
