import { itemName } from '@aisle/contract/core/item-name';
import { formatMoney } from '@aisle/contract/core/money';
import { formatNumber } from '@aisle/contract/core/numbers';
import { addQuantities, formatQuantity } from '@aisle/contract/core/quantity';
import type { DeliveryStatus } from '@aisle/contract/sales/drivers';
import {
  allowedReturnSteps,
  openOrderSteps,
  type ReturnStatus,
} from '@aisle/contract/sales/orders/order-flow';
import { isCalledOff } from '@aisle/contract/sales/orders/order-status-groups';
import { priceLine } from '@aisle/contract/sales/orders/pricing';
import { statusLabels } from '@aisle/contract/sales/orders/status-labels';
import { isReturnClosed, isReturnReceipt } from '@aisle/contract/sales/returns/return-status-groups';
import type { Return, ReturnStep } from '@aisle/contract/sales/returns/returns';
import type { Context } from '../../core/context.ts';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { newId } from '../../core/ids.ts';
import { impossibleStepText, problem, stale, stepNotPossible, wrongField } from '../../core/problem.ts';
import { holdLevels } from '../../ledgers/stock/stock.queries.ts';
import { reserve, returnToLots } from '../../ledgers/stock/stock.ts';
import { sendTripLink } from '../../ledgers/trips/trip-links.ts';
import { mustBeCountable } from '../orders/lines/line-changes.ts';
import { type LockedOrder, linesOf, lockOrder, updateLines } from '../orders/steps/order-steps.queries.ts';
import { applyTransition } from '../orders/steps/order-steps.ts';
import { openRefund } from '../refunds/refunds.service.ts';
import { followRequest, sendDriver } from './collections.ts';
import { getReturn } from './return-view.queries.ts';
import {
  changeReturn,
  findReturn,
  insertReplacement,
  type LockedReturn,
  orderOfReturn,
  saveReceipt,
} from './returns.queries.ts';
import { draftFor, saveWith, settledOf } from './returns.service.ts';

interface Stepping {
  request: LockedReturn;
  order: LockedOrder;
  actor: Pick<Actor, 'userId' | 'name'>;
  from: ReturnStatus;
  eventId: string;
  step: ReturnStep;
  /** The note in the timeline. */
  note: string | null;
  /** The new trip of the driver who collects the items. */
  tripId?: string | undefined;
}
type Effect = (tx: Tx, stepping: Stepping) => Promise<void>;

/** Moves a return to a status, with all effects. */
export async function stepReturn(context: Context, id: string, step: ReturnStep): Promise<Return> {
  const { tx, actor } = context;
  const { status: to, version, lines } = step;
  const order = await lockOrder(tx, await orderOfReturn(tx, id));
  const request = await findReturn(tx, id);
  const current = () => getReturn(context, id);
  if (version !== undefined && version !== request.version) throw stale(await current());
  const allowed = allowedReturnSteps(request.status, request.kind, actor.permissions);
  if (!allowed.includes(to)) {
    const change = { from: request.status, to };
    const message = impossibleStepText(formatNumber('return', request.number), change, statusLabels);
    throw stepNotPossible({ ...change, allowed }, message, await current());
  }
  if (lines && !isReturnReceipt(to))
    throw wrongField('lines', 'Only the step that receives items takes received quantities');
  if (step.driverId && to !== 'driverApproved')
    throw wrongField('driverId', 'Only the step that schedules a pickup takes a driver');
  const tripId = await applyReturnTransition(tx, request, order, { actor, ...step });
  if (tripId) await sendTripLink(context, { tripId, locationId: request.locationId });
  return current();
}

interface ReturnTransition extends ReturnStep {
  actor: Stepping['actor'];
  /** How the driver's collection ends, if it does. */
  outcome?: DeliveryStatus;
}

/**
 * Moves a return, whose order must be locked, to a status and runs the effects, without checking permissions. Returns the ID of
 * a new trip.
 */
export async function applyReturnTransition(
  tx: Tx,
  request: LockedReturn,
  order: LockedOrder,
  { actor, outcome, ...step }: ReturnTransition,
): Promise<string | undefined> {
  const { status: to, note } = step;
  const { id, status: from } = request;
  const eventId = newId();
  const stepping: Stepping = { request, order, actor, from, eventId, step, note: note ?? null };
  for (const effect of effects[to] ?? []) await effect(tx, stepping);
  await changeReturn(tx, request, {
    status: to,
    closed: isReturnClosed(to),
    received: isReturnReceipt(to),
  });
  await followRequest(tx, request, { from, outcome, reason: stepping.note });
  await saveWith(tx, order, actor, { id, number: request.number, from, to, note: stepping.note, eventId });
  for (const effect of afterwards[to] ?? []) await effect(tx, stepping);
  return stepping.tripId;
}

/**
 * Approving a replacement, or sending one for items that the customer keeps, creates its order and reserves the stock. Both
 * require stock.
 */
const reserveReplacement: Effect = async (tx, { request, actor, from }) => {
  if (request.kind !== 'replace' || from !== 'requested') return;
  const replacement = await insertReplacement(tx, request, actor);
  request.replacementOrderId = replacement.id;
  await reserve(tx, {
    locationId: request.locationId,
    orderId: replacement.id,
    eventId: replacement.eventId,
    actor,
    lines: replacement.lines.map(({ id, subProductId, quantity }) => ({
      lineId: id,
      subProductId,
      quantity,
    })),
  });
};

