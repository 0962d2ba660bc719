import type { Tx } from '../../core/db/db.ts';
import type { Verdict } from '../../ledgers/gateways/gateway.ts';
import {
  enqueueSubscriptionOperation,
  type SubscriptionOperation,
} from '../../ledgers/gateways/operations.queries.ts';
import { requestLink } from './renewal-links/renewal-links.queries.ts';
import { queueRenewalMail } from './renewal-mails.ts';
import { finishCharge, finishRefund, refund, scheduleCharge } from './subscription-money.ts';
import { recordSubscription, reverseCredit } from './subscription-notes.ts';
import {
  type LockedPayment,
  paymentsOf,
  postponePayment,
  refundableAmount,
  updatePayment,
} from './subscription-payments.queries.ts';
import { recordStep, statusOf } from './subscription-steps.queries.ts';
import {
  endSubscription,
  type LockedSubscription,
  lockSubscription,
  restoreReplaced,
  updateSubscription,
} from './subscriptions.queries.ts';

/** A renewal is retried this many days after it was first due; then the subscription ends. */
export const retryDays = [1, 3, 5] as const;
/** A rejected refund is retried after a pause that grows up to a day. */
const refundPause = (attempts: number) => Math.min(1, (60 * 4 ** attempts) / 86_400);

/** Handles a gateway's response to a charge or refund of a locked subscription. */
export async function handleSubscriptionResult(
  tx: Tx,
  subscription: LockedSubscription,
  { subscriptionPaymentId, kind }: SubscriptionOperation,
  verdict: Verdict,
): Promise<void> {
  const payments = await paymentsOf(tx, subscription.id);
  const payment = payments.find(({ id }) => id === subscriptionPaymentId)!;
  if (kind === 'void') return;
  if (kind === 'refund') await handleRefund(tx, payment, verdict);
  else if (!verdict.accepted) await refuseCharge(tx, subscription, payment, verdict);
  else if (kind === 'authorise') await handleAuthorization(tx, payment);
  else await handleCapture(tx, subscription, payment);
  await recordSubscription(tx, subscription.id, 'payment');
}

async function handleRefund(tx: Tx, payment: LockedPayment, verdict: Verdict): Promise<void> {
  if (payment.status !== 'refundProcessing') return;
  if (verdict.accepted) return finishRefund(tx, payment);
  const { id, attempts } = payment;
  const { problem } = verdict;
  await postponePayment(tx, { id, status: 'refundFailed', problem, days: refundPause(attempts) });
}

/** Captures an authorization, or voids it if the charge is no longer due. */
async function handleAuthorization(tx: Tx, { id, status, amount }: LockedPayment): Promise<void> {
  const isWanted = status === 'due';
  await enqueueSubscriptionOperation(
    tx,
    id,
    isWanted ? { kind: 'capture', amount } : { kind: 'void', amount: 0 },
  );
}

async function handleCapture(
  tx: Tx,
  subscription: LockedSubscription,
  payment: LockedPayment,
): Promise<void> {
  if (payment.status !== 'due') return;
  await finishCharge(tx, payment);
  await updatePayment(tx, payment.id, { reference: `card-${payment.id.slice(-8)}` });
  if (subscription.kind === 'renewal') await queueRenewalMail(tx, subscription.id, { kind: 'renewed' });
}

type Refusal = Pick<Extract<Verdict, { accepted: false }>, 'problem' | 'needsShopper'>;
/** Schedules the retry of a charge that was declined, or ends the subscription. */
export async function refuseCharge(
  tx: Tx,
  subscription: LockedSubscription,
  { id, status, attempts }: LockedPayment,
  { problem, needsShopper = false }: Refusal,
): Promise<void> {
  if (status !== 'due') return;
  const isRenewal = subscription.kind === 'renewal';
  const days = isRenewal ? retryDays[attempts - 1] : undefined;
  if (days !== undefined) {
    const nextTryAt = await postponePayment(tx, { id, status, problem, days });
    if (needsShopper) return requestLink(tx, id);
    await queueRenewalMail(tx, subscription.id, { kind: 'notCharged', problem, nextTryAt });
    return;
  }
  await updatePayment(tx, id, { status: 'failed', problem, next_try_at: null });
  await endSubscription(tx, subscription.id, `Card not charged: ${problem}`);
  await recordStep(tx, subscription.id, 'ended', statusOf(subscription));
  if (isRenewal) await queueRenewalMail(tx, subscription.id, { kind: 'ended', problem });
  if (subscription.kind === 'change') await restore(tx, subscription);
}

/**
 * After an unpaid change, the previous plan continues unchanged. If another plan has taken its period in the meantime, refunds
 * its unused days.
 */
async function restore(tx: Tx, { id, previousId, previousAutoRenew }: LockedSubscription): Promise<void> {
  const credit = await reverseCredit(tx, id);
  if (await restoreReplaced(tx, previousId!)) {
    await updateSubscription(tx, previousId!, { auto_renew: previousAutoRenew ?? false });
    await chargeAgain(tx, await lockSubscription(tx, previousId!));
    return recordStep(tx, previousId!, 'restored', 'cancelled');
  }
  const refundable = Math.min(credit, await refundableAmount(tx, previousId!));
  if (refundable > 0) await refund(tx, previousId!, refundable);
  await recordSubscription(tx, previousId!, 'payment');
}

/** Charges a renewal again if its unpaid charge was cancelled when the change replaced it. */
async function chargeAgain(tx: Tx, { id, kind, price, pricePaid }: LockedSubscription): Promise<void> {
  if (kind !== 'renewal' || pricePaid >= price) return;
  await scheduleCharge(tx, { subscriptionId: id, amount: price - pricePaid });
}
