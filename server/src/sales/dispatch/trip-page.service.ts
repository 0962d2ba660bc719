import { pluralize } from '@aisle/contract/core/pluralize';
import type { TripPage } from '@aisle/contract/sales/dispatch/dispatch';
import { canGiveUp, type DeliveryStatus, isCollected } from '@aisle/contract/sales/drivers';
import {
  openDispatchSteps,
  openOrderSteps,
  openReturnSteps,
  type ReturnStatus,
} from '@aisle/contract/sales/orders/order-flow';
import type { PushDeviceInput, PushState } from '@aisle/contract/system/push';
import type { Context } from '../../core/context.ts';
import type { Tx } from '../../core/db/db.ts';
import { storePhoto } from '../../core/files/images.ts';
import type { Storage } from '../../core/files/storage.ts';
import type { Upload } from '../../core/http/input/uploads.ts';
import { notFound, type Problem, problem, wrongField } from '../../core/problem.ts';
import type { Outcome } from '../../ledgers/trips/trips.queries.ts';
import { deleteDriverDevice } from '../../system/push/push.queries.ts';
import { turnOnDriverPush } from '../../system/push/push.service.ts';
import { moveDispatch } from '../orders/steps/order-dispatch.ts';
import { applyTransition } from '../orders/steps/order-steps.ts';
import { endCollectionOffer } from '../returns/collection-offers.ts';
import { applyReturnTransition } from '../returns/return-steps.ts';
import { findReturn } from '../returns/returns.queries.ts';
import {
  changed,
  driverOf,
  type LockedTrip,
  lockDeliveries,
  lockOneDelivery,
  lockOrderDelivery,
  pageOf,
  tripOf,
} from './locked-trip.ts';
import { countWrongCode, isOnAnotherTrip, type OnTrip, type OpenTrip, stampOf } from './trip-page.queries.ts';

// The actions of a driver on the trip page. The token identifies the trip; nothing outside of it is read or changed.

/** After this many wrong codes only staff at the location can continue. */
const maxTries = 5;

export async function showTrip(tx: Tx, token: string): Promise<TripPage> {
  return pageOf(tx, await tripOf(tx, token));
}

export async function showStamp(tx: Tx, token: string): Promise<{ stamp: string }> {
  return { stamp: await stampOf(tx, await tripOf(tx, token)) };
}

/** Sends news of the driver's next offers to this browser, which outlasts the link; staff who revoke links also end it. */
export async function notifyDriver(
  context: Pick<Context, 'tx' | 'services'>,
  token: string,
  device: PushDeviceInput,
): Promise<PushState> {
  const { driverId } = await tripOf(context.tx, token);
  return turnOnDriverPush(context, driverId, device);
}

export async function stopNotifying(tx: Tx, token: string, endpoint: string): Promise<PushState> {
  await tripOf(tx, token);
  await deleteDriverDevice(tx, endpoint);
  return { isOn: false };
}

/** Whether a collected return can take this step. */
const canDepart = ({ returned }: OnTrip, to: ReturnStatus): boolean =>
  returned !== null && openReturnSteps(returned.status, returned.kind).includes(to);

/** Moves a return, and with it the driver's collection. */
async function stepCollection(
  tx: Tx,
  trip: OpenTrip,
  { order, delivery }: LockedTrip,
  step: { status: ReturnStatus; note?: string | null | undefined; outcome?: DeliveryStatus },
): Promise<void> {
  const request = await findReturn(tx, delivery.returned!.id);
  await applyReturnTransition(tx, request, order, { actor: driverOf(trip), ...step });
}

/** Accepts all offers on the trip. */
export async function accept(tx: Tx, token: string): Promise<TripPage> {
  const trip = await tripOf(tx, token);
  const offered = await lockDeliveries(tx, trip, ({ status }) => status === 'offered');
  const open = offered.filter(
    ({ order, delivery }) =>
      delivery.status === 'offered' &&
      !delivery.isExpired &&
      (delivery.returned
        ? canDepart(delivery, 'driverApproved')
        : openDispatchSteps(order).includes('driverConfirmed')),
  );
  if (open.length > 0 && (await isOnAnotherTrip(tx, trip))) {
    throw problem('drivers.not-free', { driver: trip.driverName, reason: 'busy with another trip' });
  }
  for (const one of open) {
    if (one.delivery.returned) await stepCollection(tx, trip, one, { status: 'driverApproved' });
    else await moveDispatch(tx, one.order, 'driverConfirmed', { actor: driverOf(trip) });
  }
  const page = await pageOf(tx, trip);
  // Accepting twice has no further effect.
  if (page.stops.length === 0) throw await changed(tx, trip);
  return page;
}

