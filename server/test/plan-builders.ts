import { customerRoutes } from '@aisle/contract/customers/customers';
import type { PlanBenefits } from '@aisle/contract/customers/subscription-plans';
import { newId } from '../src/core/ids.ts';
import { newShopper } from './order-builders.ts';
import type { Inside, Person } from './shop.ts';

interface PlanParts extends Partial<PlanBenefits> {
  name?: string;
}
/** A plan with one edition, written directly to the tables. */
export async function addPlan(shop: Inside, { name, ...benefits }: PlanParts = {}): Promise<string> {
  const id = newId();
  await shop.look(async (tx) => {
    await tx
      .insertInto('subscription_plans')
      .values({ id, name: name ?? `Plan ${id}` })
      .execute();
    await tx
      .insertInto('plan_editions')
      .values({
        plan_id: id,
        number: 1,
        name: name ?? `Plan ${id}`,
        price: 999,
        period: 'monthly',
        free_delivery_above: benefits.freeDeliveryAbove ?? null,
        discount_percent: benefits.discountPercent ?? 0,
        coin_multiplier: benefits.coinMultiplier ?? 1,
      })
      .execute();
  });
  return id;
}

const day = 24 * 3600_000;
/** Subscribes a customer for a period around today. */
export async function subscribeTo(shop: Inside, customerId: string, planId: string): Promise<string> {
  const id = newId();
  const startsAt = new Date(Date.now() - day).toISOString();
  await shop.look((tx) =>
    tx
      .insertInto('subscriptions')
      .values({
        id,
        customer_id: customerId,
        plan_id: planId,
        edition: 1,
        starts_at: startsAt,
        first_starts_at: startsAt,
        ends_at: new Date(Date.now() + 29 * day).toISOString(),
        months: 1,
        payment_type: 'cash',
        price: 999,
        price_paid: 0,
      })
      .execute(),
  );
  return id;
}

/** A new customer with a subscription that has these benefits. */
export async function addSubscriber(
  shop: Inside,
  person: Person,
  parts: PlanParts = {},
): Promise<{ customerId: string; planId: string; subscriptionId: string }> {
  const { _id: customerId } = await person.do(customerRoutes.create, { body: newShopper() });
  const planId = await addPlan(shop, parts);
  return { customerId, planId, subscriptionId: await subscribeTo(shop, customerId, planId) };
}
