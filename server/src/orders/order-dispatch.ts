import type { DeliveryStatus } from '@aisle/contract/drivers';
import { type DispatchStatus, headlineOf, openDispatchSteps } from '@aisle/contract/order-flow';
import type { DriverAssignment, OrderStep } from '@aisle/contract/order-steps';
import type { Actor } from '../core/actor.ts';
import type { Tx } from '../core/db.ts';
import { newId } from '../core/ids.ts';
import { problem, wrongField } from '../core/problem.ts';
import type { Settings } from '../core/settings.ts';
import { tellDriver } from '../trips/trip-links.ts';
import { moveDelivery, offerDelivery } from '../trips/trips.ts';
import { lockOrder, type OrderInHand, saveOrder } from './order-steps.queries.ts';

export type Who = Pick<Actor, 'userId' | 'name'>;

interface DispatchMove extends Pick<OrderStep, 'note' | 'driverId' | 'code'> {
  /** Taken along on the trip that the driver is on. */
  join?: boolean | undefined;
  /** How the delivery in hand ends, where it does. */
  outcome?: DeliveryStatus;
}

/** Takes the search for a driver one step along, whoever takes it: the guards are behind us. Gives the trip, if new. */
export async function moveDispatch(
  tx: Tx,
  actor: Who,
  order: OrderInHand,
  to: DispatchStatus,
  { note, driverId, code, join, outcome }: DispatchMove,
): Promise<string | undefined> {
  if (to === 'driverConfirmationCompleted') mustKnow(order, code);
  const { dispatchStatus: from } = order;
  const before = stateOf(order);
  let tripId: string | undefined;
  if (to === 'driverConfirmationPending' && driverId) {
    tripId = await offerDelivery(tx, order, { driverId, userId: actor.userId, join });
  }
  if (order.driverId) await follow(tx, order, to, outcome, note);

  if (to === 'driverConfirmationPending') order.driverId = driverId ?? null;
  if (to === 'inQueue' || to === 'offQueue') order.driverId = null;
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

const delivers: Partial<Record<DispatchStatus, DeliveryStatus>> = {
  driverConfirmed: 'accepted',
  driverConfirmationCompleted: 'pickedUp',
  inQueue: 'withdrawn',
  offQueue: 'withdrawn',
};
/** The delivery in the driver's hands goes where the search for a driver goes. */
async function follow(
  tx: Tx,
  order: OrderInHand,
  to: DispatchStatus,
  outcome: DeliveryStatus | undefined,
  note: string | null | undefined,
): Promise<void> {
  const status = outcome ?? delivers[to];
  if (status) await moveDelivery(tx, order, status, { reason: note ?? null });
}

/** The driver shows the code at the location: who has it was sent by us. */
function mustKnow(order: OrderInHand, code: string | null | undefined): void {
  if (!code) throw wrongField('code', 'Hand-over code is required');
  if (code === order.handOverCode) return;
  throw problem(
    'orders.hand-over-code',
    {},
    { fields: [{ path: 'code', message: 'The hand-over code is wrong' }] },
  );
}

const stateOf = ({ status, dispatchStatus, driverId, total }: OrderInHand) => ({
  status,
  dispatchStatus,
  driverId,
  total,
});

type Assignment = Omit<DriverAssignment, 'version'>;

/** Offers an order to a driver, or gives it to one who has agreed already. Gives the trip it is on. */
export async function giveTo(
  tx: Tx,
  actor: Who,
  order: OrderInHand,
  { driverId, note, accepted, join }: Assignment,
): Promise<string> {
  const tripId = await moveDispatch(tx, actor, order, 'driverConfirmationPending', { driverId, note, join });
  if (accepted) await moveDispatch(tx, actor, order, 'driverConfirmed', {});
  return tripId!;
}

/** The same for somebody who presses the button: guarded, and the driver is told. */
export async function assignDriver(
  tx: Tx,
  actor: Actor,
  settings: Settings,
  order: OrderInHand,
  assignment: Assignment,
): Promise<void> {
  const tripId = await giveTo(tx, actor, order, assignment);
  await tellDriver(tx, settings, { tripId, locationId: order.locationId, userId: actor.userId });
}

const theSystem: Who = { userId: null, name: 'System' };

/**
 * An offer that nobody answered in time goes back into the queue. False where somebody did meanwhile, or the
 * offer is another one by now: two servers, or a timer and its repetition, end it once.
 */
export async function endOffer(
  tx: Tx,
  orderId: string,
  isOverdue: (tx: Tx) => Promise<boolean>,
): Promise<boolean> {
  const order = await lockOrder(tx, orderId);
  if (order.dispatchStatus !== 'driverConfirmationPending') return false;
  if (!openDispatchSteps(order).includes('inQueue') || !(await isOverdue(tx))) return false;
  await moveDispatch(tx, theSystem, order, 'inQueue', {
    outcome: 'timedOut',
    note: 'Nobody answered in time',
  });
  return true;
}
