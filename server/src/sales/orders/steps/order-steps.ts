import { formatNumber } from '@aisle/contract/core/numbers';
import type { Permission } from '@aisle/contract/permissions';
import {
  allowedSteps,
  type DispatchStatus,
  dispatchStatuses,
  headlineOf,
  type OrderStatus,
  openOrderSteps,
} from '@aisle/contract/sales/orders/order-flow';
import { isEndedByStaff } from '@aisle/contract/sales/orders/order-status-groups';
import type { DriverAssignment, OrderStep, TakeOver } from '@aisle/contract/sales/orders/order-steps';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { systemActor } from '../../../core/audit.ts';
import type { Context } from '../../../core/context.ts';
import type { Tx } from '../../../core/db/db.ts';
import type { Actor } from '../../../core/http/actor.ts';
import { newId } from '../../../core/ids.ts';
import { problem, stale, stepNotPossible } from '../../../core/problem.ts';
import { sendTripLink } from '../../../ledgers/trips/trip-links.ts';
import type { Outcome } from '../../../ledgers/trips/trips.queries.ts';
import { coveredBy, paymentsOf } from '../money/order-payments.queries.ts';
import { getOrder } from '../order-view.ts';
import { closePicking } from './open-picking.ts';
import { impossibleOrderStepText, overtakenText } from './order-conflicts.ts';
import { assignDriver, moveDispatch } from './order-dispatch.ts';
import { orderEffects, type Step } from './order-effects.ts';
import { type LockedOrder, lockOrder, overdueOrders, saveOrder } from './order-steps.queries.ts';

/** Moves an order or its dispatch to a status, with all effects. Returns the saved order. */
export async function takeStep(context: Context, id: string, step: OrderStep): Promise<LockedOrder> {
  const { tx, actor } = context;
  const { status: to } = step;
  mustHold(actor, to === 'cancelled' ? 'cancel_order' : 'order_edit');
  const order = await lockAt(tx, actor, id, step.version);
  await mustBeOpen(tx, actor, order, to);
  if (isDispatch(to)) {
    const { note, driverId, code } = step;
    const tripId = await moveDispatch(tx, order, to, { actor, note, driverId, code });
    if (tripId) await sendTripLink(context, { tripId, locationId: order.locationId });
  } else {
    const { note = null, comingBack } = step;
    await applyTransition(tx, order, to as OrderStatus, { actor, note, comingBack });
  }
  return order;
}

/** Offers an order to a driver, or assigns it to one who has already agreed, and emails them a link to the trip. */
export async function assignOrder(
  context: Context,
  id: string,
  { version, ...assignment }: DriverAssignment,
): Promise<Order> {
  const { tx, actor } = context;
  const order = await lockAt(tx, actor, id, version);
  await mustBeOpen(tx, actor, order, 'driverConfirmationPending');
  const tripId = await assignDriver(tx, actor, order, assignment);
  await sendTripLink(context, { tripId, locationId: order.locationId });
  return getOrder(tx, actor, id, order);
}

const isDispatch = (status: string): status is DispatchStatus =>
  (dispatchStatuses as readonly string[]).includes(status);

/** The permission depends on the step, so the route cannot check it. */
export function mustHold(actor: Actor, permission: Permission): void {
  if (!actor.permissions.has(permission)) throw problem('permission-missing', { permission });
}

/** Locks an order. If the request names a version, the order must still have it. */
export async function lockAt(
  tx: Tx,
  actor: Actor,
  id: string,
  version: number | undefined,
): Promise<LockedOrder> {
  const order = await lockOrder(tx, id);
  if (version !== undefined && version !== order.version) {
    throw stale(await getOrder(tx, actor, id), undefined, await overtakenText(tx, actor, order));
  }
  return order;
}

export async function mustBeOpen(tx: Tx, actor: Actor, order: LockedOrder, to: string): Promise<void> {
  const allowed: string[] = allowedSteps(order, actor.permissions);
  if (allowed.includes(to)) return;
  if (order.comingBackFrom && isDispatch(to)) {
    const number = formatNumber('order', order.number);
    throw problem('dispatch.coming-back', { number, driver: order.comingBackFrom });
  }
  const from = isDispatch(to) && order.dispatchStatus ? order.dispatchStatus : order.status;
  const message = await impossibleOrderStepText(tx, actor, order, { from, to });
  throw stepNotPossible({ from, to, allowed }, message, await getOrder(tx, actor, order.id));
}

