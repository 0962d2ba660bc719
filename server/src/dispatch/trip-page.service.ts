import { failureReasons, type TripPage } from '@aisle/contract/dispatch';
import type { DeliveryStatus } from '@aisle/contract/drivers';
import { openDispatchSteps, openOrderSteps } from '@aisle/contract/order-flow';
import { hashToken } from '../core/actor.ts';
import type { Tx } from '../core/db.ts';
import { keepImage } from '../core/images.ts';
import { notFound, type Problem, problem, wrongField } from '../core/problem.ts';
import type { Storage } from '../core/storage.ts';
import type { Uploads } from '../core/uploads.ts';
import { queueMail } from '../mail/mail.ts';
import { moveDispatch, type Who } from '../orders/order-dispatch.ts';
import { lockOrder, type OrderInHand } from '../orders/order-steps.queries.ts';
import { enter } from '../orders/order-steps.ts';
import { getSettings } from '../settings/settings.service.ts';
import type { Outcome } from '../trips/trips.queries.ts';
import {
  countWrongCode,
  deliveriesOn,
  findByToken,
  isOnAnotherTrip,
  type OnTrip,
  recipientsOf,
  stopsOf,
  type TripInHand,
} from './trip-page.queries.ts';

// What a driver does on their page. The token says which trip, and nothing beyond it is read or changed.

/** After so many wrong codes only the location goes on. */
const mostTries = 5;

async function tripOf(tx: Tx, token: string): Promise<TripInHand> {
  const trip = await findByToken(tx, hashToken(token));
  // Unknown, expired and closed alike: nobody learns which links there are.
  if (!trip) throw notFound('This link');
  return trip;
}

export async function showTrip(tx: Tx, token: string): Promise<TripPage> {
  return pageOf(tx, await tripOf(tx, token));
}

async function pageOf(tx: Tx, trip: TripInHand): Promise<TripPage> {
  const { brandName } = await getSettings(tx);
  const all = await deliveriesOn(tx, trip);
  const open = await stopsOf(tx, trip);
  const count = (status: DeliveryStatus) => all.filter((one) => one.status === status).length;
  const isOver = open.length === 0;
  return {
    number: trip.number,
    brandName,
    driverName: trip.driverName,
    isOver,
    location: isOver ? null : trip.location,
    offers: open
      .filter(({ status }) => status === 'offered')
      .map(({ _id, distanceKm, address, lineCount, promisedAt, offerExpiresAt, pay }) => ({
        _id,
        distanceKm,
        area: address?.postalCode ?? null,
        lineCount,
        promisedAt,
        offerExpiresAt,
        pay,
      })),
    stops: open
      .filter(({ status }) => status !== 'offered')
      .map(({ distanceKm, lineCount, ...stop }) => stop),
    failureReasons: [...failureReasons],
    delivered: count('delivered'),
    failed: count('failed'),
  };
}

/** An order on the trip, locked, and how its delivery stands now that nobody else can move it. */
interface InHand {
  order: OrderInHand;
  delivery: OnTrip;
}
/** Locks these deliveries' orders, always in the same sequence; those that left the trip meanwhile are not there. */
async function take(tx: Tx, trip: TripInHand, wanted: (one: OnTrip) => boolean): Promise<InHand[]> {
  const found = (await deliveriesOn(tx, trip)).filter(wanted);
  const orders = new Map<string, OrderInHand>();
  for (const { orderId } of found) orders.set(orderId, await lockOrder(tx, orderId));
  const now = new Map((await deliveriesOn(tx, trip)).map((one) => [one.id, one]));
  return found.map(({ id, orderId }) => ({ order: orders.get(orderId)!, delivery: now.get(id)! }));
}

async function takeOne(tx: Tx, trip: TripInHand, deliveryId: string): Promise<InHand> {
  const [one] = await take(tx, trip, ({ id }) => id === deliveryId);
  if (!one) throw notFound('This delivery');
  return one;
}

const driverOf = ({ driverName }: TripInHand): Who => ({ userId: null, name: driverName });
const changed = async (tx: Tx, trip: TripInHand): Promise<Problem> =>
  problem('dispatch.trip-changed', {}, { data: await pageOf(tx, trip) });

/** Says yes to everything that is offered on the trip. */
export async function accept(tx: Tx, token: string): Promise<TripPage> {
  const trip = await tripOf(tx, token);
  const offered = await take(tx, trip, ({ status }) => status === 'offered');
  const open = offered.filter(
    ({ order, delivery }) =>
      delivery.status === 'offered' &&
      !delivery.isExpired &&
      openDispatchSteps(order).includes('driverConfirmed'),
  );
  if (open.length > 0 && (await isOnAnotherTrip(tx, trip))) {
    throw problem('drivers.not-free', { driver: trip.driverName, reason: 'busy with another trip' });
  }
  for (const { order } of open) await moveDispatch(tx, driverOf(trip), order, 'driverConfirmed', {});
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
    await moveDispatch(tx, driverOf(trip), order, 'inQueue', {
      outcome: 'declined',
      note: reason || 'Declined',
    });
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
  const { order, delivery } = await takeOne(tx, trip, deliveryId);
  if (delivery.status === 'gaveUp') return pageOf(tx, trip);
  if (!['accepted', 'pickedUp'].includes(delivery.status) || !openDispatchSteps(order).includes('inQueue')) {
    throw await changed(tx, trip);
  }
  await moveDispatch(tx, driverOf(trip), order, 'inQueue', { outcome: 'gaveUp', note: reason || 'Gave up' });
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
  const { order, delivery } = await takeOne(tx, trip, deliveryId);
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

/** Leaves with everything that was picked up; customers with an e-mail address get their code. */
export async function start(tx: Tx, token: string): Promise<TripPage> {
  const trip = await tripOf(tx, token);
  const held = await take(tx, trip, ({ status }) => status === 'pickedUp' || status === 'onTheWay');
  const leaving = held.filter(
    ({ order, delivery }) =>
      delivery.status === 'pickedUp' && openOrderSteps(order).includes('outOfDelivery'),
  );
  if (leaving.length === 0 && held.every(({ delivery }) => delivery.status !== 'onTheWay')) {
    throw await changed(tx, trip);
  }
  for (const { order } of leaving)
    await enter(tx, order, 'outOfDelivery', { actor: driverOf(trip), note: null });
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

/** The customer has it: their code says so, or a photo of where it stands. */
export async function deliver(
  tx: Tx,
  storage: Storage,
  token: string,
  { deliveryId, code }: { deliveryId: string; code?: string | null | undefined },
  files: Uploads,
): Promise<TripPage | Problem> {
  const trip = await tripOf(tx, token);
  const { order, delivery } = await takeOne(tx, trip, deliveryId);
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

/** Nobody there, or the like: the order comes back to the location and waits for another attempt. */
export async function fail(tx: Tx, token: string, deliveryId: string, reason: string): Promise<TripPage> {
  const trip = await tripOf(tx, token);
  const { order, delivery } = await takeOne(tx, trip, deliveryId);
  if (delivery.status === 'failed') return pageOf(tx, trip);
  if (delivery.status !== 'onTheWay' || !openOrderSteps(order).includes('awaitingForDelivery')) {
    throw await changed(tx, trip);
  }
  await enter(tx, order, 'awaitingForDelivery', { actor: driverOf(trip), note: reason });
  return pageOf(tx, trip);
}
