import { formatMoney } from '@aisle/contract/core/money';
import { headlineOf, type OrderStatus } from '@aisle/contract/order-flow';
import type { Order } from '@aisle/contract/order-view';
import type { ConfirmedPayment, TakePayment } from '@aisle/contract/payments';
import type { Actor } from '../core/actor.ts';
import type { Tx } from '../core/db.ts';
import { newId } from '../core/ids.ts';
import { mustFind, problem } from '../core/problem.ts';
import type { Settings } from '../core/settings.ts';
import { askGateway } from '../gateways/operations.queries.ts';
import {
  changePayment,
  coveredBy,
  followTotal,
  givenBackOf,
  insertPayment,
  type PaymentInHand,
  paymentsOf,
} from '../orders/order-payments.queries.ts';
import { lockOrder, type OrderInHand, saveOrder } from '../orders/order-steps.queries.ts';
import { placeWhenCovered, theSystem } from '../orders/order-steps.ts';
import { getOrder } from '../orders/order-view.ts';
import { confirmedPayment, ordersOfCheckout } from './payments.queries.ts';

type Who = Pick<Actor, 'userId' | 'name'>;

/** While an order can still be paid: also afterwards, where a card turned out not to pay. */
const closed: readonly OrderStatus[] = ['cancelled', 'rejected', 'failed', 'expired'];

/** What nothing covers yet. */
async function dueOf(tx: Tx, order: OrderInHand, payments: readonly PaymentInHand[]): Promise<number> {
  if (closed.includes(order.status)) return 0;
  const givenBack = order.paid > 0 ? await givenBackOf(tx, order) : 0;
  return Math.max(0, order.total - coveredBy(payments) + givenBack);
}

/** Takes a payment: what people hold in their hands is paid at once, a card is asked for afterwards. */
export async function takePayment(
  tx: Tx,
  actor: Actor,
  gateway: Settings['cardGateway'],
  orderId: string,
  taking: TakePayment,
): Promise<Order> {
  const order = await lockOrder(tx, orderId);
  await take(tx, actor, gateway, order, taking);
  return getOrder(tx, actor, orderId);
}

async function take(
  tx: Tx,
  actor: Who,
  gateway: Settings['cardGateway'],
  order: OrderInHand,
  { method, amount, reference, token }: TakePayment,
): Promise<void> {
  if (method === 'card' && gateway === 'none') throw problem('payments.no-gateway');
  const payments = await paymentsOf(tx, order);
  const due = await dueOf(tx, order, payments);
  if (due === 0) throw problem('payments.nothing-due');
  if (payments.some((payment) => payment.status === 'due' && payment.isUnderWay)) {
    throw problem('payments.under-way');
  }
  const wanted = amount ?? due;
  if (wanted > due) {
    const most = formatMoney(due);
    const fields = [{ path: 'amount', message: `At most ${most} is due` }];
    throw problem('payments.too-much', { most, due }, { fields });
  }
  if (method === 'card') return askForCard(tx, order, wanted, token ?? '');
  const provider = method;
  const kind = method === 'cash' ? 'cashOnDelivery' : 'card';
  await insertPayment(tx, order, {
    kind,
    provider,
    status: 'captured',
    amount: wanted,
    reference: reference ?? null,
  });
  order.paid += wanted;
  await followTotal(tx, order);
  const how = method === 'cash' ? 'in cash' : `by terminal (${reference})`;
  await notePayment(tx, order, actor, `${formatMoney(wanted)} paid ${how}`);
  await placeWhenCovered(tx, order, 'Payment accepted');
}

async function askForCard(tx: Tx, order: OrderInHand, amount: number, token: string): Promise<void> {
  const paymentId = await insertPayment(tx, order, {
    kind: 'card',
    provider: 'simulated',
    status: 'due',
    amount,
    token,
  });
  await askGateway(
    tx,
    { locationId: order.locationId, orderId: order.id, paymentId },
    { kind: 'authorise', amount },
  );
  // What is asked for is no longer due as well.
  await followTotal(tx, order);
}

/** Writes what became of a payment into the order's timeline, and tells those who look at it. */
async function notePayment(tx: Tx, order: OrderInHand, actor: Who, note: string): Promise<void> {
  await saveOrder(tx, {
    order,
    headline: headlineOf(order),
    entered: null,
    events: [{ id: newId(), kind: 'note', from: null, to: null, by: actor, note }],
    action: 'payment',
    before: null,
    after: { paid: order.paid, note },
  });
}