interface Transition {
  actor: Pick<Actor, 'userId' | 'name'>;
  note: string | null;
  reason?: string | null;
  restock?: boolean;
  /** The driver's proof of delivery. */
  proof?: Outcome;
  comingBack?: boolean | undefined;
}

/** Moves an order to a status and runs the effects, without checking permissions. */
export async function applyTransition(
  tx: Tx,
  order: LockedOrder,
  to: OrderStatus,
  { actor, note, reason = null, restock = true, proof = {}, comingBack = false }: Transition,
): Promise<void> {
  const from = order.status;
  if (from === 'processing') await closePicking(tx, order);
  const before = stateOf(order);
  const eventId = newId();
  const reasonAndNote = [reason, note].filter(Boolean).join(': ') || null;
  const step: Step = {
    order,
    from,
    to,
    actor,
    eventId,
    note: reasonAndNote,
    restock,
    proof,
    comingBack,
    events: [],
  };
  step.events.push({ id: eventId, kind: 'order', from, to, by: actor, note: reasonAndNote });
  for (const effect of orderEffects[to]) await effect(tx, step);
  order.status = to;
  if (isEndedByStaff(to)) order.cancelReason = reason ?? note;
  await saveOrder(tx, {
    order,
    headline: headlineOf(order),
    entered: to,
    events: step.events,
    action: 'step',
    before,
    after: stateOf(order),
  });
}

const stateOf = ({ status, dispatchStatus, total }: LockedOrder) => ({ status, dispatchStatus, total });

/** Takes an automatic step, such as after a payment. Returns false if the order can no longer take it. */
export async function takeSystemStep(
  tx: Tx,
  id: string,
  to: 'orderPlaced' | 'failed' | 'expired',
  note: string,
): Promise<boolean> {
  const order = await lockOrder(tx, id);
  if (!openOrderSteps(order).includes(to)) return false;
  await applyTransition(tx, order, to, { actor: systemActor, note });
  return true;
}

/**
 * Places a pending order once authorised and captured payments cover its total, with a card that is authorized later. Returns
 * true if it did.
 */
export async function confirmWhenCovered(tx: Tx, order: LockedOrder, note: string): Promise<boolean> {
  if (order.status !== 'pending') return false;
  const payments = await paymentsOf(tx, order);
  const later = payments.reduce((sum, { isVerified, amount }) => sum + (isVerified ? amount : 0), 0);
  if (coveredBy(payments) + later < order.total) return false;
  await applyTransition(tx, order, 'orderPlaced', { actor: systemActor, note });
  return true;
}

/**
 * Expires orders that were not paid in time and returns their number. Each has its own transaction, because locking the stock
 * of several orders in sequence could deadlock with a checkout.
 */
export async function expireUnpaid(tx: Tx, limit = 1): Promise<number> {
  const ids = await overdueOrders(tx, limit);
  for (const id of ids) await takeSystemStep(tx, id, 'expired', 'Not paid in time');
  return ids.length;
}

/** Makes the actor the picker of an order that is being picked. Does nothing if the actor is the picker already. */
export async function takeOverOrder(
  tx: Tx,
  actor: Actor,
  id: string,
  { version }: TakeOver,
): Promise<LockedOrder> {
  const order = await lockAt(tx, actor, id, version);
  if (order.status !== 'processing') throw problem('orders.not-picking');
  // API keys can't pick.
  if (actor.userId === null) throw problem('permission-missing', { permission: 'order_edit' });
  if (order.pickerId === actor.userId) return order;
  const before = { picker: order.pickerName };
  const note = order.pickerName && `From ${order.pickerName}`;
  order.pickerId = actor.userId;
  order.pickerName = actor.name;
  await saveOrder(tx, {
    order,
    headline: headlineOf(order),
    entered: null,
    events: [{ id: newId(), kind: 'picking', from: null, to: null, by: actor, note }],
    action: 'takeOver',
    before,
    after: { picker: actor.name },
  });
  return order;
}
