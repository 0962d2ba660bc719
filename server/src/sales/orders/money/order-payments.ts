import { formatMoney, roundedShare } from '@aisle/contract/core/money';
import { isTender, tenders } from '@aisle/contract/sales/orders/order-payments';
import { isBeforePicking, isCalledOff } from '@aisle/contract/sales/orders/order-status-groups';
import { systemActor } from '../../../core/audit.ts';
import type { Tx } from '../../../core/db/db.ts';
import { newId } from '../../../core/ids.ts';
import { type Problem, problem } from '../../../core/problem.ts';
import { insertCredit } from '../../../customers/credits/credits.queries.ts';
import { returnToGiftCards } from '../../../customers/gift-cards/gift-card-spending.ts';
import { isGateway } from '../../../ledgers/gateways/gateway.ts';
import { cancelUnsentOperations, enqueueOperation } from '../../../ledgers/gateways/operations.queries.ts';
import { insertCoins } from '../../../ledgers/money/journal.queries.ts';
import type { LockedOrder, NewEvent } from '../steps/order-steps.queries.ts';
import {
  canIncrement,
  changePayment,
  coveredFor,
  insertRefund,
  type LockedPayment,
  payByCardOf,
  paymentsOf,
  redeemedCoinsOf,
  refundableOf,
  refundedDifferenceOf,
  updateDuePayment,
} from './order-payments.queries.ts';

/**
 * After a change of the total: updates the due payment, and refunds overpayments. Returns the events to save with the order.
 */
export async function collectDifference(tx: Tx, order: LockedOrder, reason: string): Promise<NewEvent[]> {
  await updateDuePayment(tx, order);
  const held = await releaseTenders(tx, order);
  if (order.paid <= order.total - held) return [];
  // Money is refunded before tenders are released. Overpayments with an existing refund don't count again.
  const amount = order.paid - (await refundedDifferenceOf(tx, order)) - (order.total - held);
  return amount > 0 ? [await refundAutomatically(tx, order, { amount, deliveryFee: 0, reason })] : [];
}

/**
 * Returns what the total no longer needs of gift cards, the last one first, and then of store credit. Coins are returned at
 * delivery. Returns the amount that tenders still hold for the order.
 */
async function releaseTenders(tx: Tx, order: LockedOrder): Promise<number> {
  const held = (await paymentsOf(tx, order)).filter(
    ({ status, provider }) => status === 'authorised' && isTender(provider),
  );
  let left = held.reduce((sum, { amount }) => sum + amount, 0);
  const lastFirst = held.toReversed().sort((a, b) => rankOf(b) - rankOf(a));
  const unused: UnusedTender[] = [];
  for (const payment of lastFirst.filter(({ provider }) => provider !== 'coins')) {
    const back = Math.min(payment.amount, Math.max(0, left - order.total));
    if (back === 0) continue;
    left -= back;
    unused.push({ payment, amount: back });
    const amount = payment.amount - back;
    await changePayment(tx, order, payment.id, amount > 0 ? { amount } : { status: 'voided' });
  }
  await returnTenders(tx, order, unused);
  return Math.min(left, order.total);
}

interface Automatic {
  amount: number;
  deliveryFee: number;
  reason: string;
}
/** Opens an automatic refund. Returns its event. */
async function refundAutomatically(tx: Tx, order: LockedOrder, refund: Automatic): Promise<NewEvent> {
  const refundId = await insertRefund(tx, order, refund);
  const note = `${formatMoney(refund.amount)}: ${refund.reason}`;
  const details = { refundId };
  return { id: newId(), kind: 'refund', from: null, to: 'refundInitiated', by: systemActor, note, details };
}

/**
 * Why the payments of an order don't allow its increased total; null if they do. After picking starts, a card pays at most its
 * authorised amount. Before that, the card can be asked for the rest, or the rest is paid otherwise. After the card was charged,
 * the rest is due at the door. An order paid only with coins can't cost more.
 */
export async function coverProblem(
  tx: Tx,
  order: Pick<LockedOrder, 'locationId' | 'id' | 'status' | 'paymentType' | 'total'>,
  was: number,
): Promise<Problem | null> {
  if (order.total <= was || order.paymentType === 'cashOnDelivery') return null;
  const { covered, promised, byCard, isCharged } = await coveredFor(tx, order);
  const isCoins = order.paymentType === 'coins';
  const isLimited = isBeforePicking(order.status)
    ? isCoins && promised > 0 && !byCard && covered >= was
    : covered > 0 && !isCharged;
  if (!isLimited || order.total <= covered) return null;
  return problem('orders.above-authorised', {
    authorised: formatMoney(covered),
    total: formatMoney(order.total),
  });
}