export async function decline(tx: Tx, token: string, reason: string | null | undefined): Promise<TripPage> {
  const trip = await tripOf(tx, token);
  const offered = await lockDeliveries(tx, trip, ({ status }) => status === 'offered');
  for (const { order, delivery } of offered) {
    if (delivery.status !== 'offered') continue;
    const end = { outcome: 'declined', note: reason || 'Declined' } as const;
    if (delivery.returned) {
      await endCollectionOffer(tx, order, driverOf(trip), { returnId: delivery.returned.id, ...end });
    } else await moveDispatch(tx, order, 'inQueue', { actor: driverOf(trip), ...end });
  }
  return pageOf(tx, trip);
}

export async function giveUp(
  tx: Tx,
  token: string,
  deliveryId: string,
  reason: string | null | undefined,
): Promise<TripPage> {
  const trip = await tripOf(tx, token);
  const one = await lockOneDelivery(tx, trip, deliveryId);
  const { order, delivery } = one;
  if (delivery.status === 'gaveUp') return pageOf(tx, trip);
  const end = { outcome: 'gaveUp', note: reason || 'Cancelled by driver' } as const;
  if (delivery.returned) {
    if (!canDepart(delivery, 'approved')) throw await changed(tx, trip);
    await stepCollection(tx, trip, one, { status: 'approved', ...end });
    return pageOf(tx, trip);
  }
  if (!canGiveUp(delivery.status) || !openDispatchSteps(order).includes('inQueue')) {
    throw await changed(tx, trip);
  }
  await moveDispatch(tx, order, 'inQueue', { actor: driverOf(trip), ...end, comesBack: true });
  return pageOf(tx, trip);
}

/** Staff at the location give the driver the order's code when they hand over the items. */
export async function pickUp(
  tx: Tx,
  token: string,
  deliveryId: string,
  code: string,
): Promise<TripPage | Problem> {
  const trip = await tripOf(tx, token);
  const { order, delivery } = await lockOrderDelivery(tx, trip, deliveryId);
  if (isCollected(delivery.status)) return pageOf(tx, trip);
  if (delivery.status !== 'accepted') throw await changed(tx, trip);
  if (delivery.wrongPickupCodes >= maxTries) throw tooManyCodes('dispatch.too-many-tries');
  if (code !== order.handOverCode) {
    await countWrongCode(tx, trip, delivery.id, 'wrong_pickup_codes');
    return problem('orders.hand-over-code', {}, wrongCode);
  }
  await moveDispatch(tx, order, 'driverConfirmationCompleted', { actor: driverOf(trip), code });
  return pageOf(tx, trip);
}
const wrongCode = { fields: [{ path: 'code', message: 'Incorrect code' }] };
/** Shown beside the code until the driver's next action, unlike a notice that disappears. */
function tooManyCodes(code: 'dispatch.too-many-tries' | 'dispatch.too-many-door-codes'): Problem {
  return problem(code, {}, { fields: [{ path: 'code', message: problem(code).message }] });
}

/** Starts the trip with all orders that were picked up and all collections, and emails customers their codes. */
export async function start(tx: Tx, token: string): Promise<TripPage> {
  const trip = await tripOf(tx, token);
  const held = await lockDeliveries(tx, trip, ({ status }) => status === 'accepted' || isCollected(status));
  const leaving = held.filter(
    ({ order, delivery }) =>
      !delivery.returned && delivery.status === 'pickedUp' && openOrderSteps(order).includes('outOfDelivery'),
  );
  const fetching = held.filter(
    ({ delivery }) => delivery.status === 'accepted' && canDepart(delivery, 'driverOnTheWay'),
  );
  if (
    leaving.length + fetching.length === 0 &&
    held.every(({ delivery }) => delivery.status !== 'onTheWay')
  ) {
    throw await changed(tx, trip);
  }
  for (const { order } of leaving)
    await applyTransition(tx, order, 'outOfDelivery', { actor: driverOf(trip), note: null });
  for (const one of fetching) await stepCollection(tx, trip, one, { status: 'driverOnTheWay' });
  return pageOf(tx, trip);
}

