import { formatDate } from '@aisle/contract/core/dates';
import { formatMoney } from '@aisle/contract/core/money';
import { headlineOf } from '@aisle/contract/sales/orders/order-flow';
import { isBeforePicking, isCalledOff, isPicked } from '@aisle/contract/sales/orders/order-status-groups';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { cardMargin } from '@aisle/contract/sales/orders/pricing';
import type { ConfirmedPayment, ConfirmPayment, TakePayment } from '@aisle/contract/sales/payments';
import { systemActor } from '../../core/audit.ts';
import type { Context } from '../../core/context.ts';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { newId } from '../../core/ids.ts';
import { mustFind, problem, wrongField } from '../../core/problem.ts';
import type { GatewayName, Verdict } from '../../ledgers/gateways/gateway.ts';
import { gatewayOf } from '../../ledgers/gateways/gateways.ts';
import { enqueueOperation } from '../../ledgers/gateways/operations.queries.ts';
import { getSettings } from '../../system/settings/settings.service.ts';
import {
  changePayment,
  coveredBy,
  insertPayment,
  type LockedPayment,
  outlastsHold,
  overpaymentRefundsOf,
  paymentsOf,
  scheduleAuthorizations,
  updateDuePayment,
  weighedTotalOf,
} from '../orders/money/order-payments.queries.ts';
import {
  authorizeRest,
  chargeCards,
  increaseAuthorization,
  settleCharge,
} from '../orders/money/order-payments.ts';
import { getOrder } from '../orders/order-view.ts';
import {
  automaticNote,
  type LockedOrder,
  lockOrder,
  type NewEvent,
  saveOrder,
} from '../orders/steps/order-steps.queries.ts';
import { confirmWhenCovered } from '../orders/steps/order-steps.ts';
import { requestFollowUp, requestReplacement } from './follow-ups.queries.ts';
import { confirmedPayment, ordersOfCheckout } from './payments.queries.ts';

type Who = Pick<Actor, 'userId' | 'name'>;

/** The amount that isn't covered yet. Delivered orders can have one too, if their card couldn't be charged. */
export async function dueOf(tx: Tx, order: LockedOrder, payments: readonly LockedPayment[]): Promise<number> {
  if (isCalledOff(order.status)) return 0;
  const refunds = order.paid > 0 ? await overpaymentRefundsOf(tx, order) : 0;
  return Math.max(0, order.total - coveredBy(payments) + refunds);
}

/** The amount that a payment by link covers: what is due, and what authorizations that are about to end hold. */
export const dueByLink = (tx: Tx, order: LockedOrder, payments: readonly LockedPayment[]): Promise<number> =>
  dueOf(
    tx,
    order,
    payments.filter(({ isEnding }) => !isEnding),
  );

/** Takes a payment. Cash and terminal payments count immediately, card payments after the gateway confirms them. */
export async function takePayment(context: Context, orderId: string, payment: TakePayment): Promise<Order> {
  const { tx, actor, services } = context;
  const { cardGateway } = services.settings;
  if (payment.method === 'card' && cardGateway !== 'none' && gatewayOf(cardGateway).testCards.length === 0) {
    throw wrongField('method', "Staff can't enter cards. Send a payment link");
  }
  const order = await lockOrder(tx, orderId);
  await take(context, order, payment);
  return getOrder(tx, actor, orderId);
}

async function take(
  { tx, actor, services }: Context,
  order: LockedOrder,
  { method, amount, reference, token, savesCard }: TakePayment & { savesCard?: boolean },
): Promise<void> {
  const payments = await paymentsOf(tx, order);
  const due = await dueOf(tx, order, payments);
  if (due === 0) throw problem('payments.nothing-due');
  if (payments.some((payment) => payment.status === 'due' && payment.isUnderWay)) {
    throw problem('payments.under-way');
  }
  const wanted = amount ?? due;
  if (wanted > due) {
    const most = formatMoney(due);
    const fields = [{ path: 'amount', message: `The amount due is ${most}` }];
    throw problem('payments.too-much', { most, due }, { fields });
  }
  if (method === 'card') {
    const { cardGateway: provider } = services.settings;
    if (provider === 'none') throw problem('payments.no-gateway');
    const card = { provider, amount: wanted, token: token ?? '', savesCard };
    const { holdDays } = gatewayOf(provider);
    if (holdDays !== null && (await outlastsHold(tx, order, holdDays))) {
      // The bank is asked for its consent to charge the card later.
      return requestCard(tx, order, card, { kind: 'verify', amount: wanted });
    }
    return requestAuthorization(tx, order, card);
  }
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
  await updateDuePayment(tx, order);
  const how = method === 'cash' ? 'in cash' : `by terminal (${reference})`;
  await recordPayment(tx, order, { actor, note: `${formatMoney(wanted)} paid ${how}` });
  await confirmWhenCovered(tx, order, 'Payment accepted');
}

