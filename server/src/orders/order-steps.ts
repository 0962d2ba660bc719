import {
  allowedSteps,
  type DispatchStatus,
  dispatchStatuses,
  headlineOf,
  type OrderStatus,
  openOrderSteps,
} from '@aisle/contract/order-flow';
import type { DriverAssignment, OrderStep } from '@aisle/contract/order-steps';
import type { Order } from '@aisle/contract/order-view';
import type { Permission } from '@aisle/contract/permissions';
import type { Actor } from '../core/actor.ts';
import type { Tx } from '../core/db.ts';
import { newId } from '../core/ids.ts';
import { problem, stale } from '../core/problem.ts';
import type { Settings } from '../core/settings.ts';
import { tellDriver } from '../trips/trip-links.ts';
import type { Outcome } from '../trips/trips.queries.ts';
import { assignDriver, moveDispatch } from './order-dispatch.ts';
import { orderEffects, type Step } from './order-effects.ts';
import { coveredBy, paymentsOf } from './order-payments.queries.ts';
import { lockOrder, type OrderInHand, overdueOrders, saveOrder } from './order-steps.queries.ts';
import { getOrder } from './order-view.ts';

/** Takes an order or its dispatch one step along, with everything that follows from it, or not at all; gives it as saved. */
export async function takeStep(
  tx: Tx,
  actor: Actor,
  settings: Settings,
  id: string,
  step: OrderStep,
): Promise<OrderInHand> {
  const { status: to } = step;
  mustHold(actor, to === 'cancelled' ? 'cancel_order' : 'order_edit');
  const order = await lockAt(tx, actor, id, step.version);
  await mustBeOpen(tx, actor, order, to);
  if (isDispatch(to)) {
    const tripId = await moveDispatch(tx, actor, order, to, step);
    const { locationId } = order;
    if (tripId) await tellDriver(tx, settings, { tripId, locationId, userId: actor.userId });
  } else await enter(tx, order, to as OrderStatus, { actor, note: step.note ?? null });
  return order;
}

/** Offers an order to a driver, or gives it to one who has agreed already. */
export async function assignTo(
  tx: Tx,
  actor: Actor,
  settings: Settings,
  id: string,
  { version, ...assignment }: DriverAssignment,
): Promise<Order> {
  const order = await lockAt(tx, actor, id, version);
  await mustBeOpen(tx, actor, order, 'driverConfirmationPending');
  await assignDriver(tx, actor, settings, order, assignment);
  return getOrder(tx, actor, id, order);
}

const isDispatch = (status: string): status is DispatchStatus =>
  (dispatchStatuses as readonly string[]).includes(status);

/** Which permission it takes depends on the step, so the route cannot ask for it. */
export function mustHold(actor: Actor, permission: Permission): void {
  if (!actor.permissions.has(permission)) throw problem('permission-missing', { permission });
}

/** Locks an order that must still be as it was read, where that was said. */
export async function lockAt(
  tx: Tx,
  actor: Actor,
  id: string,
  version: number | undefined,
): Promise<OrderInHand> {
  const order = await lockOrder(tx, id);
  if (version !== undefined && version !== order.version) throw stale(await getOrder(tx, actor, id));
  return order;
}

export async function mustBeOpen(tx: Tx, actor: Actor, order: OrderInHand, to: string): Promise<void> {
  const allowed: string[] = allowedSteps(order, actor.permissions);
  if (allowed.includes(to)) return;
  const from = isDispatch(to) && order.dispatchStatus ? order.dispatchStatus : order.status;
  throw problem(
    'orders.step-not-possible',
    { from, to, allowed },
    {
      message: `This cannot go from '${from}' to '${to}' now. Possible: ${allowed.join(', ') || 'nothing'}`,
      data: await getOrder(tx, actor, order.id),
    },
  );
}

interface Entering {
  actor: Pick<Actor, 'userId' | 'name'>;
  note: string | null;
  reason?: string | null;
  restock?: boolean;
  /** What shows that the customer has it, where a driver brought it. */
  proof?: Outcome;
}

/** The step itself, whoever takes it: the guards are behind us. */
export async function enter(tx: Tx, order: OrderInHand, to: OrderStatus, entering: Entering): Promise<void> {
  const { actor, note, reason = null, restock = true, proof = {} } = entering;
  const from = order.status;
  const before = stateOf(order);
  const eventId = newId();
  const told = [reason, note].filter(Boolean).join(': ') || null;
  const step: Step = { order, from, to, actor, eventId, note: told, restock, proof, events: [] };
  step.events.push({ id: eventId, kind: 'order', from, to, by: actor, note: told });
  for (const effect of orderEffects[to]) await effect(tx, step);
  order.status = to;
  if (to === 'cancelled' || to === 'rejected') order.cancelReason = reason ?? note;
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

const stateOf = ({ status, dispatchStatus, total }: OrderInHand) => ({ status, dispatchStatus, total });

export const theSystem = { userId: null, name: 'System' };

/** A step that no person takes: a payment came in, or did not. False where it is no longer open. */
export async function takeSystemStep(
  tx: Tx,
  id: string,
  to: 'orderPlaced' | 'failed' | 'expired',
  note: string,
): Promise<boolean> {
  const order = await lockOrder(tx, id);
  if (!openOrderSteps(order).includes(to)) return false;
  await enter(tx, order, to, { actor: theSystem, note });
  return true;
}

/** A waiting order is placed once cards promised, or people paid, all of it. False where that is not so. */
export async function placeWhenCovered(tx: Tx, order: OrderInHand, note: string): Promise<boolean> {
  if (order.status !== 'pending' || coveredBy(await paymentsOf(tx, order)) < order.total) return false;
  await enter(tx, order, 'orderPlaced', { actor: theSystem, note });
  return true;
}

/**
 * Ends orders that were not paid in time and says how many, for the job runner. One in each transaction: the
 * stock of several, locked one order after the other, could deadlock with whoever takes an order.
 */
export async function expireUnpaid(tx: Tx, limit = 1): Promise<number> {
  const ids = await overdueOrders(tx, limit);
  for (const id of ids) await takeSystemStep(tx, id, 'expired', 'Not paid in time');
  return ids.length;
}
