import { isWithDriver } from '@aisle/contract/sales/dispatch/dispatch-status-groups';
import type { DeliveryStatus } from '@aisle/contract/sales/drivers';
import { type DispatchStatus, headlineOf, openDispatchSteps } from '@aisle/contract/sales/orders/order-flow';
import type { DriverAssignment, OrderStep } from '@aisle/contract/sales/orders/order-steps';
import { systemActor } from '../../../core/audit.ts';
import type { Tx } from '../../../core/db/db.ts';
import type { Actor } from '../../../core/http/actor.ts';
import { newId } from '../../../core/ids.ts';
import { problem, wrongField } from '../../../core/problem.ts';
import { moveDelivery, offerDelivery } from '../../../ledgers/trips/trips.ts';
import { type LockedOrder, lockOrder, saveOrder } from './order-steps.queries.ts';

export type Who = Pick<Actor, 'userId' | 'name'>;

interface DispatchMove extends Pick<OrderStep, 'note' | 'driverId' | 'code'> {
  actor: Who;
  /** Adds the order to the driver's current trip. */
  join?: boolean | undefined;
  /** How the driver's delivery ends, if it does. */
  outcome?: DeliveryStatus;
  /** The driver keeps the items and returns them to the store. */
  comesBack?: boolean;
}

/** Moves the order's dispatch to a status, without checking permissions. Returns the ID of a new trip. */
export async function moveDispatch(
  tx: Tx,
  order: LockedOrder,
  to: DispatchStatus,
  { actor, note, driverId, code, join, outcome, comesBack = false }: DispatchMove,
): Promise<string | undefined> {
  if (to === 'driverConfirmationCompleted') mustMatchCode(order, code);
  const { dispatchStatus: from } = order;
  const before = stateOf(order);
  let tripId: string | undefined;
  if (to === 'driverConfirmationPending' && driverId) {
    tripId = await offerDelivery(tx, order, { driverId, userId: actor.userId, join });
  }
  const ends = outcome ?? deliveryStatusAfter[to];
  if (order.driverId && ends) await moveDelivery(tx, order, ends, { reason: note ?? null, comesBack });

  if (to === 'driverConfirmationPending') order.driverId = driverId ?? null;
  if (!isWithDriver(to)) order.driverId = null;
  order.dispatchStatus = to;
  await saveOrder(tx, {
    order,
    headline: headlineOf(order),
    entered: null,
    events: [{ id: newId(), kind: 'dispatch', from, to, by: actor, note: note ?? null }],
    action: 'step',
    before,
    after: stateOf(order),
  });
  return tripId;
}

/** The status of the driver's delivery after a dispatch step. */
const deliveryStatusAfter: Partial<Record<DispatchStatus, DeliveryStatus>> = {
  driverConfirmed: 'accepted',
  driverConfirmationCompleted: 'pickedUp',
  inQueue: 'withdrawn',
  offQueue: 'withdrawn',
};

/** Staff read the code to the driver, who enters it on the trip page; a step by staff repeats it. */
function mustMatchCode(order: LockedOrder, code: string | null | undefined): void {
  if (!code) throw wrongField('code', 'Hand-over code is required');
  if (code === order.handOverCode) return;
  throw problem(
    'orders.hand-over-code',
    {},
    { fields: [{ path: 'code', message: 'Incorrect hand-over code' }] },
  );
}

const stateOf = ({ status, dispatchStatus, driverId, total }: LockedOrder) => ({
  status,
  dispatchStatus,
  driverId,
  total,
});

export type Assignment = Omit<DriverAssignment, 'version'>;

/** Offers an order to a driver, or assigns it to one who has already agreed. Returns the ID of their trip. */
export async function assignDriver(
  tx: Tx,
  actor: Who,
  order: LockedOrder,
  { driverId, note, accepted, join }: Assignment,
): Promise<string> {
  const tripId = await moveDispatch(tx, order, 'driverConfirmationPending', { actor, driverId, note, join });
  if (accepted) await moveDispatch(tx, order, 'driverConfirmed', { actor });
  return tripId!;
}

/**
 * Puts an order whose offer wasn't answered in time back into the queue. Returns false if the offer was answered or replaced
 * meanwhile, so that it ends only once if two servers try, or if a timer runs twice.
 */
export async function endOffer(
  tx: Tx,
  orderId: string,
  isOverdue: (tx: Tx) => Promise<boolean>,
): Promise<boolean> {
  const order = await lockOrder(tx, orderId);
  if (order.dispatchStatus !== 'driverConfirmationPending') return false;
  if (!openDispatchSteps(order).includes('inQueue') || !(await isOverdue(tx))) return false;
  await moveDispatch(tx, order, 'inQueue', {
    actor: systemActor,
    outcome: 'timedOut',
    note: 'No response in time',
  });
  return true;
}
