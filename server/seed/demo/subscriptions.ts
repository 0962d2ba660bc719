import { monthsOf } from '@aisle/contract/customers/subscription-plans';
import { sql } from 'kysely';
import type { Tx } from '../../src/core/db/db.ts';
import { type PlanSeed, planSeeds } from '../data/plans.ts';
import { randomFor } from '../data/random.ts';
import { idAt } from './demo-ids.ts';
import { insertRows } from './insert.ts';
import { customersToFavor, waiveFees } from './order-benefits.ts';
import type { Customer } from './people.ts';

const day = 86_400_000;
const month = 30.4 * day;
const subscribers = 300;
/** The number of subscribers who change to another plan at the end of theirs. */
const changing = 14;
const dice = randomFor('subscriptions');
const at = (time: number) => new Date(time).toISOString();

/** The random properties of a customer's period. Its exact dates follow from the first start. */
interface PeriodSeed {
  id: string;
  customer_id: string;
  plan_id: string;
  edition: number;
  price: number;
  first_starts_at: string;
  /** Months from the first start to the start and end of this period. */
  begun: number;
  months: number;
  auto_renew: boolean;
  payment_type: 'card' | 'cash' | 'terminal';
  card_token: string | null;
  kind: 'first' | 'renewal';
  previous_id: string | null;
  cancelled_at: string | null;
  reason: string | null;
  payment_id: string;
  /** The response of the card's bank to the renewal, if it isn't paid yet. */
  declined: string | null;
  /** The amount refunded. */
  refund: number;
  refund_id: string;
}

/** Creates plans, and three hundred customers who have or had one. */
export async function addSubscriptions(
  tx: Tx,
  { customers, now }: { customers: readonly Customer[]; now: number },
): Promise<void> {
  const plans = await addPlans(tx, now);
  const delivery = plans.find(({ key }) => key === 'delivery') ?? plans[0]!;
  const goodsAbove = delivery.editions[0]!.benefits.freeDeliveryAbove ?? 0;
  const favored = await customersToFavor(tx, { goodsAbove });
  const bySeniority = [...customers].sort(
    (a, b) => Number(favored.has(b.id)) - Number(favored.has(a.id)) || a.since - b.since,
  );
  const people = bySeniority.slice(0, subscribers);
  const periods = people.flatMap((person, index) =>
    periodsOf(person, plans, { now, index, ...(favored.has(person.id) && { stays: delivery }) }),
  );
  await writePeriods(tx, periods);
  await addUpcoming(tx);
  await writeMoney(tx);
  await waiveFees(tx);
}

interface Plan extends PlanSeed {
  id: string;
}
async function addPlans(tx: Tx, now: number): Promise<Plan[]> {
  const plans = planSeeds.map((seed) => ({ ...seed, id: idAt(now - seed.editions[0]!.soldSinceDays * day) }));
  await insertRows(
    tx,
    'subscription_plans',
    plans.map(({ id, editions, description, isActive }) => ({
      id,
      name: editions.at(-1)!.name,
      description,
      status: isActive,
      edition: editions.length,
      created_at: at(now - editions[0]!.soldSinceDays * day),
      updated_at: at(now - editions.at(-1)!.soldSinceDays * day),
    })),
  );
  await insertRows(
    tx,
    'plan_editions',
    plans.flatMap(({ id, editions }) =>
      editions.map(({ name, price, period, benefits, soldSinceDays }, index) => ({
        plan_id: id,
        number: index + 1,
        name,
        price,
        period,
        free_delivery_above: benefits.freeDeliveryAbove,
        discount_percent: benefits.discountPercent,
        coin_multiplier: benefits.coinMultiplier,
        created_at: at(now - soldSinceDays * day),
      })),
    ),
  );
  return plans;
}

const planFor = (plans: readonly Plan[]): Plan => dice.weighted(plans.map((plan) => [plan, plan.share]));