/** Records that the driver has collected the items of a return. */
export async function collect(
  tx: Tx,
  token: string,
  deliveryId: string,
  note: string | null | undefined,
): Promise<TripPage> {
  const trip = await tripOf(tx, token);
  const one = await lockOneDelivery(tx, trip, deliveryId);
  if (!one.delivery.returned) throw notFound('This delivery');
  if (one.delivery.status === 'pickedUp') return pageOf(tx, trip);
  if (!canDepart(one.delivery, 'driverPickedUp')) throw await changed(tx, trip);
  await stepCollection(tx, trip, one, { status: 'driverPickedUp', note });
  return pageOf(tx, trip);
}

/** Delivers an order, with the customer's code or a photo as proof. */
export async function deliver(
  tx: Tx,
  storage: Storage,
  token: string,
  {
    deliveryId,
    code,
    photo,
  }: { deliveryId: string; code?: string | null | undefined; photo?: Upload | undefined },
): Promise<TripPage | Problem> {
  const trip = await tripOf(tx, token);
  const { order, delivery } = await lockOrderDelivery(tx, trip, deliveryId);
  if (delivery.status === 'delivered') return pageOf(tx, trip);
  if (delivery.status !== 'onTheWay' || !openOrderSteps(order).includes('delivered')) {
    throw await changed(tx, trip);
  }
  if (!code && !photo) throw wrongField('code', "Enter the customer's code or take a photo");
  // Comes before the comparison, because after too many wrong codes even the right one proves nothing.
  if (code && delivery.wrongCodes >= maxTries) throw tooManyCodes('dispatch.too-many-door-codes');
  if (code && code !== delivery.dropCode) {
    await countWrongCode(tx, trip, delivery.id, 'wrong_codes');
    return problem('dispatch.drop-code', {}, wrongCode);
  }
  const ofTrip = { createdBy: null, locationId: trip.locationId };
  const proof: Outcome = photo
    ? { proof: 'photo', proofFileId: await storePhoto(tx, storage, photo, ofTrip) }
    : { proof: 'code' };
  const note = proofNote(
    photo ? 'Photo taken where the order was left' : "Customer's code",
    delivery.wrongCodes,
  );
  await applyTransition(tx, order, 'delivered', { actor: driverOf(trip), note, proof });
  return pageOf(tx, trip);
}

/** Mentions wrong codes before the proof, so that staff can look into them. */
const proofNote = (proof: string, wrongCodes: number): string =>
  wrongCodes === 0 ? proof : `${proof}, after ${pluralize(wrongCodes, 'wrong code')}`;

/** Records a failed attempt: the driver returns an order's items to the store; a collection has failed. */
export async function fail(tx: Tx, token: string, deliveryId: string, reason: string): Promise<TripPage> {
  const trip = await tripOf(tx, token);
  const one = await lockOneDelivery(tx, trip, deliveryId);
  const { order, delivery } = one;
  if (delivery.status === 'failed') return pageOf(tx, trip);
  if (delivery.returned) {
    const to = delivery.returned.kind === 'return' ? 'returnFailed' : 'replacementFailed';
    if (delivery.status !== 'onTheWay' || !canDepart(delivery, to)) throw await changed(tx, trip);
    await stepCollection(tx, trip, one, { status: to, note: reason });
    return pageOf(tx, trip);
  }
  if (delivery.status !== 'onTheWay' || !openOrderSteps(order).includes('awaitingForDelivery')) {
    throw await changed(tx, trip);
  }
  await applyTransition(tx, order, 'awaitingForDelivery', {
    actor: driverOf(trip),
    note: reason,
    comingBack: true,
  });
  return pageOf(tx, trip);
}
