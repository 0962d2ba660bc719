import type { SubscriptionPaymentType } from '@aisle/contract/customers/subscriptions';
import type { Tx } from '../../core/db/db.ts';
import { newId } from '../../core/ids.ts';
import { enqueueSubscriptionOperation } from '../../ledgers/gateways/operations.queries.ts';
import { postToMarketplace } from '../../ledgers/money/journal.queries.ts';
import {
  addToSums,
  insertPayment,
  refundableCharges,
  settlePayment,
} from './subscription-payments.queries.ts';

interface Charging {
  subscriptionId: string;
  amount: number;
  paymentType: SubscriptionPaymentType;
  reference?: string | null;
}
/** Takes what a subscription costs: cash and terminals count at once, a card once its gateway confirms it. */
export async function charge(
  tx: Tx,
  { subscriptionId, amount, paymentType, reference = null }: Charging,
): Promise<void> {
  const id = newId();
  const isCard = paymentType === 'card';
  await insertPayment(tx, {
    id,
    subscription_id: subscriptionId,
    kind: 'charge',
    provider: isCard ? 'simulated' : paymentType,
    status: 'due',
    amount,
    reference,
    attempts: isCard ? 1 : 0,
  });
  if (isCard) await enqueueSubscriptionOperation(tx, id, { kind: 'authorise', amount });
  else await settleCharge(tx, { id, subscriptionId, amount });
}

interface Settling {
  id: string;
  subscriptionId: string;
  amount: number;
}
/** The money is there: it is posted to the marketplace's own books. */
export async function settleCharge(tx: Tx, { id, subscriptionId, amount }: Settling): Promise<void> {
  await settlePayment(tx, id, 'captured');
  await addToSums(tx, subscriptionId, { paid: amount });
  await post(tx, id, amount);
}

/** The customer has the money back: the posting is reversed. */
export async function settleRefund(tx: Tx, { id, subscriptionId, amount }: Settling): Promise<void> {
  await settlePayment(tx, id, 'refunded');
  await addToSums(tx, subscriptionId, { refunded: amount });
  await post(tx, id, -amount);
}

const post = (tx: Tx, causeId: string, amount: number) =>
  postToMarketplace(tx, {
    kind: 'subscription',
    causeId,
    entries: [
      { account: 'customerPayments', part: 'payment', amount },
      { account: 'subscriptionIncome', part: 'subscription', amount: -amount },
    ],
  });

/**
 * Refunds the way of the payment: what was paid in cash or by terminal at once, what a card paid through its gateway.
 * The latest charge first, then those of the plans that it was changed from.
 */
export async function refund(tx: Tx, subscriptionId: string, amount: number): Promise<void> {
  let left = amount;
  for (const { id: chargeId, provider, room, paidFor } of await refundableCharges(tx, subscriptionId)) {
    if (left === 0) return;
    const part = Math.min(left, room);
    left -= part;
    const id = newId();
    await insertPayment(tx, {
      id,
      subscription_id: paidFor,
      kind: 'refund',
      provider,
      status: 'refundProcessing',
      amount: part,
      charge_id: chargeId,
      attempts: 1,
    });
    if (provider === 'simulated')
      await enqueueSubscriptionOperation(tx, id, { kind: 'refund', amount: part });
    else await settleRefund(tx, { id, subscriptionId: paidFor, amount: part });
  }
  if (left > 0) throw new Error(`${left} cents of subscription ${subscriptionId} were never paid`);
}
