import { type Database, system, type Tx, transaction } from '../../core/db/db.ts';
import { isGateway } from '../../ledgers/gateways/gateway.ts';
import { enqueueOperation } from '../../ledgers/gateways/operations.queries.ts';
import { insertPayment, paymentsOf } from '../orders/money/order-payments.queries.ts';
import { lockOrder } from '../orders/steps/order-steps.queries.ts';
import { requestReplacement } from './follow-ups.queries.ts';
import { nextEnding } from './renew-authorizations.queries.ts';

/**
 * Authorizes anew, once, what open orders need longer than banks hold it, if the shopper agreed to keep the card. The earlier
 * authorization is released after the new one succeeded. Without that consent, or if the card declines, it remains, staff get a
 * notice, and the shopper a link.
 */
export async function renewAuthorizations(db: Database): Promise<void> {
  while (await transaction(db, system, renewNext));
}

async function renewNext(tx: Tx): Promise<boolean> {
  const ending = await nextEnding(tx);
  if (!ending) return false;
  const { orderId, paymentId, token, savesCard, isRenewable } = ending;
  const order = await lockOrder(tx, orderId);
  const payments = await paymentsOf(tx, order);
  const payment = payments.find(({ id }) => id === paymentId);
  const isRenewed = payments.some(({ replaces }) => replaces === paymentId);
  // Another server renewed it, or the order was handed over meanwhile.
  if (!payment || isRenewed || payment.isUnderWay || payment.isEnding || payment.status !== 'authorised')
    return true;
  const { provider, amount, hold, kind } = payment;
  if (!isGateway(provider)) return true;
  if (!isRenewable) {
    await requestReplacement(tx, order, paymentId);
    return true;
  }
  const id = await insertPayment(tx, order, {
    kind,
    provider,
    status: 'due',
    amount,
    token,
    savesCard,
    replaces: paymentId,
  });
  const of = { locationId: order.locationId, orderId, paymentId: id };
  await enqueueOperation(tx, of, { kind: 'authorise', amount: hold ?? amount });
  return true;
}
