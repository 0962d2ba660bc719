import type { PlanEdition, PlanPeriod } from '@aisle/contract/customers/subscription-plans';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';

/** What a customer has now: which edition of which plan, and from when to when. */
export interface CurrentSubscription {
  id: string;
  planId: string;
  edition: PlanEdition;
  startsAt: string;
  endsAt: string;
  autoRenew: boolean;
}

interface EditionRow {
  number: number;
  name: string;
  price: number;
  period: string;
  freeDeliveryAbove: number | null;
  discountPercent: number;
  coinMultiplier: number;
}
export const editionOf = ({
  freeDeliveryAbove,
  discountPercent,
  coinMultiplier,
  period,
  ...edition
}: EditionRow): PlanEdition => ({
  ...edition,
  period: period as PlanPeriod,
  benefits: { freeDeliveryAbove, discountPercent, coinMultiplier },
});

/** The view `current_subscriptions` has the same in one row per customer, for statements that join it. */
export async function findCurrentSubscription(
  tx: Tx,
  customerId: string,
): Promise<CurrentSubscription | undefined> {
  const { rows } = await sql<Omit<CurrentSubscription, 'edition'> & EditionRow>`
    SELECT id, plan_id AS "planId", starts_at AS "startsAt", ends_at AS "endsAt", auto_renew AS "autoRenew",
      edition AS number, name, price, period, free_delivery_above AS "freeDeliveryAbove",
      discount_percent AS "discountPercent", coin_multiplier AS "coinMultiplier"
    FROM current_subscriptions WHERE customer_id = ${customerId}`.execute(tx);
  const row = rows[0];
  if (!row) return undefined;
  const { id, planId, startsAt, endsAt, autoRenew, ...edition } = row;
  return { id, planId, startsAt, endsAt, autoRenew, edition: editionOf(edition) };
}