const assignCollection: Effect = async (tx, stepping) => {
  const { request, step, actor } = stepping;
  const sent = await sendDriver(tx, request, { driverId: step.driverId, userId: actor.userId });
  if (!sent) return;
  stepping.tripId = sent.tripId;
  // Steps by the driver already have their name.
  if (actor.name !== sent.driverName) stepping.note ??= sent.driverName;
};

/** A return that is approved again, after its driver gave up, has no driver. */
const clearDriver: Effect = async (_tx, { request }) => {
  request.driverId = null;
};

/** Records the received quantities, and restocks them or writes them off. */
const receiveReturned: Effect = async (tx, { request, order, actor, eventId, step }) => {
  for (const [index, { lineId }] of (step.lines ?? []).entries()) {
    const known = request.lines.some((line) => line.id === lineId || line.lineId === lineId);
    if (!known) throw wrongField(`lines.${index}.lineId`, 'Not an item of this return');
  }
  for (const line of request.lines) {
    const index = step.lines?.findIndex(({ lineId }) => lineId === line.id || lineId === line.lineId) ?? -1;
    const found = step.lines?.[index];
    line.received = found?.received ?? line.quantity;
    line.condition = found?.condition ?? 'restock';
    const path = `lines.${index}.received`;
    mustBeCountable(line, line.received, path);
    if (line.received > line.quantity) {
      throw wrongField(path, `Up to ${formatQuantity(line.quantity)} can be received`);
    }
  }
  if (request.lines.every(({ received }) => received === 0)) {
    throw wrongField('lines', 'Nothing was received. Mark the return as failed instead');
  }
  await saveReceipt(tx, request);
  const cause = { locationId: request.locationId, orderId: order.id, actor, causeKind: 'return' as const };
  await holdLevels(
    tx,
    request.locationId,
    request.lines.map((line) => line.subProductId),
  );
  const inCondition = (condition: string) =>
    request.lines
      .filter((line) => line.condition === condition)
      .map(({ subProductId, received }) => ({ subProductId, quantity: received ?? 0 }));
  await returnToLots(tx, { ...cause, eventId, lines: inCondition('restock') });
  // Needs a separate cause, because the same lot can be restocked in part and written off in part.
  await returnToLots(tx, { ...cause, eventId: request.id, lines: inCondition('writeOff'), writeOff: true });
};

/** Returns the next step that takes an order to the customer. */
const nextStep = (order: LockedOrder) => openOrderSteps(order).find((to) => !isCalledOff(to));

/** Hands out the replacement in the received quantities. */
const handOut: Effect = async (tx, { request, actor, from }) => {
  // If the customer keeps the items, the replacement is picked and delivered like any order.
  if (request.noReturn) return;
  // The driver already exchanged the items at the door.
  if (from === 'locationReceivedAndPickup' || !request.replacementOrderId) return;
  const order = await lockOrder(tx, request.replacementOrderId);
  while (order.status !== 'delivered') {
    const to = nextStep(order);
    if (!to) throw problem('returns.replacement-gone', { number: formatNumber('order', order.number) });
    if (to === 'prepared') await pickFromReturn(tx, request, order);
    await applyTransition(tx, order, to, { actor, note: null });
  }
};

async function pickFromReturn(tx: Tx, request: LockedReturn, order: LockedOrder): Promise<void> {
  const came = new Map<string, number>();
  for (const { subProductId, received } of request.lines) {
    came.set(subProductId, addQuantities(came.get(subProductId) ?? 0, received ?? 0));
  }
  const lines = await linesOf(tx, order);
  await updateLines(
    tx,
    order,
    lines.map((line) => {
      const picked = Math.min(line.pickedQuantity ?? line.quantity, came.get(line.subProductId) ?? 0);
      came.set(line.subProductId, addQuantities(came.get(line.subProductId) ?? 0, -picked));
      return { ...priceLine(line, picked, order.discountPercent), pickedQuantity: picked };
    }),
  );
}

/** Cancels the replacement order, which releases its stock. */
const releaseReplacement: Effect = async (tx, { request, actor }) => {
  if (!request.replacementOrderId) return;
  const order = await lockOrder(tx, request.replacementOrderId);
  if (!openOrderSteps(order).includes('cancelled')) return;
  await applyTransition(tx, order, 'cancelled', {
    actor,
    note: null,
    reason: 'The replacement failed',
  });
};

/** Refunds the received items, or those that the customer keeps. */
const refundReturned: Effect = async (tx, { request, order, actor }) => {
  const { id: returnId, lines, noReturn } = request;
  const wish = await draftFor(tx, request, (line) => settledOf(request, line));
  if (!wish.lines?.length) {
    if (noReturn) throw problem('refunds.too-much', { most: formatMoney(0), refundable: 0 });
    return;
  }
  const lineReasons = new Map(lines.map(({ lineId, reason }) => [lineId, reason]));
  const chosen = new Set(lineReasons.values().filter((reason) => reason !== null));
  const names = lines.length === 1 ? itemName(lines[0]!) : 'several items';
  const reason = noReturn ? [...chosen].join(', ') : `Returned ${names}`;
  await openRefund(tx, actor, order, { wish, reason, lineReasons, returnId });
};

const effects: Partial<Record<ReturnStatus, readonly Effect[]>> = {
  approved: [reserveReplacement, clearDriver],
  driverApproved: [assignCollection],
  received: [receiveReturned],
  locationReceivedAndPickup: [receiveReturned, handOut],
  replaced: [reserveReplacement, handOut],
  replacementFailed: [releaseReplacement],
};
/** Effects that need the return to be saved in its new status. */
const afterwards: Partial<Record<ReturnStatus, readonly Effect[]>> = {
  returned: [refundReturned],
};