/**
 * Adapts the payments to a changed total. The total may still rise during picking, so overpayments are settled when picking is
 * done. Returns the events to save with the order.
 */
export async function adjustPayments(
  tx: Tx,
  order: LockedOrder,
  was: number,
  reason: string,
): Promise<NewEvent[]> {
  if (order.status === 'processing') {
    await updateDuePayment(tx, order);
    return [];
  }
  const events = await collectDifference(tx, order, reason);
  if (order.status === 'orderPlaced' && order.total > was) await increaseAuthorization(tx, order);
  return events;
}

/**
 * Asks the card of a placed order to authorise the increase of its total: raises its authorization if the gateway can, and adds a
 * second one otherwise. Until the card accepts, or if it declines, the difference is due and can be paid otherwise.
 */
export async function increaseAuthorization(tx: Tx, order: LockedOrder): Promise<void> {
  const { due, card } = await increaseOf(tx, order);
  if (!due || !card) return;
  if (!(await canIncrement(tx, order, card.id))) return authorizeRest(tx, order);
  const of = { locationId: order.locationId, orderId: order.id, paymentId: card.id };
  await enqueueOperation(tx, of, { kind: 'increment', amount: (card.hold ?? card.amount) + due.amount });
}

/** The amount due, and the card that can be asked for it. One whose authorization is being raised is asked after that. */
async function increaseOf(tx: Tx, order: LockedOrder) {
  const payments = await paymentsOf(tx, order);
  const due = payments.find(
    ({ status, isUnderWay, isVerified }) => status === 'due' && !isUnderWay && !isVerified,
  );
  const card = payments.findLast(
    ({ status, provider, isUnderWay }) => status === 'authorised' && isGateway(provider) && !isUnderWay,
  );
  return { due, card };
}

/** Asks the card of an order for a second authorization of the amount due. */
export async function authorizeRest(tx: Tx, order: LockedOrder): Promise<void> {
  const { due, card } = await increaseOf(tx, order);
  if (!due || !card) return;
  await payByCardOf(tx, order, due.id, card.id);
  const of = { locationId: order.locationId, orderId: order.id, paymentId: due.id };
  await enqueueOperation(tx, of, { kind: 'authorise', amount: due.amount });
}

interface Share {
  payment: LockedPayment;
  amount: number;
}
/**
 * Divides the total among the authorized payments, then a verified card, and returns the uncovered rest. Tenders come first, so
 * that cards are charged only for the rest. A charge in progress counts as paid.
 */
async function sharesOf(
  tx: Tx,
  order: LockedOrder,
  payments: readonly LockedPayment[],
): Promise<{ shares: Share[]; left: number }> {
  const refunded = order.paid > 0 ? await refundedDifferenceOf(tx, order) : 0;
  const charging = payments.reduce((sum, payment) => sum + payment.charging, 0);
  let left = Math.max(0, order.total - order.paid + refunded - charging);
  const authorised = payments.filter(({ status, isUnderWay }) => status === 'authorised' && !isUnderWay);
  const verified = payments.filter(({ isVerified, isUnderWay }) => isVerified && !isUnderWay);
  const shares = [...authorised.toSorted((a, b) => rankOf(a) - rankOf(b)), ...verified].map((payment) => {
    const amount = Math.min(payment.amount, left);
    left -= amount;
    return { payment, amount };
  });
  return { shares, left };
}

/**
 * Charges a card its share of the total, or releases it. It counts as paid when the gateway confirms it. A verified card is
 * authorized first.
 */
async function chargeCard(tx: Tx, order: LockedOrder, { payment, amount }: Share): Promise<void> {
  const of = { locationId: order.locationId, orderId: order.id, paymentId: payment.id };
  if (payment.isVerified && amount > 0) return enqueueOperation(tx, of, { kind: 'authorise', amount });
  if (payment.isVerified) return changePayment(tx, order, payment.id, { status: 'voided' });
  await enqueueOperation(tx, of, amount > 0 ? { kind: 'capture', amount } : { kind: 'void', amount: 0 });
}

/** Charges the cards of an order that is prepared, but keeps what tenders hold until the delivery. */
export async function chargeCards(tx: Tx, order: LockedOrder): Promise<void> {
  const { shares } = await sharesOf(tx, order, await paymentsOf(tx, order));
  for (const share of shares) if (isGateway(share.payment.provider)) await chargeCard(tx, order, share);
}

