import { formatMoney } from '@aisle/contract/core/money';
import { allowedRefundSteps, headlineOf, type RefundStatus } from '@aisle/contract/order-flow';
import type { MoneyPlan, Refund, RefundInput, RefundStep, RefundWish } from '@aisle/contract/refunds';
import { mustBeConfirmed } from '../auth/confirmation.ts';
import type { Actor } from '../core/actor.ts';
import type { Tx } from '../core/db.ts';
import { newId } from '../core/ids.ts';
import { problem, stale } from '../core/problem.ts';
import {
  askGateway,
  operationsOfRefund,
  reopenGivenUp,
  roomOnCards,
  wake,
} from '../gateways/operations.queries.ts';
import { reversalEntries } from '../money/accounts.ts';
import { insertCoins, insertJournal } from '../money/journal.queries.ts';
import { insertRefund } from '../orders/order-payments.queries.ts';
import {
  linesOf,
  lockOrder,
  type OrderInHand,
  refundStatusOf,
  saveOrder,
} from '../orders/order-steps.queries.ts';
import { mustHold, theSystem } from '../orders/order-steps.ts';
import { toRefund } from '../orders/order-view.queries.ts';
import { planRefund, worthOf } from './refund-plan.ts';
import {
  changeRefund,
  lockRefund,
  nextDueRefund,
  orderOfRefund,
  type RefundInHand,
  readRefund,
  refundFacts,
} from './refunds.queries.ts';

type Who = Pick<Actor, 'userId' | 'name'>;

/** What a refund would do, without doing it. */
export async function previewRefund(tx: Tx, orderId: string, wish: RefundWish): Promise<MoneyPlan> {
  const facts = await refundFacts(tx, orderId);
  return planRefund(facts, await linesOf(tx, facts), wish);
}

export async function refundOrder(
  tx: Tx,
  actor: Actor,
  orderId: string,
  { reason, ...wish }: RefundInput,
): Promise<Refund> {
  mustHold(actor, 'order_edit');
  await mustBeConfirmed(tx, actor);
  const order = await lockOrder(tx, orderId);
  if (order.status !== 'delivered') throw problem('refunds.not-delivered');
  const id = await openRefund(tx, actor, order, { wish, reason, returnId: null });
  if (!id) throw problem('refunds.too-much', { most: formatMoney(0), refundable: 0 });
  return toRefund(await readRefund(tx, id), actor.permissions);
}

interface Opening {
  wish: RefundWish;
  reason: string;
  returnId: string | null;
}
/** Opens a refund of a delivered order, which is locked; null where nothing is left to go back. */
export async function openRefund(
  tx: Tx,
  actor: Who,
  order: OrderInHand,
  { wish, reason, returnId }: Opening,
): Promise<string | null> {
  const plan = planRefund(await refundFacts(tx, order.id), await linesOf(tx, order), wish);
  if (plan.amount === 0) return null;
  const id = await insertRefund(tx, order, {
    amount: plan.amount,
    deliveryFee: plan.deliveryFee,
    reason,
    lines: plan.lines
      .filter(({ amount }) => amount > 0)
      .map(({ lineId, amount, goods, discount, tax, commission }) => ({
        lineId,
        amount,
        goods,
        discount,
        tax,
        commission,
      })),
    ofSale: true,
    coins: plan.coins,
    inCoins: plan.inCoins,
    coinsReturned: plan.coinsReturned,
    returnId,
  });
  const note = `${formatMoney(plan.amount)}: ${reason}`;
  await saveWith(tx, order, actor, { id, from: null, to: 'refundInitiated', note });
  if (plan.by === 'coins') await giveBackInCoins(tx, order, id);
  return id;
}

/** Nobody has to hand out anything: done as soon as it is opened. */
async function giveBackInCoins(tx: Tx, order: OrderInHand, id: string): Promise<void> {
  const refund = await lockRefund(tx, id);
  await beginRefund(tx, order, refund, theSystem);
  await settleRefund(tx, order, refund, { actor: theSystem, note: 'Given back in coins' });
}

