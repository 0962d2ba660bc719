import type { TripPage } from '@aisle/contract/dispatch';
import type { DeliveryStatus } from '@aisle/contract/drivers';
import {
  openDispatchSteps,
  openOrderSteps,
  openReturnSteps,
  type ReturnStatus,
} from '@aisle/contract/order-flow';
import type { Tx } from '../core/db.ts';
import { keepImage } from '../core/images.ts';
import { notFound, type Problem, problem, wrongField } from '../core/problem.ts';
import type { Storage } from '../core/storage.ts';
import type { Uploads } from '../core/uploads.ts';
import { queueMail } from '../mail/mail.ts';
import { moveDispatch } from '../orders/order-dispatch.ts';
import { enter } from '../orders/order-steps.ts';
import { endCollectionOffer } from '../returns/collection-offers.ts';
import { enterReturn } from '../returns/return-steps.ts';
import { findReturn } from '../returns/returns.queries.ts';
import { getSettings } from '../settings/settings.service.ts';
import type { Outcome } from '../trips/trips.queries.ts';
import { changed, driverOf, type InHand, pageOf, take, takeOne, takeOrder, tripOf } from './trip-in-hand.ts';
import {
  countWrongCode,
  isOnAnotherTrip,
  type OnTrip,
  recipientsOf,
  type TripInHand,
} from './trip-page.queries.ts';

// What a driver does on their page. The token says which trip, and nothing beyond it is read or changed.

/** After so many wrong codes only the location goes on. */
const mostTries = 5;

export async function showTrip(tx: Tx, token: string): Promise<TripPage> {
  return pageOf(tx, await tripOf(tx, token));
}

/** Whether goods that are fetched may go there next. */
const mayGo = ({ returned }: OnTrip, to: ReturnStatus): boolean =>
  returned !== null && openReturnSteps(returned.status, returned.kind).includes(to);

/** The request goes on, and with it what the driver has to do for it. */
async function stepFetching(
  tx: Tx,
  trip: TripInHand,
  { order, delivery }: InHand,
  status: ReturnStatus,
  more: { note?: string | null | undefined; outcome?: DeliveryStatus } = {},
): Promise<void> {
  const request = await findReturn(tx, delivery.returned!.id);
  await enterReturn(tx, request, order, driverOf(trip), { status, ...more });
}

/** Says yes to everything that is offered on the trip. */
export async function accept(tx: Tx, token: string): Promise<TripPage> {
  const trip = await tripOf(tx, token);
  const offered = await take(tx, trip, ({ status }) => status === 'offered');
  const open = offered.filter(
    ({ order, delivery }) =>
      delivery.status === 'offered' &&
      !delivery.isExpired &&
      (delivery.returned
        ? mayGo(delivery, 'driverApproved')
        : openDispatchSteps(order).includes('driverConfirmed')),
  );
  if (open.length > 0 && (await isOnAnotherTrip(tx, trip))) {
    throw problem('drivers.not-free', { driver: trip.driverName, reason: 'busy with another trip' });
  }
  for (const one of open) {
    if (one.delivery.returned) await stepFetching(tx, trip, one, 'driverApproved');
    else await moveDispatch(tx, driverOf(trip), one.order, 'driverConfirmed', {});
  }
  const page = await pageOf(tx, trip);
  // Pressed twice it is a yes all the same.
  if (page.stops.length === 0) throw await changed(tx, trip);
  return page;
}

