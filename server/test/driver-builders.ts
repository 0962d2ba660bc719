import { dispatchRoutes, type TripLink, tripRoutes } from '@aisle/contract/sales/dispatch/dispatch';
import { type Driver, type DriverInput, driverRoutes } from '@aisle/contract/sales/drivers';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { advanceTo, placeOne } from './order-builders.ts';
import type { Person, Shop } from './shop.ts';

let count = 0;
/** Adds an available driver with a van; returns the ID. */
export async function addDriver(
  manager: Person,
  locationId: string,
  parts: Partial<DriverInput> = {},
): Promise<string> {
  return (await addWholeDriver(manager, locationId, parts))._id;
}

export function addWholeDriver(
  manager: Person,
  locationId: string,
  parts: Partial<DriverInput> = {},
): Promise<Driver> {
  count += 1;
  return manager.do(driverRoutes.create, {
    body: { name: `Driver ${count}`, phone: '+1 512 555 0100', locationIds: [locationId], ...parts },
  });
}

/** An order that is waiting for a driver. */
export const orderToDeliver = async (manager: Person, locationId: string, goods: string): Promise<Order> =>
  advanceTo(manager, await placeOne(manager, locationId, goods), 'awaitingForDelivery');

export const offer = (
  manager: Person,
  driverId: string,
  ...orders: Pick<Order, '_id'>[]
): Promise<TripLink> =>
  manager.do(dispatchRoutes.offer, { body: { driverId, orderIds: orders.map(({ _id }) => _id) } });

/** The token of a link. */
export const tokenOf = (link: string): string => link.split('/').at(-1)!;

/** The latest delivery of an order. */
export const attemptOf = async (person: Person, { _id: id }: Pick<Order, '_id'>) =>
  (await person.do(dispatchRoutes.ofOrder, { params: { id } }))[0]!;

/** The driver's page of a trip, with its steps. It needs only the link. */
export function tripPage(shop: Shop, link: string) {
  const params = { token: tokenOf(link) };
  const take = shop.anonymous.do;
  return {
    params,
    show: () => take(tripRoutes.show, { params }),
    accept: () => take(tripRoutes.accept, { params }),
    decline: (reason: string) => take(tripRoutes.decline, { params, body: { reason } }),
    pickUp: (deliveryId: string, code: string) =>
      take(tripRoutes.pickUp, { params, body: { deliveryId, code } }),
    start: () => take(tripRoutes.start, { params }),
    collect: (deliveryId: string) => take(tripRoutes.collect, { params, body: { deliveryId } }),
    deliver: (deliveryId: string, code: string) =>
      take(tripRoutes.deliver, { params, body: { deliveryId, code } }),
    fail: (deliveryId: string, reason: string) =>
      take(tripRoutes.fail, { params, body: { deliveryId, reason } }),
    giveUp: (deliveryId: string, reason?: string) =>
      take(tripRoutes.giveUp, { params, body: { deliveryId, ...(reason && { reason }) } }),
  };
}

/** Takes the only order of a trip to the customer's door. */
export async function driveOut(shop: Shop, manager: Person, order: Order, link: string) {
  const trip = tripPage(shop, link);
  const attempt = await attemptOf(manager, order);
  await trip.accept();
  await trip.pickUp(attempt._id, order.handOverCode!);
  await trip.start();
  return { trip, attempt };
}
