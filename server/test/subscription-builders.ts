import { customerRoutes } from '@aisle/contract/customers/customers';
import type { PlanBenefits, SubscriptionPlan } from '@aisle/contract/customers/subscription-plans';
import { subscriptionPlanRoutes } from '@aisle/contract/customers/subscription-plans';
import type { Subscribed, SubscribeInput } from '@aisle/contract/customers/subscriptions';
import { subscriptionRoutes } from '@aisle/contract/customers/subscriptions';
import { sql } from 'kysely';
import { renewSubscriptions } from '../src/customers/subscriptions/renewals.ts';
import { letTimePass, runGatewayOperations } from './return-builders.ts';
import type { Person, Shop } from './shop.ts';

let plans = 0;
/** A plan for $30 a month with 5% off. */
export const addPlan = (
  person: Person,
  parts: Partial<Pick<SubscriptionPlan, 'name' | 'price' | 'period' | 'status'>> & {
    benefits?: Partial<PlanBenefits>;
  } = {},
): Promise<SubscriptionPlan> => {
  plans += 1;
  const body = {
    name: `Plan ${plans}`,
    price: 3000,
    period: 'monthly' as const,
    benefits: { discountPercent: 5 },
  };
  return person.do(subscriptionPlanRoutes.create, { body: { ...body, ...parts } });
};

let customers = 0;
export async function addSubscriber(person: Person, email?: string): Promise<string> {
  customers += 1;
  const phone = `737444${String(customers).padStart(4, '0')}`;
  const body = { firstName: 'Ada', lastName: 'Byron', phone, ...(email && { email }) };
  return (await person.do(customerRoutes.create, { body }))._id;
}

export const subscribeTo = (
  person: Person,
  customerId: string,
  planId: string,
  rest: Partial<SubscribeInput> = {},
): Promise<Subscribed> =>
  person.do(subscriptionRoutes.subscribe, { body: { customerId, planId, paymentType: 'cash', ...rest } });

export const historyOf = async (person: Person, customerId: string) =>
  person.do(subscriptionRoutes.list, { body: { filters: { customerId }, sort: { field: 'startsAt' } } });

/** Moves all times of a customer's subscriptions into the past, the earliest first, because none may overlap. */
export async function age(shop: Shop, customerId: string, interval: string): Promise<void> {
  const { rows } = await shop.db.owner.query<{ id: string }>(
    'SELECT id FROM subscriptions WHERE customer_id = $1 ORDER BY starts_at',
    [customerId],
  );
  for (const { id } of rows) {
    await shop.db.owner.query(
      `UPDATE subscriptions SET starts_at = starts_at - $2::interval, ends_at = ends_at - $2::interval,
         first_starts_at = first_starts_at - $2::interval WHERE id = $1`,
      [id, interval],
    );
    await shop.db.owner.query(
      `UPDATE subscription_payments SET next_try_at = next_try_at - $2::interval, created_at = created_at - $2::interval
       WHERE subscription_id = $1`,
      [id, interval],
    );
  }
}

/** Runs the due jobs and processes the gateway's responses, including those of retries. */
export async function workSubscriptions(shop: Shop): Promise<void> {
  await renewSubscriptions(shop.db, shop.services);
  for (let times = 0; times < 3; times += 1) {
    await runGatewayOperations(shop);
    await letTimePass(shop);
  }
}

/** The balances of the marketplace's own books, by account. */
export async function marketplaceBooks(shop: Shop): Promise<Record<string, number>> {
  const { rows } = await shop.look((tx) =>
    sql<{ account: string; sum: number }>`SELECT account, sum(amount)::bigint AS sum FROM ledger_entries
      WHERE location_id = marketplace_books() GROUP BY 1 HAVING sum(amount) <> 0`.execute(tx),
  );
  return Object.fromEntries(rows.map(({ account, sum }) => [account, Number(sum)]));
}

/** The simulated gateway's own records of a customer's subscriptions. */
export async function gatewayRecords(shop: Shop, customerId: string): Promise<Record<string, number>> {
  const { rows } = await shop.db.owner.query<{ kind: string; sum: number }>(
    `SELECT g.kind, sum(g.amount)::int AS sum FROM simulated_gateway g
     JOIN subscription_payments p ON p.id = g.payment JOIN subscriptions s ON s.id = p.subscription_id
     WHERE s.customer_id = $1 AND g.accepted GROUP BY 1`,
    [customerId],
  );
  return Object.fromEntries(rows.map(({ kind, sum }) => [kind, sum]));
}
