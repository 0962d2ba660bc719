import { formatMoney } from '@aisle/contract/core/money';
import { formatNumber } from '@aisle/contract/core/numbers';
import { pluralize } from '@aisle/contract/core/pluralize';
import { allowedRefundSteps, headlineOf, type RefundStatus } from '@aisle/contract/sales/orders/order-flow';
import { isFeeRefundable, isPicked } from '@aisle/contract/sales/orders/order-status-groups';
import { coinsFor, extraCoinsFor } from '@aisle/contract/sales/orders/pricing';
import { statusLabels } from '@aisle/contract/sales/orders/status-labels';
import {
  type MoneyPlan,
  moneyOf,
  type Refund,
  type RefundDraft,
  type RefundInput,
  type RefundStep,
} from '@aisle/contract/sales/refunds/refunds';
import { systemActor } from '../../core/audit.ts';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { newId } from '../../core/ids.ts';
import { impossibleStepText, problem, stale, stepNotPossible, wrongField } from '../../core/problem.ts';
import {
  enqueueOperation,
  operationsOfRefund,
  refundableByCard,
  retryAbandoned,
  wake,
} from '../../ledgers/gateways/operations.queries.ts';
import { taxRemitterOn } from '../../ledgers/money/accounts.ts';
import { mustBeConfirmed } from '../../system/auth/confirmation.ts';
import { getSettings } from '../../system/settings/settings.service.ts';
import { unrefundableDispute } from '../disputes/disputes.queries.ts';
import { insertRefund } from '../orders/money/order-payments.queries.ts';
import { type RefundFacts, refundFacts } from '../orders/money/refund-facts.queries.ts';
import { repostRefund } from '../orders/money/refund-reversals.ts';
import { postReversal } from '../orders/money/reversal.ts';
import { toRefund } from '../orders/order-view.queries.ts';
import {
  type LockedOrder,
  linesOf,
  lockOrder,
  refundStatusOf,
  saveOrder,
  todayAt,
} from '../orders/steps/order-steps.queries.ts';
import { planParts, planRefund } from './refund-plan.ts';
import {
  changeRefund,
  type LockedRefund,
  lockRefund,
  nextDueRefund,
  orderOfRefund,
  readRefund,
} from './refunds.queries.ts';

type Who = Pick<Actor, 'userId' | 'name'>;

export async function previewRefund(tx: Tx, orderId: string, wish: RefundDraft): Promise<MoneyPlan> {
  const facts = await refundFacts(tx, orderId);
  mustBeSoldForCredit(facts, wish);
  const known = facts.status === 'delivered' ? facts : await afterDelivery(tx, facts);
  return planRefund(known, await linesOf(tx, facts), wish);
}

/** Until the sale is posted, the order can still be cancelled, which refunds what was paid for it. */
function mustBeSoldForCredit({ status }: Pick<LockedOrder, 'status'>, { to }: Pick<RefundDraft, 'to'>): void {
  if (to !== 'storeCredit' || status === 'delivered') return;
  throw wrongField('to', 'Only delivered orders can be refunded to store credit');
}

/** The facts as they would be if the order were delivered today. */
async function afterDelivery(tx: Tx, facts: RefundFacts): Promise<RefundFacts> {
  const { coins, discountsFundedBy, taxRemittedBy } = await getSettings(tx);
  const coinsEarned = coinsFor(facts, coins.earnPerDollar);
  const usual = coinsEarned - extraCoinsFor(facts, coins.earnPerDollar);
  return {
    ...facts,
    coinsEarned,
    coinsWorth: coinsEarned * coins.redeemCents,
    coinsOfLocation: discountsFundedBy === 'location' ? usual * coins.redeemCents : 0,
    discountsFundedBy,
    taxRemittedBy: taxRemitterOn(taxRemittedBy, await todayAt(tx, facts.locationId)),
  };
}