/** The order with the news of one of its refunds. */
async function saveWith(
  tx: Tx,
  order: OrderInHand,
  actor: Who,
  { id, from, to, note }: { id: string; from: RefundStatus | null; to: RefundStatus; note: string | null },
): Promise<void> {
  order.refundStatus = await refundStatusOf(tx, order);
  await saveOrder(tx, {
    order,
    headline: headlineOf(order),
    entered: null,
    events: [{ id: newId(), kind: 'refund', from, to, by: actor, note, details: { refundId: id } }],
    action: 'refund',
    before: from && { refund: id, status: from },
    after: { refund: id, status: to, refunded: order.refunded },
  });
}

/** A step that a person takes. What a gateway works on, it alone brings to its end. */
export async function stepRefund(
  tx: Tx,
  actor: Actor,
  id: string,
  { status: to, version, note, reference, byHand }: RefundStep,
): Promise<Refund> {
  mustHold(actor, 'order_edit');
  await mustBeConfirmed(tx, actor);
  const order = await lockOrder(tx, await orderOfRefund(tx, id));
  const refund = await lockRefund(tx, id);
  const current = async () => toRefund(await readRefund(tx, id), actor.permissions);
  if (version !== undefined && version !== refund.version) throw stale(await current());
  const allowed: readonly RefundStatus[] = allowedRefundSteps(
    refund.status,
    refund.provider === null,
    actor.permissions,
  );
  if (!allowed.includes(to)) {
    throw problem(
      'orders.step-not-possible',
      { from: refund.status, to, allowed },
      {
        message: `This cannot go from '${refund.status}' to '${to}' now. Possible: ${allowed.join(', ') || 'nothing'}`,
        data: await current(),
      },
    );
  }
  if (byHand && refund.provider) await takeFromGateway(tx, refund);
  const step = { actor, note: note ?? null, reference: reference ?? null };
  if (to === 'refunded') await settleRefund(tx, order, refund, step);
  else if (to === 'refundFailed') await failRefund(tx, order, refund, { ...step, problem: note ?? null });
  else if (to === 'refundProcessing') await beginRefund(tx, order, refund, actor);
  else await reopenRefund(tx, order, refund, step);
  return current();
}

/** What the gateway may have paid back already cannot be paid back by hand as well. */
async function takeFromGateway(tx: Tx, refund: RefundInHand): Promise<void> {
  const parts = await operationsOfRefund(tx, refund.locationId, refund.orderId, refund.id);
  if (parts.some(({ status }) => status !== 'refused')) throw problem('refunds.under-way');
  refund.provider = null;
}

interface Stepping {
  actor: Who;
  note?: string | null;
  reference?: string | null;
}

/** It is paid back from now on: by a gateway, which is asked for each card's part, or by somebody's hand. */
export async function beginRefund(
  tx: Tx,
  order: OrderInHand,
  refund: RefundInHand,
  actor: Who,
): Promise<void> {
  const from = refund.status;
  if (refund.provider && !(await askForParts(tx, refund))) refund.provider = null;
  await changeRefund(tx, refund, { status: 'refundProcessing', provider: refund.provider });
  await saveWith(tx, order, actor, { id: refund.id, from, to: 'refundProcessing', note: null });
}

/** Spreads what is still to go back over the cards; false where they have no room for it any more. */
async function askForParts(tx: Tx, refund: RefundInHand): Promise<boolean> {
  const { locationId, orderId, id: refundId } = refund;
  const parts = await operationsOfRefund(tx, locationId, orderId, refundId);
  const isGivenUp = parts.some(({ status }) => status === 'givenUp');
  if (isGivenUp) await reopenGivenUp(tx, locationId, orderId, refundId);
  const inMoney = refund.amount - refund.inCoins;
  let left =
    inMoney - parts.filter(({ status }) => status !== 'refused').reduce((sum, part) => sum + part.amount, 0);
  const cards = await roomOnCards(tx, locationId, orderId);
  if (cards.reduce((sum, { room }) => sum + room, 0) < left) return left < inMoney;
  for (const { paymentId, room } of cards) {
    const amount = Math.min(left, room);
    if (amount > 0)
      await askGateway(tx, { locationId, orderId, paymentId, refundId }, { kind: 'refund', amount });
    left -= amount;
  }
  return true;
}

/** The customer has the money: what the sale put into the books goes back, and so do the coins. */
export async function settleRefund(
  tx: Tx,
  order: OrderInHand,
  refund: RefundInHand,
  { actor, note = null, reference = null }: Stepping,
): Promise<void> {
  const from = refund.status;
  await changeRefund(tx, refund, { status: 'refunded', reference });
  order.refunded += refund.amount;
  if (refund.ofSale) await postReversal(tx, order, refund, actor);
  await saveWith(tx, order, actor, { id: refund.id, from, to: 'refunded', note: note ?? reference });
}