/**
 * Refunds what was charged while the order was cancelled or its total fell. Returns the events to save with the order. A
 * delivered order no longer changes.
 */
export async function settleCharge(tx: Tx, order: LockedOrder): Promise<NewEvent[]> {
  if (order.status === 'delivered') return [];
  if (!isCalledOff(order.status)) return collectDifference(tx, order, 'The total was reduced');
  const amount = await refundableOf(tx, order);
  const reason = 'The order was cancelled';
  return amount > 0 ? [await refundAutomatically(tx, order, { amount, deliveryFee: 0, reason })] : [];
}

/**
 * Collects the payments on delivery: takes cash, and charges cards up to their authorised amount. Returns the cash taken.
 */
export async function collect(tx: Tx, order: LockedOrder): Promise<number> {
  const payments = await paymentsOf(tx, order);
  const { shares, ...rest } = await sharesOf(tx, order, payments);
  let { left } = rest;
  const unused: UnusedTender[] = [];
  for (const share of shares) {
    const { payment, amount } = share;
    if (isTender(payment.provider)) unused.push({ payment, amount: payment.amount - amount });
    if (isGateway(payment.provider)) {
      await chargeCard(tx, order, share);
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
  await returnTenders(tx, order, unused);
  let cash = 0;
  for (const payment of payments.filter(
    (one) => one.status === 'due' && !one.isUnderWay && !one.isVerified,
  )) {
    if (order.paymentType !== 'cashOnDelivery') continue;
    await changePayment(tx, order, payment.id, { provider: 'cash', status: 'captured', amount: left });
    order.paid += left;
    cash += left;
    left = 0;
  }
  return cash;
}

/** The sequence in which payments are used. */
const rankOf = ({ provider }: LockedPayment): number => {
  const rank = tenders.indexOf(provider ?? '');
  return rank === -1 ? tenders.length : rank;
};

/** A payment with a tender, and the amount of it that the order doesn't need. */
interface UnusedTender {
  payment: LockedPayment;
  amount: number;
}
/** Returns the unused parts of payments to the customer, as coins, store credit, or to the gift cards. */
async function returnTenders(tx: Tx, order: LockedOrder, unused: readonly UnusedTender[]): Promise<void> {
  const { customerId, id, locationId } = order;
  const parts = unused.filter(({ amount }) => amount > 0);
  for (const { payment, amount } of parts) {
    if (payment.provider === 'coins') await returnCoins(tx, order, payment, amount);
    if (payment.provider !== 'storeCredit') continue;
    await insertCredit(tx, {
      customerId,
      kind: 'returned',
      amount,
      causeId: newId(),
      order: { locationId, id },
      userId: null,
    });
  }
  await returnToGiftCards(tx, {
    order: { locationId, id, customerId },
    userId: null,
    shares: parts.flatMap(({ payment: { giftCardId }, amount }) =>
      giftCardId === null ? [] : [{ giftCardId, amount, causeId: newId() }],
    ),
  });
}

async function returnCoins(
  tx: Tx,
  order: LockedOrder,
  { amount }: LockedPayment,
  unused: number,
): Promise<void> {
  const coins = roundedShare((await redeemedCoinsOf(tx, order)).coins, unused, amount);
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

/**
 * Ends the payments of a cancelled order: voids authorisations and refunds paid amounts. Returns the events to save with the
 * order.
 */
export async function releasePayments(
  tx: Tx,
  order: LockedOrder,
  status: 'failed' | 'voided',
  reason: string,
): Promise<NewEvent[]> {
  await cancelUnsentOperations(tx, order.locationId, order.id);
  const payments = await paymentsOf(tx, order);
  for (const payment of payments) {
    if (payment.status === 'authorised' && isGateway(payment.provider)) {
      if (payment.isUnderWay) continue;
      const of = { locationId: order.locationId, orderId: order.id, paymentId: payment.id };
      await enqueueOperation(tx, of, { kind: 'void', amount: 0 });
    } else if (payment.status === 'due' || payment.status === 'authorised') {
      await changePayment(tx, order, payment.id, { status });
    }
  }
  const held = payments.filter((payment) => payment.status === 'authorised' && isTender(payment.provider));
  await returnTenders(
    tx,
    order,
    held.map((payment) => ({ payment, amount: payment.amount })),
  );
  const amount = order.paid > 0 ? await refundableOf(tx, order) : 0;
  if (amount <= 0) return [];
  return [
    await refundAutomatically(tx, order, {
      amount,
      deliveryFee: Math.min(order.deliveryFee, amount),
      reason,
    }),
  ];
}
