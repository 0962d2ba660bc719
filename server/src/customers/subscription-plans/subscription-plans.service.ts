import { isDeepStrictEqual } from 'node:util';
import {
  noBenefits,
  type SubscriptionPlan,
  type SubscriptionPlanEdit,
  type SubscriptionPlanInput,
  type SubscriptionPlanView,
} from '@aisle/contract/customers/subscription-plans';
import { recordChange } from '../../core/changes/record-change.ts';
import type { Tx } from '../../core/db/db.ts';
import { orNull } from '../../core/db/rows/columns.ts';
import { assertNoConflict, withNotice } from '../../core/db/rows/merge-edits.ts';
import { inUse } from '../../core/db/usage.ts';
import type { Actor } from '../../core/http/actor.ts';
import { newId } from '../../core/ids.ts';
import type { WithMessage } from '../../core/with-message.ts';
import {
  deletePlan,
  editionsOf,
  getPlan,
  insertEdition,
  insertPlan,
  lockPlan,
  subscriptionsOfPlan,
  updatePlan,
} from './subscription-plans.queries.ts';

export async function viewPlan(tx: Tx, id: string): Promise<SubscriptionPlanView> {
  return { ...(await getPlan(tx, id)), editions: await editionsOf(tx, id) };
}

export async function addPlan(
  tx: Tx,
  actor: Actor,
  { name, description, price, period, benefits, status }: SubscriptionPlanInput,
): Promise<SubscriptionPlan> {
  const id = newId();
  await insertPlan(tx, {
    id,
    name,
    description: orNull(description ?? null),
    status,
    created_by: actor.userId,
  });
  await insertEdition(tx, id, { name, price, period, benefits: { ...noBenefits, ...benefits } });
  const plan = await getPlan(tx, id);
  await recordChange(tx, actor, {
    action: 'create',
    resource: 'subscriptionPlans',
    recordId: id,
    after: plan,
  });
  return plan;
}

/** The fields that define an edition. Subscribers keep the edition they bought. */
const offerOf = ({ name, price, period, benefits }: SubscriptionPlan) => ({ name, price, period, benefits });

export async function changePlan(
  tx: Tx,
  actor: Actor,
  id: string,
  { version, ...input }: SubscriptionPlanEdit,
): Promise<WithMessage<SubscriptionPlan>> {
  await lockPlan(tx, id);
  const before = await getPlan(tx, id);
  const { description, status, benefits, ...offered } = input;
  const sent = { ...input, ...(benefits && { benefits: { ...before.benefits, ...benefits } }) };
  const meanwhile = await assertNoConflict(tx, {
    resource: 'subscriptionPlans',
    current: before,
    readAt: version,
    sent,
  });

  const offer = offerOf({
    ...before,
    ...Object.fromEntries(Object.entries(offered).filter(([, value]) => value !== undefined)),
    benefits: { ...before.benefits, ...benefits },
  });
  const edition = isDeepStrictEqual(offer, offerOf(before)) ? undefined : await insertEdition(tx, id, offer);
  await updatePlan(tx, id, {
    name: offer.name,
    edition,
    status,
    ...(description !== undefined && { description: orNull(description) }),
  });
  const after = await getPlan(tx, id);
  await recordChange(tx, actor, {
    action: 'edit',
    resource: 'subscriptionPlans',
    recordId: id,
    before,
    after,
  });
  return withNotice(after, meanwhile);
}

/** Switching on or off cannot conflict with other edits, so it needs no version. */
export async function switchPlan(
  tx: Tx,
  actor: Actor,
  id: string,
  status: boolean,
): Promise<WithMessage<SubscriptionPlan>> {
  const { version } = await lockPlan(tx, id);
  return changePlan(tx, actor, id, { version, status });
}

/** A plan that was ever sold can't be deleted, only deactivated. */
export async function removePlan(tx: Tx, actor: Actor, id: string): Promise<{ _id: string }> {
  await lockPlan(tx, id);
  const before = await getPlan(tx, id);
  const { active, all } = await subscriptionsOfPlan(tx, id);
  const used =
    inUse(before.name, [[active, 'subscriber', 'subscribers']]) ??
    inUse(before.name, [[all, 'past subscription', 'past subscriptions']]);
  if (used) throw used;
  await deletePlan(tx, id);
  await recordChange(tx, actor, { action: 'delete', resource: 'subscriptionPlans', recordId: id, before });
  return { _id: id };
}
