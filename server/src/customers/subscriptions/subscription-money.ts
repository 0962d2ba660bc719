import type { SubscriptionPaymentType } from '@aisle/contract/customers/subscriptions';
import type { Tx } from '../../core/db/db.ts';
import { newId } from '../../core/ids.ts';
import { isGateway } from '../../ledgers/gateways/gateway.ts';
import { enqueueSubscriptionOperation } from '../../ledgers/gateways/operations.queries.ts';
import { postToMarketplace } from '../../ledgers/money/journal.queries.ts';
import {
  addToSums,
  cardProviderOf,
  finishPayment,
  insertPayment,
  refundableCharges,
} from './subscription-payments.queries.ts';

interface Charging {
  subscriptionId: string;
  amount: number;
  paymentType: SubscriptionPaymentType;
  reference?: string | null;
}
/** Charges for a subscription. Cash and terminal payments count at once, cards once the gateway confirms them. */
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
    provider: isCard ? await cardProviderOf(tx, subscriptionId) : paymentType,
    status: 'due',
    amount,
    reference,
    attempts: isCard ? 1 : 0,
  });
  if (isCard) await enqueueSubscriptionOperation(tx, id, { kind: 'authorise', amount });
  else await finishCharge(tx, { id, subscriptionId, amount });
}

/** Charges the card of a renewal in the job that also retries it. */
export async function scheduleCharge(
  tx: Tx,
  { subscriptionId, amount }: Pick<Charging, 'subscriptionId' | 'amount'>,
): Promise<void> {
  await insertPayment(tx, {
    id: newId(),
    subscription_id: subscriptionId,
    kind: 'charge',
    provider: await cardProviderOf(tx, subscriptionId),
    status: 'due',
    amount,
    next_try_at: new Date().toISOString(),
  });
}

interface Settling {
  id: string;
  subscriptionId: string;
  amount: number;
}
/** Settles a charge and posts it to the marketplace's own books. */
export async function finishCharge(tx: Tx, { id, subscriptionId, amount }: Settling): Promise<void> {
  await finishPayment(tx, id, 'captured');
  await addToSums(tx, subscriptionId, { paid: amount });
  await post(tx, id, amount);
}

/** Settles a refund by reversing the posting. */
export async function finishRefund(tx: Tx, { id, subscriptionId, amount }: Settling): Promise<void> {
  await finishPayment(tx, id, 'refunded');
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
 * Refunds to the original payment method: cash and terminal payments at once, card payments through their gateway. Starts with
 * the latest charge, then continues with those of the plans it was changed from.
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
    if (isGateway(provider)) await enqueueSubscriptionOperation(tx, id, { kind: 'refund', amount: part });
    else await finishRefund(tx, { id, subscriptionId: paidFor, amount: part });
  }
  if (left > 0) throw new Error(`${left} cents of subscription ${subscriptionId} were never paid`);
}