export async function decline(tx: Tx, token: string, reason: string | null | undefined): Promise<TripPage> {
  const trip = await tripOf(tx, token);
  const offered = await take(tx, trip, ({ status }) => status === 'offered');
  for (const { order, delivery } of offered) {
    if (delivery.status !== 'offered') continue;
    const end = { outcome: 'declined', note: reason || 'Declined' } as const;
    if (delivery.returned) {
      await endCollectionOffer(tx, order, driverOf(trip), { returnId: delivery.returned.id, ...end });
    } else await moveDispatch(tx, driverOf(trip), order, 'inQueue', end);
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
  const one = await takeOne(tx, trip, deliveryId);
  const { order, delivery } = one;
  if (delivery.status === 'gaveUp') return pageOf(tx, trip);
  const end = { outcome: 'gaveUp', note: reason || 'Gave up' } as const;
  if (delivery.returned) {
    if (!mayGo(delivery, 'approved')) throw await changed(tx, trip);
    await stepFetching(tx, trip, one, 'approved', end);
    return pageOf(tx, trip);
  }
  if (!['accepted', 'pickedUp'].includes(delivery.status) || !openDispatchSteps(order).includes('inQueue')) {
    throw await changed(tx, trip);
  }
  await moveDispatch(tx, driverOf(trip), order, 'inQueue', end);
  return pageOf(tx, trip);
}

/** The location says the code of the order when it hands the goods over. */
export async function pickUp(
  tx: Tx,
  token: string,
  deliveryId: string,
  code: string,
): Promise<TripPage | Problem> {
  const trip = await tripOf(tx, token);
  const { order, delivery } = await takeOrder(tx, trip, deliveryId);
  if (delivery.status === 'pickedUp' || delivery.status === 'onTheWay') return pageOf(tx, trip);
  if (delivery.status !== 'accepted') throw await changed(tx, trip);
  if (delivery.wrongCodes >= mostTries) throw problem('dispatch.too-many-tries');
  if (code !== order.handOverCode) {
    await countWrongCode(tx, trip, delivery.id);
    return problem('orders.hand-over-code', {}, wrongCode);
  }
  await moveDispatch(tx, driverOf(trip), order, 'driverConfirmationCompleted', { code });
  return pageOf(tx, trip);
}
const wrongCode = { fields: [{ path: 'code', message: 'The code is wrong' }] };

/** Leaves with everything that was picked up, and for everything to be fetched; customers with an e-mail address get their code. */
export async function start(tx: Tx, token: string): Promise<TripPage> {
  const trip = await tripOf(tx, token);
  const held = await take(tx, trip, ({ status }) => ['accepted', 'pickedUp', 'onTheWay'].includes(status));
  const leaving = held.filter(
    ({ order, delivery }) =>
      !delivery.returned && delivery.status === 'pickedUp' && openOrderSteps(order).includes('outOfDelivery'),
  );
  const fetching = held.filter(
    ({ delivery }) => delivery.status === 'accepted' && mayGo(delivery, 'driverOnTheWay'),
  );
  if (
    leaving.length + fetching.length === 0 &&
    held.every(({ delivery }) => delivery.status !== 'onTheWay')
  ) {
    throw await changed(tx, trip);
  }
  for (const { order } of leaving)
    await enter(tx, order, 'outOfDelivery', { actor: driverOf(trip), note: null });
  for (const one of fetching) await stepFetching(tx, trip, one, 'driverOnTheWay');
  await tellCustomers(
    tx,
    trip,
    leaving.map(({ delivery }) => delivery.id),
  );
  return pageOf(tx, trip);
}

async function tellCustomers(tx: Tx, trip: TripInHand, deliveryIds: string[]): Promise<void> {
  if (deliveryIds.length === 0) return;
  const { brandName } = await getSettings(tx);
  for (const { email, firstName, orderNumber, dropCode } of await recipientsOf(tx, trip, deliveryIds)) {
    await queueMail(tx, {
      to: email,
      subject: `${orderNumber} is on its way`,
      text: `Hello ${firstName},

${trip.driverName} of ${trip.location.name} is on the way with your order ${orderNumber}.
Please say this code at the door:

${dropCode}

${brandName}
`,
    });
  }
}

/** The goods of a return are with the driver, who brings them to the location. */
export async function collect(
  tx: Tx,
  token: string,
  deliveryId: string,
  note: string | null | undefined,
): Promise<TripPage> {
  const trip = await tripOf(tx, token);
  const one = await takeOne(tx, trip, deliveryId);
  if (!one.delivery.returned) throw notFound('This delivery');
  if (one.delivery.status === 'pickedUp') return pageOf(tx, trip);
  if (!mayGo(one.delivery, 'driverPickedUp')) throw await changed(tx, trip);
  await stepFetching(tx, trip, one, 'driverPickedUp', { note });
  return pageOf(tx, trip);
}

/** The customer has it: their code says so, or a photo of where it stands. */
export async function deliver(
  tx: Tx,
  storage: Storage,
  token: string,
  { deliveryId, code }: { deliveryId: string; code?: string | null | undefined },
  files: Uploads,
): Promise<TripPage | Problem> {
  const trip = await tripOf(tx, token);
  const { order, delivery } = await takeOrder(tx, trip, deliveryId);
  if (delivery.status === 'delivered') return pageOf(tx, trip);
  if (delivery.status !== 'onTheWay' || !openOrderSteps(order).includes('delivered')) {
    throw await changed(tx, trip);
  }
  const photo = files.photo?.[0];
  if (!code && !photo) throw wrongField('code', 'Enter the code of the customer, or take a photo');
  if (code && code !== delivery.dropCode) {
    if (delivery.wrongCodes >= mostTries) throw problem('dispatch.too-many-tries');
    await countWrongCode(tx, trip, delivery.id);
    return problem('dispatch.drop-code', {}, wrongCode);
  }
  const proof: Outcome = photo
    ? { proof: 'photo', proofFileId: await keepImage(tx, storage, photo, null) }
    : { proof: 'code' };
  const note = photo ? 'A photo shows where it was left' : 'By the code of the customer';
  await enter(tx, order, 'delivered', { actor: driverOf(trip), note, proof });
  return pageOf(tx, trip);
}

/** Nobody there, or the like: an order comes back and waits for another attempt, a return has come to nothing. */
export async function fail(tx: Tx, token: string, deliveryId: string, reason: string): Promise<TripPage> {
  const trip = await tripOf(tx, token);
  const one = await takeOne(tx, trip, deliveryId);
  const { order, delivery } = one;
  if (delivery.status === 'failed') return pageOf(tx, trip);
  if (delivery.returned) {
    const to = delivery.returned.kind === 'return' ? 'returnFailed' : 'replacementFailed';
    if (delivery.status !== 'onTheWay' || !mayGo(delivery, to)) throw await changed(tx, trip);
    await stepFetching(tx, trip, one, to, { note: reason });
    return pageOf(tx, trip);
  }
  if (delivery.status !== 'onTheWay' || !openOrderSteps(order).includes('awaitingForDelivery')) {
    throw await changed(tx, trip);
  }
  await enter(tx, order, 'awaitingForDelivery', { actor: driverOf(trip), note: reason });
  return pageOf(tx, trip);
}
