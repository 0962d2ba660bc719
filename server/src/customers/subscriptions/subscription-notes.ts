import type { Tx } from '../../core/db/db.ts';
import { announce } from '../../core/live-events.ts';
import { addToSums, paymentsOf, updatePayment } from './subscription-payments.queries.ts';

/** Notifies open screens of a changed subscription. */
export const recordSubscription = (tx: Tx, id: string, action: string): Promise<void> =>
  announce(tx, { topic: 'subscriptions', action, recordId: id, permission: 'subscriptionPlan_list' });

/** Cancels unpaid charges of a subscription that ends. */
export async function cancelUnpaid(tx: Tx, subscriptionId: string): Promise<void> {
  for (const { id, kind, status } of await paymentsOf(tx, subscriptionId)) {
    if (kind === 'charge' && status === 'due') {
      await updatePayment(tx, id, { status: 'voided', next_try_at: null });
    }
  }
}

/** Reverses the credit that a change used, and returns its amount. */
export async function reverseCredit(tx: Tx, subscriptionId: string): Promise<number> {
  let credit = 0;
  for (const { id, kind, status, amount } of await paymentsOf(tx, subscriptionId)) {
    if (kind !== 'credit' || status !== 'captured') continue;
    await updatePayment(tx, id, { status: 'voided', settled_at: null });
    await addToSums(tx, subscriptionId, { paid: -amount });
    credit += amount;
  }
  return credit;
}