/** The periods of a customer since the first one: renewed until now, cancelled, or ended some time ago. */
function periodsOf(
  person: Customer,
  plans: readonly Plan[],
  { now, index, stays }: { now: number; index: number; stays?: Plan },
): PeriodSeed[] {
  const plan = stays ?? planFor(plans);
  const earliest = Math.max(person.since, now - plan.editions[0]!.soldSinceDays * day);
  // Customers who stay had the plan before their open orders.
  const first = stays
    ? Math.min(earliest, now - 20 * day)
    : earliest + dice.next() * Math.max(0, now - day - earliest);
  const length = monthsOf[plan.editions[0]!.period];
  const elapsed = Math.floor((now - first) / (length * month));
  const isCard = dice.chance(0.85) || stays !== undefined;
  const isLeaving = !stays && (dice.chance(0.22) || !plan.isActive);
  const count = isCard ? Math.max(1, elapsed + 1 - (isLeaving ? dice.int(0, 3) : 0)) : 1;
  const periods: PeriodSeed[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const starts = first + nth * length * month;
    const edition = plan.editions.findLastIndex(({ soldSinceDays }) => starts >= now - soldSinceDays * day);
    const isLast = nth === count - 1;
    const { price } = plan.editions[Math.max(0, edition)]!;
    const isCancelled = isLast && isLeaving && dice.chance(0.5);
    const ended = Math.min(starts + dice.next() * length * month * 0.8, now - day / 2);
    const isDeclined = isLast && !isLeaving && nth > 0 && index % 60 === 7;
    periods.push({
      id: idAt(starts),
      customer_id: person.id,
      plan_id: plan.id,
      edition: Math.max(0, edition) + 1,
      price,
      first_starts_at: at(first),
      begun: nth * length,
      months: (nth + 1) * length,
      auto_renew: isCard && isLast && !isLeaving,
      payment_type: isCard ? 'card' : dice.chance(0.5) ? 'cash' : 'terminal',
      card_token: isCard ? (isDeclined ? 'tok_declined' : 'tok_ok') : null,
      kind: nth === 0 ? 'first' : 'renewal',
      previous_id: periods.at(-1)?.id ?? null,
      cancelled_at: isCancelled ? at(ended) : null,
      reason: isCancelled ? dice.pick(reasons) : null,
      payment_id: idAt(starts),
      declined: isDeclined ? 'Declined: insufficient funds' : null,
      refund: isCancelled && dice.chance(0.6) ? Math.round(price * 0.4) : 0,
      refund_id: idAt(ended),
    });
  }
  return periods;
}
const reasons = ['Moved away', 'Orders too rarely', 'Too expensive', 'Prefers to shop in the store'] as const;

async function writePeriods(tx: Tx, periods: readonly PeriodSeed[]): Promise<void> {
  await sql`
    CREATE TEMPORARY TABLE demo_periods ON COMMIT DROP AS
    SELECT p.*, months_after(p.first_starts_at, p.begun, marketplace_time_zone()) AS starts_at,
      months_after(p.first_starts_at, p.months, marketplace_time_zone()) AS ends_at
    FROM jsonb_to_recordset(${JSON.stringify(periods)}::jsonb) AS p (id uuid, customer_id uuid, plan_id uuid,
      edition integer, price bigint, first_starts_at timestamptz, begun integer, months integer, auto_renew boolean,
      payment_type text, card_token text, kind text, previous_id uuid, cancelled_at timestamptz, reason text,
      payment_id uuid, declined text, refund bigint, refund_id uuid)`.execute(tx);
  // Months are shorter or longer than the average: a period that would start after now hasn't been renewed yet.
  await sql`DELETE FROM demo_periods WHERE starts_at > now()`.execute(tx);
  await sql`UPDATE demo_periods p SET auto_renew = true WHERE payment_type = 'card' AND cancelled_at IS NULL
    AND ends_at > now() AND NOT EXISTS (SELECT FROM demo_periods next WHERE next.previous_id = p.id)
    AND (SELECT status FROM subscription_plans WHERE id = p.plan_id)`.execute(tx);
  await sql`UPDATE demo_periods SET cancelled_at = NULL, reason = NULL, refund = 0
    WHERE cancelled_at NOT BETWEEN starts_at AND ends_at`.execute(tx);
  await sql`
    INSERT INTO subscriptions (id, customer_id, plan_id, edition, starts_at, ends_at, first_starts_at, months, auto_renew,
      payment_type, card_token, card_provider, price, price_paid, refunded, kind, previous_id, cancelled_at, reason,
      created_at, updated_at)
    SELECT id, customer_id, plan_id, edition, starts_at, ends_at, first_starts_at, months,
      auto_renew AND cancelled_at IS NULL AND ends_at > now(), payment_type, card_token,
      CASE WHEN card_token IS NOT NULL THEN 'simulated' END, price,
      CASE WHEN declined IS NULL THEN price ELSE 0 END, CASE WHEN declined IS NULL THEN refund ELSE 0 END, kind,
      previous_id, cancelled_at, reason, starts_at, starts_at
    FROM demo_periods ORDER BY starts_at, id`.execute(tx);
}

