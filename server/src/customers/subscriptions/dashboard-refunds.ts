import { recordChange } from '../../core/changes/record-change.ts';
import type { Tx } from '../../core/db/db.ts';
import { newId } from '../../core/ids.ts';
import { insertReportedSubscriptionRefund } from '../../ledgers/gateways/operations.queries.ts';
import { finishRefund } from './subscription-money.ts';
import { recordSubscription } from './subscription-notes.ts';
import { insertPayment, refundableCharges } from './subscription-payments.queries.ts';
import type { LockedSubscription } from './subscriptions.queries.ts';

interface DashboardRefund {
  /** The refunded charge. */
  paymentId: string;
  /** The gateway's ID of the refund. */
  refundRef: string;
  amount: number;
  /** Where it was made, for example "Stripe dashboard". */
  dashboard: string;
}
/**
 * Adds a refund that was made at the gateway itself to its subscription, which must be locked and goes on. Returns false, and changes
 * nothing, if it is more than can still be refunded.
 */
export async function takeSubscriptionRefund(
  tx: Tx,
  { id: subscriptionId, customerId, edition }: LockedSubscription,
  { paymentId, refundRef, amount, dashboard }: DashboardRefund,
): Promise<boolean> {
  const charge = (await refundableCharges(tx, subscriptionId)).find(({ id }) => id === paymentId);
  if (!charge || charge.room < amount) return false;
  const id = newId();
  await insertPayment(tx, {
    id,
    subscription_id: subscriptionId,
    kind: 'refund',
    provider: charge.provider,
    status: 'refundProcessing',
    amount,
    charge_id: paymentId,
    reference: dashboard,
  });
  await insertReportedSubscriptionRefund(tx, id, refundRef);
  await finishRefund(tx, { id, subscriptionId, amount });
  const actor = { userId: null, name: dashboard };
  await recordChange(tx, actor, {
    action: 'refund',
    resource: 'subscriptions',
    recordId: subscriptionId,
    after: { customerId, plan: edition.name, amount },
  });
  await recordSubscription(tx, subscriptionId, 'payment');
  return true;
}