interface CardPayment {
  /** A new ID if missing. */
  id?: string;
  provider: GatewayName;
  amount: number;
  token: string;
  savesCard?: boolean;
}
export async function requestAuthorization(tx: Tx, order: LockedOrder, card: CardPayment): Promise<void> {
  const amount = card.amount + (await marginOf(tx, order, card.amount));
  await requestCard(tx, order, card, { kind: 'authorise', amount });
}

async function requestCard(
  tx: Tx,
  order: LockedOrder,
  { id, provider, amount, token, savesCard = false }: CardPayment,
  request: { kind: 'verify' | 'authorise'; amount: number },
): Promise<void> {
  const paymentId = await insertPayment(tx, order, {
    ...(id && { id }),
    kind: 'card',
    provider,
    status: 'due',
    amount,
    token,
    savesCard,
  });
  await enqueueOperation(tx, { locationId: order.locationId, orderId: order.id, paymentId }, request);
  // The requested amount is no longer due in another payment.
  await updateDuePayment(tx, order);
}

/** The margin that a card holds above the price of weighed items. */
export async function marginOf(tx: Tx, order: LockedOrder, amount: number): Promise<number> {
  if (!isBeforePicking(order.status)) return 0;
  const { authorizeMarginPercent: percent } = (await getSettings(tx)).cards;
  return cardMargin(amount, { weighed: await weighedTotalOf(tx, order), total: order.total, percent });
}

interface PaymentRecord {
  note: string;
  actor?: Who;
  /** The events of refunds that the payment caused. */
  refunds?: readonly NewEvent[];
}
/** Records the result of a payment in the order's timeline and announces it. */
export async function recordPayment(
  tx: Tx,
  order: LockedOrder,
  { note, actor = systemActor, refunds = [] }: PaymentRecord,
): Promise<void> {
  await saveOrder(tx, {
    order,
    headline: headlineOf(order),
    entered: null,
    events: [
      { id: newId(), kind: 'note', from: null, to: null, by: actor, note, details: automaticNote },
      ...refunds,
    ],
    action: 'payment',
    before: null,
    after: { paid: order.paid, note },
  });
}

/** Pays all unpaid orders of a checkout with the card from a storefront's payment page. */
export async function confirmPayment(
  context: Context,
  mainOrderId: string,
  { token, saveCard = false }: ConfirmPayment,
): Promise<ConfirmedPayment> {
  const { tx, actor } = context;
  const ids = await ordersOfCheckout(tx, mainOrderId, actor.userType === 'program' ? actor.apiKeyId : null);
  mustFind(ids[0], 'Checkout');
  let taken = 0;
  for (const id of ids) {
    const order = await lockOrder(tx, id);
    if ((await dueOf(tx, order, await paymentsOf(tx, order))) === 0) continue;
    await take(context, order, { method: 'card', token, savesCard: saveCard });
    taken += 1;
  }
  if (taken === 0) throw problem('payments.nothing-due');
  return confirmedPayment(tx, mainOrderId);
}

const maxDeclines = 3;

/** Handles the refusal of a card. The third one, or a permanent one, fails an order that isn't placed yet. */
async function handleDecline(
  tx: Tx,
  order: LockedOrder,
  paymentId: string,
  { problem: why, final }: Extract<Verdict, { accepted: false }>,
): Promise<'failed' | 'open'> {
  const payments = await paymentsOf(tx, order);
  const payment = payments.find(({ id }) => id === paymentId);
  if (payment?.status !== 'due') return 'open';
  await changePayment(tx, order, paymentId, { status: 'failed', problem: why });
  if (!isCalledOff(order.status)) await updateDuePayment(tx, order);
  await recordPayment(tx, order, { note: `Card not accepted: ${why}` });
  // Before the order is placed, the shopper is there and sees it.
  if (order.status !== 'pending') await requestFollowUp(tx, order, paymentId);
  if (payment.replaces) await requestReplacement(tx, order, payment.replaces);
  const declined = payments.filter(({ status }) => status === 'failed').length + 1;
  return order.status === 'pending' && (final || declined >= maxDeclines) ? 'failed' : 'open';
}

/** Handles the response to the verification of a card, which is authorized before the time slot of the order. */
export async function handleVerification(
  tx: Tx,
  order: LockedOrder,
  paymentId: string,
  verdict: Verdict,
): Promise<'failed' | 'open'> {
  if (!verdict.accepted) return handleDecline(tx, order, paymentId, verdict);
  const { authorizeDaysAhead } = (await getSettings(tx)).cards;
  const planned = await scheduleAuthorizations(tx, order, authorizeDaysAhead, paymentId);
  // The order was cancelled, or paid otherwise meanwhile.
  if (!planned) return 'open';
  await updateDuePayment(tx, order);
  const day = formatDate(planned.at, planned.timeZone);
  await recordPayment(tx, order, { note: `Card verified, to be charged on ${day}` });
  await confirmWhenCovered(tx, order, 'Card verified');
  return 'open';
}