export async function refundOrder(
  tx: Tx,
  actor: Actor,
  orderId: string,
  input: RefundInput,
): Promise<Refund> {
  const order = await lockOrder(tx, orderId);
  const { lines, deliveryFee, to } = input;
  const isPaid = order.status === 'delivered' || order.paid > 0;
  const isOfFee = !lines && deliveryFee !== undefined && isFeeRefundable(order.status);
  if (!isPaid || !(isPicked(order.status) || isOfFee)) throw problem('refunds.not-delivered');
  mustBeSoldForCredit(order, input);
  const disputed = await unrefundableDispute(tx, order.locationId, order.id);
  if (disputed) throw problem('refunds.disputed', disputed);
  const id = await openRefund(tx, actor, order, {
    wish: {
      ...(to && { to }),
      ...(lines && { lines: lines.map(({ lineId, amount, quantity }) => ({ lineId, amount, quantity })) }),
      ...(deliveryFee !== undefined && { deliveryFee }),
    },
    ...(await reasonsOf(tx, input)),
    returnId: null,
  });
  if (!id) throw problem('refunds.too-much', { most: formatMoney(0), refundable: 0 });
  const refund = toRefund(await readRefund(tx, id), actor.permissions);
  await confirmRefund(tx, actor, refund.amount);
  return refund;
}

/** Requires the password for a refund above the limit of the settings. */
export async function confirmRefund(tx: Tx, actor: Actor, amount: number): Promise<void> {
  const { refundConfirmAbove } = await getSettings(tx);
  if (amount > refundConfirmAbove) await mustBeConfirmed(tx, actor);
}

/** The chosen reasons by line. The reason of the refund joins all of them with the entered text, each once. */
async function reasonsOf(
  tx: Tx,
  { lines = [], deliveryFeeReasonId, reason }: RefundInput,
): Promise<Pick<Opening, 'reason' | 'lineReasons'>> {
  const { reasons } = await getSettings(tx);
  const named = (id: string | undefined, path: string): string | null => {
    if (id === undefined) return null;
    const found = reasons.refund.find(({ _id }) => _id === id);
    if (!found) throw wrongField(path, 'This reason no longer exists');
    return found.name;
  };
  const lineReasons = new Map(
    lines.map(({ lineId, reasonId }, index) => [lineId, named(reasonId, `lines.${index}.reasonId`)]),
  );
  const ofFee = named(deliveryFeeReasonId, 'deliveryFeeReasonId');
  const all = new Set([...lineReasons.values(), ofFee, reason || null].filter((text) => text !== null));
  return { reason: [...all].join(', '), lineReasons };
}

const withoutTenders = { inCoins: 0, inCoinsOpened: 0, inCredit: 0, inCreditOpened: 0, giftCards: [] };

interface Opening {
  wish: RefundDraft;
  /** The whole amount was returned in money. Otherwise each tender gets its share. */
  isMoney?: boolean;
  reason: string;
  lineReasons?: ReadonlyMap<string, string | null>;
  returnId: string | null;
}
/** Opens a refund of an order, which must be locked. Returns null if nothing is left to refund. */
export async function openRefund(
  tx: Tx,
  actor: Who,
  order: LockedOrder,
  { wish, isMoney = false, reason, lineReasons, returnId }: Opening,
): Promise<string | null> {
  const [facts, lines] = [await refundFacts(tx, order.id), await linesOf(tx, order)];
  const { plan, parts } = planParts(isMoney ? { ...facts, ...withoutTenders } : facts, lines, wish);
  if (plan.amount === 0 && parts.length === 0) return null;
  const isDelivered = order.status === 'delivered';
  const id = await insertRefund(tx, order, {
    amount: plan.amount,
    deliveryFee: plan.deliveryFee,
    reason,
    lines: parts.map((part) => ({ ...part, reason: lineReasons?.get(part.lineId) ?? null })),
    // Before the delivery of an order, nothing is posted and no coins are earned.
    ofSale: isDelivered,
    beforeSale: !isDelivered,
    coins: plan.coins,
    inCoins: plan.inCoins,
    coinsReturned: plan.coinsReturned,
    inCredit: plan.inCredit,
    giftCards: plan.giftCards,
    toCredit: plan.toCredit,
    returnId,
  });
  const note = `${formatMoney(plan.amount)}: ${reason}`;
  await saveRefundStep(tx, order, actor, {
    id,
    amount: plan.amount,
    from: null,
    to: 'refundInitiated',
    note,
  });
  if (plan.by !== 'card' && plan.by !== 'hand') await completeAtOnce(tx, order, id, plan.by);
  return id;
}

const refundedTo = {
  coins: 'Refunded in coins',
  storeCredit: 'Refunded to store credit',
  giftCard: 'Refunded to gift card',
} as const;
/** A refund without money is completed immediately. */
async function completeAtOnce(
  tx: Tx,
  order: LockedOrder,
  id: string,
  by: keyof typeof refundedTo | null,
): Promise<void> {
  const refund = await lockRefund(tx, id);
  await beginRefund(tx, order, refund, systemActor);
  await settleRefund(tx, order, refund, {
    actor: systemActor,
    note: by === null ? 'Nothing was paid' : refundedTo[by],
  });
}