async function postReversal(tx: Tx, order: OrderInHand, refund: RefundInHand, actor: Who): Promise<void> {
  const { locationId, id, lines, deliveryFee, amount, coins, inCoins, coinsReturned } = refund;
  const facts = await refundFacts(tx, order.id);
  const sum = (of: (part: RefundInHand['lines'][number]) => number) =>
    lines.reduce((total, part) => total + of(part), 0);
  await insertJournal(tx, {
    locationId,
    kind: 'refund',
    causeId: id,
    orderId: order.id,
    userId: actor.userId,
    entries: reversalEntries({
      goods: sum((part) => part.goods),
      discount: sum((part) => part.discount),
      tax: sum((part) => part.tax),
      commission: sum((part) => part.commission),
      deliveryFee,
      amount,
      inCoins,
      earned: worthOf(coins, facts),
      discountsFundedBy: facts.discountsFundedBy,
    }),
  });
  const entry = {
    customerId: order.customerId,
    causeId: id,
    orderId: order.id,
    locationId,
    userId: actor.userId,
  };
  if (coinsReturned > 0) await insertCoins(tx, { ...entry, kind: 'returned', coins: coinsReturned });
  if (coins > 0) await insertCoins(tx, { ...entry, kind: 'takenBack', coins: -coins });
}

/** A minute, ten, an hour, six, a day; then only when somebody asks for it. */
const waits = [60, 600, 3600, 6 * 3600, 24 * 3600];

export async function failRefund(
  tx: Tx,
  order: OrderInHand,
  refund: RefundInHand,
  { actor, problem: why }: Stepping & { problem: string | null },
): Promise<void> {
  const from = refund.status;
  const tryAgainIn = refund.provider ? (waits[refund.refusals] ?? null) : null;
  const refusals = refund.refusals + 1;
  await changeRefund(tx, refund, { status: 'refundFailed', problem: why, refusals, tryAgainIn });
  await saveWith(tx, order, actor, { id: refund.id, from, to: 'refundFailed', note: why });
}

/** Once more from the beginning: a gateway is asked at once. */
async function reopenRefund(
  tx: Tx,
  order: OrderInHand,
  refund: RefundInHand,
  { actor, note = null }: Stepping,
): Promise<void> {
  const from = refund.status;
  await changeRefund(tx, refund, {
    status: 'refundInitiated',
    provider: refund.provider,
    tryAgainIn: refund.provider ? 0 : null,
  });
  if (refund.provider) await wake(tx);
  await saveWith(tx, order, actor, { id: refund.id, from, to: 'refundInitiated', note });
}

/** Begins the next refund that a gateway is to be asked for by now; false when there is none. */
export async function beginDueRefund(tx: Tx): Promise<boolean> {
  const due = await nextDueRefund(tx);
  if (!due) return false;
  const order = await lockOrder(tx, due.orderId);
  const refund = await lockRefund(tx, due.id);
  const isFailed = refund.status === 'refundFailed';
  // Somebody else was faster: there may be others.
  if (!refund.provider || (!isFailed && refund.status !== 'refundInitiated')) return true;
  if (isFailed) await reopenRefund(tx, order, refund, { actor: theSystem, note: 'Tried again' });
  await beginRefund(tx, order, refund, theSystem);
  return true;
}

/** A gateway has answered for one card's part of a refund: the last part settles it. */
export async function answerRefund(
  tx: Tx,
  order: OrderInHand,
  refundId: string,
  answer: { accepted: true } | { accepted: false; problem: string },
): Promise<void> {
  const refund = await lockRefund(tx, refundId);
  if (refund.status !== 'refundProcessing') return;
  if (!answer.accepted) return failRefund(tx, order, refund, { actor: theSystem, problem: answer.problem });
  const parts = await operationsOfRefund(tx, refund.locationId, refund.orderId, refund.id);
  const done = parts.filter(({ status }) => status === 'done').reduce((sum, part) => sum + part.amount, 0);
  if (done >= refund.amount - refund.inCoins) await settleRefund(tx, order, refund, { actor: theSystem });
}
