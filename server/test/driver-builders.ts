import { dispatchRoutes, type TripLink } from '@aisle/contract/sales/dispatch/dispatch';
import { type Driver, type DriverInput, driverRoutes } from '@aisle/contract/sales/drivers';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { placeOne, walkTo } from './order-builders.ts';
import type { Person } from './shop.ts';

let count = 0;
/** Somebody with a van who is free; gives the id. */
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

/** An order that waits for a driver. */
export const orderToDeliver = async (manager: Person, locationId: string, goods: string): Promise<Order> =>
  walkTo(manager, await placeOne(manager, locationId, goods), 'awaitingForDelivery');

export const offer = (
  manager: Person,
  driverId: string,
  ...orders: Pick<Order, '_id'>[]
): Promise<TripLink> =>
  manager.do(dispatchRoutes.offer, { body: { driverId, orderIds: orders.map(({ _id }) => _id) } });

/** What a link opens with. */
export const tokenOf = (link: string): string => link.split('/').at(-1)!;