interface Step {
  id: string;
  amount: number;
  from: RefundStatus | null;
  to: RefundStatus;
  note: string | null;
}
/** Saves the order with an event about one of its refunds. */
export async function saveRefundStep(
  tx: Tx,
  order: LockedOrder,
  actor: Who,
  { id, amount, from, to, note }: Step,
): Promise<void> {
  order.refundStatus = await refundStatusOf(tx, order);
  await saveOrder(tx, {
    order,
    headline: headlineOf(order),
    entered: null,
    events: [{ id: newId(), kind: 'refund', from, to, by: actor, note, details: { refundId: id } }],
    action: 'refund',
    before: from && { refund: id, status: from },
    after: { refund: id, status: to, amount, refunded: order.refunded },
  });
}

/** Takes a step for staff. Only the gateway completes refunds that it is processing. */
export async function stepRefund(
  tx: Tx,
  actor: Actor,
  id: string,
  { status: to, version, note, reference, byHand }: RefundStep,
): Promise<Refund> {
  const order = await lockOrder(tx, await orderOfRefund(tx, id));
  const refund = await lockRefund(tx, id);
  await confirmRefund(tx, actor, refund.amount);
  const current = async () => toRefund(await readRefund(tx, id), actor.permissions);
  if (version !== undefined && version !== refund.version) throw stale(await current());
  const allowed: readonly RefundStatus[] = allowedRefundSteps(
    refund.status,
    refund.provider === null,
    actor.permissions,
  );
  if (!allowed.includes(to)) {
    const what = `The refund of ${formatNumber('order', order.number)}`;
    const change = { from: refund.status, to };
    const message = impossibleStepText(what, change, statusLabels);
    throw stepNotPossible({ ...change, allowed }, message, await current());
  }
  if (byHand && refund.provider) await refundThroughGateway(tx, refund);
  const step = { actor, note: note ?? null, reference: reference ?? null };
  if (to === 'refunded') await settleRefund(tx, order, refund, step);
  else if (to === 'refundFailed') await failRefund(tx, order, refund, { ...step, problem: note ?? null });
  else if (to === 'refundProcessing') await beginRefund(tx, order, refund, actor);
  else await reopenRefund(tx, order, refund, step);
  return current();
}

/** Refunds that the gateway might have paid already can't be paid manually. */
async function refundThroughGateway(tx: Tx, refund: LockedRefund): Promise<void> {
  const parts = await operationsOfRefund(tx, refund.locationId, refund.orderId, refund.id);
  if (parts.some(({ status }) => status !== 'refused')) throw problem('refunds.under-way');
  refund.provider = null;
}

interface Stepping {
  actor: Who;
  note?: string | null;
  reference?: string | null;
}

/** Starts paying a refund, either through a gateway, card by card, or manually. */
export async function beginRefund(
  tx: Tx,
  order: LockedOrder,
  refund: LockedRefund,
  actor: Who,
): Promise<void> {
  const from = refund.status;
  if (refund.provider && !(await enqueuePartRefunds(tx, refund))) refund.provider = null;
  await changeRefund(tx, refund, { status: 'refundProcessing', provider: refund.provider });
  await saveRefundStep(tx, order, actor, {
    id: refund.id,
    amount: refund.amount,
    from,
    to: 'refundProcessing',
    note: null,
  });
}

/** Spreads the rest of a refund over the cards. Returns false if they don't have enough left to refund. */
async function enqueuePartRefunds(tx: Tx, refund: LockedRefund): Promise<boolean> {
  const { locationId, orderId, id: refundId } = refund;
  const parts = await operationsOfRefund(tx, locationId, orderId, refundId);
  const hasAbandoned = parts.some(({ status }) => status === 'givenUp');
  if (hasAbandoned) await retryAbandoned(tx, locationId, orderId, refundId);
  const inMoney = moneyOf(refund);
  let left =
    inMoney - parts.filter(({ status }) => status !== 'refused').reduce((sum, part) => sum + part.amount, 0);
  const cards = await refundableByCard(tx, locationId, orderId);
  if (cards.reduce((sum, { room }) => sum + room, 0) < left) return left < inMoney;
  for (const { paymentId, room } of cards) {
    const amount = Math.min(left, room);
    if (amount > 0)
      await enqueueOperation(tx, { locationId, orderId, paymentId, refundId }, { kind: 'refund', amount });
    left -= amount;
  }
  return true;
}

