import { formatDate } from '@aisle/contract/core/dates';
import type { Subscription, SubscriptionPayment } from '@aisle/contract/customers/subscriptions';

/** The renewal of a subscription, or the reason why it ended. */
export function renewalText(subscription: Subscription): string {
  const { status, isExpired, autoRenew, reason } = subscription;
  if (status === 'cancelled') return reason ?? 'Cancelled';
  if (isExpired) return reason ?? 'Ended';
  return autoRenew ? 'Renews automatically' : reason ? `Ends: ${reason}` : 'Ends';
}

const latest = (payments: readonly SubscriptionPayment[]) =>
  payments.findLast(({ kind }) => kind !== 'credit');

/** A problem or pending payment of a subscription; undefined if there is none. */
export function paymentNote({ payments, timeZone }: Subscription): string | undefined {
  const payment = latest(payments);
  if (!payment) return undefined;
  const { status, problem, nextTryAt } = payment;
  const again = nextTryAt ? `. Next try ${formatDate(nextTryAt, timeZone)}` : '';
  if (status === 'due') return problem ? `Card not charged: ${problem}${again}` : 'Card payment in progress';
  if (status === 'refundFailed') return `Not refunded: ${problem}${again}`;
  return status === 'refundProcessing' ? 'Refund in progress' : undefined;
}