/** Handles the response to an authorisation. */
export async function handleAuthorization(
  tx: Tx,
  order: LockedOrder,
  { paymentId, amount: held }: { paymentId: string; amount: number },
  verdict: Verdict,
): Promise<'failed' | 'open'> {
  if (!verdict.accepted) return handleDecline(tx, order, paymentId, verdict);
  const payments = await paymentsOf(tx, order);
  const payment = payments.find(({ id }) => id === paymentId)!;
  const of = { locationId: order.locationId, orderId: order.id, paymentId };
  // If the order was cancelled or paid otherwise meanwhile, voids the authorisation. If the order only costs less now, charges
  // the card less than its authorised amount.
  const replaced = await replacedBy(tx, order, payment, payments);
  const others = payments.filter((other) => !replaced.includes(other));
  const wanted = payment.status === 'due' ? Math.min(payment.amount, await dueOf(tx, order, others)) : 0;
  if (wanted === 0) {
    await changePayment(tx, order, paymentId, { status: 'voided', authorised: held });
    await enqueueOperation(tx, of, { kind: 'void', amount: 0 });
    return 'open';
  }
  await changePayment(tx, order, paymentId, {
    status: 'authorised',
    authorised: held,
    problem: null,
    reference: `auth-${paymentId.slice(-8)}`,
  });
  for (const { id } of replaced) {
    await enqueueOperation(tx, { ...of, paymentId: id }, { kind: 'void', amount: 0 });
  }
  await recordPayment(tx, order, { note: `${formatMoney(payment.amount)} authorized on card` });
  if (await isChargedAtOnce(tx, order)) await enqueueOperation(tx, of, { kind: 'capture', amount: wanted });
  await confirmWhenCovered(tx, order, 'Payment accepted');
  return 'open';
}

/** The authorizations that a new one makes superfluous: those that it renews, or that end soon if it covers them all. */
async function replacedBy(
  tx: Tx,
  order: LockedOrder,
  payment: LockedPayment,
  payments: readonly LockedPayment[],
): Promise<LockedPayment[]> {
  const renewed = payments.filter(
    ({ id, status, isUnderWay }) => id === payment.replaces && status === 'authorised' && !isUnderWay,
  );
  if (renewed.length > 0) return renewed;
  const due = await dueByLink(tx, order, payments);
  return due > 0 && payment.amount >= due ? payments.filter(({ isEnding }) => isEnding) : [];
}

/** Whether the time to charge cards has passed. */
async function isChargedAtOnce(tx: Tx, { status }: LockedOrder): Promise<boolean> {
  if (status === 'delivered') return true;
  return isPicked(status) && (await getSettings(tx)).cards.captureAt === 'prepared';
}

/** Handles the response to an increment. If it was refused, a second authorization is asked for. */
export async function handleIncrement(
  tx: Tx,
  order: LockedOrder,
  { paymentId, amount }: { paymentId: string; amount: number },
  verdict: Verdict,
): Promise<void> {
  if (isCalledOff(order.status)) {
    const of = { locationId: order.locationId, orderId: order.id, paymentId };
    return enqueueOperation(tx, of, { kind: 'void', amount: 0 });
  }
  if (verdict.accepted) {
    await changePayment(tx, order, paymentId, { authorised: amount });
    await updateDuePayment(tx, order);
    await recordPayment(tx, order, { note: `Card authorization raised to ${formatMoney(amount)}` });
  }
  if (isBeforePicking(order.status)) {
    // The total may have risen again meanwhile.
    await (verdict.accepted ? increaseAuthorization(tx, order) : authorizeRest(tx, order));
  }
  if (await isChargedAtOnce(tx, order)) await chargeCards(tx, order);
}

/** Handles the response to a charge. */
export async function handleCapture(
  tx: Tx,
  order: LockedOrder,
  { paymentId, amount }: { paymentId: string; amount: number },
  verdict: Verdict,
): Promise<void> {
  if (verdict.accepted) {
    await changePayment(tx, order, paymentId, { status: 'captured', amount, problem: null });
    order.paid += amount;
    const refunds = await settleCharge(tx, order);
    return recordPayment(tx, order, { note: `${formatMoney(amount)} charged to card`, refunds });
  }
  await changePayment(tx, order, paymentId, { status: 'failed', problem: verdict.problem });
  if (!isCalledOff(order.status)) await updateDuePayment(tx, order);
  await recordPayment(tx, order, { note: `Card not charged: ${verdict.problem}` });
  await requestFollowUp(tx, order, paymentId);
}

/** Handles the response to a void. If it failed, the authorisation expires anyway. */
export async function handleVoid(
  tx: Tx,
  order: LockedOrder,
  paymentId: string,
  verdict: Verdict,
): Promise<void> {
  const payment = (await paymentsOf(tx, order)).find(({ id }) => id === paymentId);
  if (payment?.status !== 'authorised') return;
  await changePayment(tx, order, paymentId, {
    status: 'voided',
    problem: verdict.accepted ? null : verdict.problem,
  });
  await recordPayment(tx, order, { note: `${formatMoney(payment.amount)} card authorization released` });
}