/** Completes a refund: reverses the sale in the ledger, and the coins. */
export async function settleRefund(
  tx: Tx,
  order: LockedOrder,
  refund: LockedRefund,
  { actor, note = null, reference = null }: Stepping,
): Promise<void> {
  const from = refund.status;
  await changeRefund(tx, refund, { status: 'refunded', reference });
  order.refunded += refund.amount;
  const coinsNotTaken = await postRefund(tx, order, refund, actor);
  const notes = [note ?? reference, coinsNotTaken > 0 && alreadySpent(coinsNotTaken)].filter(Boolean);
  await saveRefundStep(tx, order, actor, {
    id: refund.id,
    amount: refund.amount,
    from,
    to: 'refunded',
    note: notes.length > 0 ? notes.join('. ') : null,
  });
}

/** Returns the earned coins that couldn't be reversed. A refund that is paid again returns only money. */
async function postRefund(tx: Tx, order: LockedOrder, refund: LockedRefund, actor: Who): Promise<number> {
  if (!refund.ofSale) return 0;
  if (!refund.isPosted) return postReversal(tx, order, refund, actor);
  await repostRefund(tx, refund, actor.userId);
  return 0;
}

const alreadySpent = (coins: number): string =>
  `${pluralize(coins, 'coin')} couldn't be reversed: the customer no longer has them`;

/** Seconds until each retry. After the last one, only staff can retry. */
const retrySeconds = [60, 600, 3600, 6 * 3600, 24 * 3600];

export async function failRefund(
  tx: Tx,
  order: LockedOrder,
  refund: LockedRefund,
  { actor, problem: why, isReturned = false }: Stepping & { problem: string | null; isReturned?: boolean },
): Promise<void> {
  const from = refund.status;
  // A card whose bank returned a refund would return it again, so staff decide.
  const tryAgainIn = refund.provider && !isReturned ? (retrySeconds[refund.refusals] ?? null) : null;
  if (from === 'refunded') order.refunded -= refund.amount;
  const refusals = refund.refusals + 1;
  await changeRefund(tx, refund, { status: 'refundFailed', problem: why, refusals, tryAgainIn });
  await saveRefundStep(tx, order, actor, {
    id: refund.id,
    amount: refund.amount,
    from,
    to: 'refundFailed',
    note: why,
  });
}

/** Starts a failed refund again. A gateway refund is sent immediately. */
async function reopenRefund(
  tx: Tx,
  order: LockedOrder,
  refund: LockedRefund,
  { actor, note = null }: Stepping,
): Promise<void> {
  const from = refund.status;
  await changeRefund(tx, refund, {
    status: 'refundInitiated',
    provider: refund.provider,
    tryAgainIn: refund.provider ? 0 : null,
  });
  if (refund.provider) await wake(tx);
  await saveRefundStep(tx, order, actor, {
    id: refund.id,
    amount: refund.amount,
    from,
    to: 'refundInitiated',
    note,
  });
}

/** Starts the next refund that is due at a gateway. Returns false if there is none. */
export async function beginDueRefund(tx: Tx): Promise<boolean> {
  const due = await nextDueRefund(tx);
  if (!due) return false;
  const order = await lockOrder(tx, due.orderId);
  const refund = await lockRefund(tx, due.id);
  const isFailed = refund.status === 'refundFailed';
  // Another server took this one, but there may be more.
  if (!refund.provider || (!isFailed && refund.status !== 'refundInitiated')) return true;
  if (isFailed) await reopenRefund(tx, order, refund, { actor: systemActor, note: 'Retried' });
  await beginRefund(tx, order, refund, systemActor);
  return true;
}

/** Handles a gateway's response for one card's part of a refund. The last part completes the refund. */
export async function handleRefund(
  tx: Tx,
  order: LockedOrder,
  refundId: string,
  answer: { accepted: true } | { accepted: false; problem: string },
): Promise<void> {
  const refund = await lockRefund(tx, refundId);
  if (refund.status !== 'refundProcessing') return;
  if (!answer.accepted) return failRefund(tx, order, refund, { actor: systemActor, problem: answer.problem });
  const parts = await operationsOfRefund(tx, refund.locationId, refund.orderId, refund.id);
  const done = parts.filter(({ status }) => status === 'done').reduce((sum, part) => sum + part.amount, 0);
  if (done >= moneyOf(refund)) await settleRefund(tx, order, refund, { actor: systemActor });
}
