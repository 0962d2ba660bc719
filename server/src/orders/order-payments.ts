import { roundedShare } from '@aisle/contract/core/money';
import type { Tx } from '../core/db.ts';
import { isGateway } from '../gateways/gateway.ts';
import { askGateway, callOffUnasked } from '../gateways/operations.queries.ts';
import { insertCoins } from '../money/journal.queries.ts';
import {
  changePayment,
  coinsHeldBy,
  followTotal,
  insertRefund,
  payByCardOf,
  paymentsOf,
  refundableOf,
} from './order-payments.queries.ts';
import type { OrderInHand } from './order-steps.queries.ts';

/** After a change of the total: what is due follows it, and what was paid beyond it goes back. */
export async function settleDifference(tx: Tx, order: OrderInHand, reason: string): Promise<void> {
  await followTotal(tx, order);
  if (order.paid <= order.total) return;
  // What goes back already, because the order became smaller before, is not paid too much any more.
  const amount = (await refundableOf(tx, order)) - order.total;
  if (amount > 0) await insertRefund(tx, order, { amount, deliveryFee: 0, reason });
}

/**
 * A placed order became more than its card promised: the same card is asked for the rest. Until it says yes, and
 * where it says no, that part is due and can be paid by other ways.
 */
export async function askCardForMore(tx: Tx, order: OrderInHand): Promise<void> {
  const payments = await paymentsOf(tx, order);
  const due = payments.find(({ status, isUnderWay }) => status === 'due' && !isUnderWay);
  const card = payments.findLast(({ status, provider }) => status === 'authorised' && isGateway(provider));
  if (!due || !card) return;
  await payByCardOf(tx, order, due.id, card.id);
  const of = { locationId: order.locationId, orderId: order.id, paymentId: due.id };
  await askGateway(tx, of, { kind: 'authorise', amount: due.amount });
}

/**
 * At the door: cash is taken, and cards are charged what the order came to, never more than they were authorised
 * for. What a gateway holds counts as paid once it says so.
 */
export async function collect(tx: Tx, order: OrderInHand): Promise<void> {
  let left = Math.max(0, order.total - order.paid);
  const open = (await paymentsOf(tx, order)).filter(({ isUnderWay }) => !isUnderWay);
  // Coins first: what is left over of them goes back, and no card is charged for it.
  const coinsFirst = open.toSorted((a, b) => Number(b.provider === 'coins') - Number(a.provider === 'coins'));
  for (const payment of coinsFirst.filter(({ status }) => status === 'authorised')) {
    const amount = Math.min(payment.amount, left);
    left -= amount;
    if (payment.provider === 'coins') await giveCoinsBack(tx, order, payment.amount - amount, payment.amount);
    if (isGateway(payment.provider)) {
      const of = { locationId: order.locationId, orderId: order.id, paymentId: payment.id };
      await askGateway(tx, of, amount > 0 ? { kind: 'capture', amount } : { kind: 'void', amount: 0 });
      continue;
    }
    await changePayment(
      tx,
      order,
      payment.id,
      amount > 0 ? { status: 'captured', amount } : { status: 'voided' },
    );
    order.paid += amount;
  }
  for (const payment of open.filter(({ status }) => status === 'due')) {
    if (order.paymentType !== 'cashOnDelivery') continue;
    await changePayment(tx, order, payment.id, { provider: 'cash', status: 'captured', amount: left });
    order.paid += left;
    left = 0;
  }
}

/** Coins that were promised and are not needed go back to whoever they came from. */
async function giveCoinsBack(tx: Tx, order: OrderInHand, unused: number, promised: number): Promise<void> {
  if (unused === 0) return;
  const coins = roundedShare(await coinsHeldBy(tx, order), unused, promised);
  if (coins === 0) return;
  const { customerId, id: orderId, locationId } = order;
  await insertCoins(tx, {
    customerId,
    kind: 'returned',
    coins,
    causeId: orderId,
    orderId,
    locationId,
    userId: null,
  });
}

/** The order is off: nothing is collected any more, cards are let go, and what was paid goes back. */
export async function letGo(
  tx: Tx,
  order: OrderInHand,
  status: 'failed' | 'voided',
  reason: string,
): Promise<void> {
  await callOffUnasked(tx, order.locationId, order.id);
  for (const payment of await paymentsOf(tx, order)) {
    if (payment.status === 'authorised' && isGateway(payment.provider)) {
      if (payment.isUnderWay) continue;
      const of = { locationId: order.locationId, orderId: order.id, paymentId: payment.id };
      await askGateway(tx, of, { kind: 'void', amount: 0 });
    } else if (payment.status === 'due' || payment.status === 'authorised') {
      if (payment.provider === 'coins') await giveCoinsBack(tx, order, payment.amount, payment.amount);
      await changePayment(tx, order, payment.id, { status });
    }
  }
  const amount = order.paid > 0 ? await refundableOf(tx, order) : 0;
  if (amount <= 0) return;
  await insertRefund(tx, order, { amount, deliveryFee: Math.min(order.deliveryFee, amount), reason });
}
