import { benefitTexts } from '@aisle/contract/customers/subscription-plans';
import type { CancelSubscription, Unsubscribed } from '@aisle/contract/customers/subscriptions';
import { recordChange } from '../../core/changes/record-change.ts';
import type { Context } from '../../core/context.ts';
import { problem } from '../../core/problem.ts';
import { valueOfUnused } from './subscribe.ts';
import { refund } from './subscription-money.ts';
import { cancelUnpaid } from './subscription-notes.ts';
import { recordStep, statusOf } from './subscription-steps.queries.ts';
import {
  endSubscription,
  getSubscription,
  lockSubscription,
  updateSubscription,
} from './subscriptions.queries.ts';

/** Ends a subscription now, with or without a refund, or at the end of its period. */
export async function cancelSubscription(
  { tx, actor }: Context,
  id: string,
  { when, refund: refunds, reason, dryRun }: CancelSubscription,
): Promise<Unsubscribed> {
  const held = await lockSubscription(tx, id);
  if (held.status === 'cancelled' || held.isExpired) throw problem('subscriptions.over');
  if (when === 'now' && held.isBeingCharged) throw problem('payments.under-way');
  const isNow = when === 'now';
  const amount = isNow && refunds === 'unusedDays' ? await valueOfUnused(tx, held) : 0;
  const now = new Date().toISOString();
  const outcome = {
    refund: amount,
    unusedDays: isNow ? held.unusedDays : 0,
    periodDays: held.periodDays,
    benefitsLost: benefitTexts(held.edition.benefits),
    effectiveAt: isNow ? now : held.endsAt,
  };
  if (dryRun) {
    const before = await getSubscription(tx, id);
    const after = isNow
      ? { status: 'cancelled' as const, cancelledAt: now, autoRenew: false, reason }
      : { autoRenew: false, reason };
    return { ...before, ...after, ...outcome };
  }
  if (isNow) {
    await cancelUnpaid(tx, id);
    await endSubscription(tx, id, reason);
    if (amount > 0) await refund(tx, id, amount);
  } else {
    await updateSubscription(tx, id, { auto_renew: false, reason });
  }
  await recordChange(tx, actor, {
    action: 'cancel',
    resource: 'subscriptions',
    recordId: id,
    after: { customerId: held.customerId, plan: held.edition.name, when, refund: amount, reason },
  });
  await recordStep(tx, id, 'cancelled', statusOf(held));
  return { ...(await getSubscription(tx, id)), ...outcome };
}