/** Some customers change to another plan at the end of theirs, and pay cash in advance. */
async function addUpcoming(tx: Tx): Promise<void> {
  await sql`
    WITH changing AS (
      SELECT s.*, row_number() OVER (ORDER BY s.ends_at, s.id) AS nth FROM subscriptions s
      WHERE s.cancelled_at IS NULL AND s.ends_at > now() + interval '2 days' AND s.price_paid > 0
      ORDER BY s.ends_at, s.id LIMIT ${changing}
    ), family AS (
      SELECT e.* FROM subscription_plans p JOIN plan_editions e ON e.plan_id = p.id AND e.number = p.edition
      WHERE p.status AND e.period = 'yearly' LIMIT 1
    ), ended AS (
      SELECT changing.* FROM changing, family WHERE changing.plan_id <> family.plan_id
    )
    INSERT INTO demo_periods (id, customer_id, plan_id, edition, price, first_starts_at, begun, months, auto_renew,
      payment_type, kind, starts_at, ends_at, payment_id, refund)
    SELECT new_uuid_v7(), ended.customer_id, family.plan_id, family.number, family.price, ended.ends_at, 0, 12, false,
      'cash', 'first', ended.ends_at, months_after(ended.ends_at, 12, marketplace_time_zone()), new_uuid_v7(), 0
    FROM ended, family`.execute(tx);
  await sql`
    INSERT INTO subscriptions (id, customer_id, plan_id, edition, starts_at, ends_at, first_starts_at, months, auto_renew,
      payment_type, price, price_paid, kind, created_at)
    SELECT id, customer_id, plan_id, edition, starts_at, ends_at, first_starts_at, months, false, payment_type, price, price,
      kind, now() - interval '1 day'
    FROM demo_periods WHERE starts_at > now() ORDER BY id`.execute(tx);
  // Paid when the customers subscribed.
  await sql`UPDATE demo_periods SET starts_at = now() - interval '1 day' WHERE starts_at > now()`.execute(tx);
}

/** Payments and refunds, as recorded by the gateway and in the marketplace's own books. */
async function writeMoney(tx: Tx): Promise<void> {
  await sql`
    INSERT INTO subscription_payments (subscription_id, id, kind, provider, status, amount, reference, problem, attempts,
      next_try_at, created_at, settled_at)
    SELECT id, payment_id, 'charge', CASE payment_type WHEN 'card' THEN 'simulated' ELSE payment_type END,
      CASE WHEN declined IS NULL THEN 'captured' ELSE 'due' END, price,
      CASE WHEN declined IS NULL AND payment_type = 'card' THEN 'card-' || right(payment_id::text, 8) END, declined,
      CASE payment_type WHEN 'card' THEN 1 ELSE 0 END,
      CASE WHEN declined IS NOT NULL THEN greatest(starts_at, now()) + interval '1 day' END, starts_at,
      CASE WHEN declined IS NULL THEN starts_at END
    FROM demo_periods ORDER BY starts_at, id`.execute(tx);
  await sql`
    INSERT INTO subscription_payments (subscription_id, id, kind, provider, status, amount, charge_id, attempts, created_at,
      settled_at)
    SELECT id, refund_id, 'refund', CASE payment_type WHEN 'card' THEN 'simulated' ELSE payment_type END, 'refunded', refund,
      payment_id, 1, cancelled_at, cancelled_at
    FROM demo_periods WHERE refund > 0 AND declined IS NULL ORDER BY cancelled_at, id`.execute(tx);
  await sql`
    INSERT INTO simulated_gateway (reference, kind, payment, amount, accepted, at)
    SELECT new_uuid_v7(), deed.kind, p.payment_id, p.price, true, p.starts_at
    FROM demo_periods p CROSS JOIN (VALUES ('authorise'), ('capture')) AS deed (kind)
    WHERE p.payment_type = 'card' AND p.declined IS NULL
    UNION ALL
    SELECT new_uuid_v7(), 'refund', payment_id, refund, true, cancelled_at FROM demo_periods
    WHERE payment_type = 'card' AND refund > 0 AND declined IS NULL`.execute(tx);
  await sql`
    WITH posted AS MATERIALIZED (
      SELECT new_uuid_v7() AS id, payment_id AS cause_id, price AS amount, starts_at AS posted_at FROM demo_periods
      WHERE declined IS NULL
      UNION ALL
      SELECT new_uuid_v7(), refund_id, -refund, cancelled_at FROM demo_periods WHERE refund > 0 AND declined IS NULL
    ), journal AS (
      INSERT INTO journals (location_id, id, kind, cause_id, posted_at)
      SELECT marketplace_books(), id, 'subscription', cause_id, posted_at FROM posted
    )
    INSERT INTO ledger_entries (location_id, journal_id, position, account, part, amount, posted_at)
    SELECT marketplace_books(), posted.id, entry.position, entry.account, entry.part, entry.sign * posted.amount, posted.posted_at
    FROM posted CROSS JOIN (VALUES (1, 'customerPayments', 'payment', 1), (2, 'subscriptionIncome', 'subscription', -1))
      AS entry (position, account, part, sign)`.execute(tx);
}