/** A storefront's payment page has a card for a checkout: each of its orders that waits is paid by it. */
export async function confirmPayment(
  tx: Tx,
  actor: Actor,
  gateway: Settings['cardGateway'],
  mainOrderId: string,
  token: string,
): Promise<ConfirmedPayment> {
  const ids = await ordersOfCheckout(tx, mainOrderId, actor.apiKeyId);
  mustFind(ids[0], 'Checkout');
  let taken = 0;
  for (const id of ids) {
    const order = await lockOrder(tx, id);
    if ((await dueOf(tx, order, await paymentsOf(tx, order))) === 0) continue;
    await take(tx, actor, gateway, order, { method: 'card', token });
    taken += 1;
  }
  if (taken === 0) throw problem('payments.nothing-due');
  return confirmedPayment(tx, mainOrderId);
}

/** What a gateway answered, or that it never did. */
export type Verdict = { accepted: true } | { accepted: false; problem: string; final: boolean };

const mostDeclines = 3;

/** A card was asked whether it pays. */
export async function answerAuthorisation(
  tx: Tx,
  order: OrderInHand,
  paymentId: string,
  verdict: Verdict,
): Promise<'failed' | 'open'> {
  const payments = await paymentsOf(tx, order);
  const payment = payments.find(({ id }) => id === paymentId)!;
  const of = { locationId: order.locationId, orderId: order.id, paymentId };
  if (!verdict.accepted) {
    if (payment.status !== 'due') return 'open';
    await changePayment(tx, order, paymentId, { status: 'failed', problem: verdict.problem });
    if (!closed.includes(order.status)) await followTotal(tx, order);
    await notePayment(tx, order, theSystem, `Card not accepted: ${verdict.problem}`);
    const declined = payments.filter(({ status }) => status === 'failed').length + 1;
    return order.status === 'pending' && (verdict.final || declined >= mostDeclines) ? 'failed' : 'open';
  }
  // Meanwhile the order was called off, or paid otherwise: the card is let go again. Where it only became less, the
  // card has promised more than it will be charged.
  const wanted = payment.status === 'due' ? Math.min(payment.amount, await dueOf(tx, order, payments)) : 0;
  if (wanted === 0) {
    await changePayment(tx, order, paymentId, { status: 'voided', authorised: payment.amount });
    await askGateway(tx, of, { kind: 'void', amount: 0 });
    return 'open';
  }
  await changePayment(tx, order, paymentId, {
    status: 'authorised',
    authorised: payment.amount,
    problem: null,
    reference: `auth-${paymentId.slice(-8)}`,
  });
  await notePayment(tx, order, theSystem, `${formatMoney(payment.amount)} authorised by card`);
  // What was delivered before is charged at once.
  if (order.status === 'delivered') await askGateway(tx, of, { kind: 'capture', amount: wanted });
  await placeWhenCovered(tx, order, 'Payment accepted');
  return 'open';
}

/** A card was charged, or was not although it had promised. */
export async function answerCapture(
  tx: Tx,
  order: OrderInHand,
  { paymentId, amount }: { paymentId: string; amount: number },
  verdict: Verdict,
): Promise<void> {
  if (verdict.accepted) {
    await changePayment(tx, order, paymentId, { status: 'captured', amount, problem: null });
    order.paid += amount;
    return notePayment(tx, order, theSystem, `${formatMoney(amount)} charged to the card`);
  }
  await changePayment(tx, order, paymentId, { status: 'failed', problem: verdict.problem });
  await followTotal(tx, order);
  await notePayment(tx, order, theSystem, `Card not charged: ${verdict.problem}`);
}

/** A card was let go. If it was not, its promise ends by itself. */
export async function answerVoid(
  tx: Tx,
  order: OrderInHand,
  paymentId: string,
  verdict: Verdict,
): Promise<void> {
  const payment = (await paymentsOf(tx, order)).find(({ id }) => id === paymentId);
  if (payment?.status !== 'authorised') return;
  await changePayment(tx, order, paymentId, {
    status: 'voided',
    problem: verdict.accepted ? null : verdict.problem,
  });
  await notePayment(tx, order, theSystem, `${formatMoney(payment.amount)} let go on the card`);
}
