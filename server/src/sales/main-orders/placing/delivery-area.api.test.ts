import type { Address } from '@aisle/contract/core/fields';
import type { DeliveryArea } from '@aisle/contract/locations/delivery-area';
import { locationRoutes } from '@aisle/contract/locations/locations';
import { mainOrderRoutes } from '@aisle/contract/sales/main-orders/main-orders';
import { orderDetailRoutes } from '@aisle/contract/sales/orders/order-details';
import { expect, test } from 'vitest';
import { basketOf, homeAddress, openStore } from '../../../../test/order-builders.ts';

const { manager, location, goods: soap, addOrder } = await openStore({ location: { name: 'North' } });

async function deliverTo(deliveryArea: DeliveryArea | null): Promise<void> {
  const { version } = await manager.do(locationRoutes.view, { params: { id: location } });
  await manager.do(locationRoutes.edit, { params: { id: location }, body: { deliveryArea, version } });
}
const basket = (address: Address) =>
  basketOf({ address, lines: [{ subProductId: soap, locationId: location, quantity: 1 }] });
/** Checks addresses in quotes, at checkout, when suggesting a location, and when changing an address. */
async function refusalsOf(address: Address): Promise<(string | undefined)[]> {
  const { customer: _, ...wanted } = basket(address);
  const quote = await manager.do(mainOrderRoutes.quote, { body: wanted });
  const placed = await manager.call(mainOrderRoutes.create, { body: basket(address) });
  const request = { fulfilment: 'delivery' as const, address, lines: [] };
  const proposal = await manager.do(mainOrderRoutes.propose, { body: request });
  return [
    quote.orders[0]!.problems[0]?.message,
    placed.status === 200 ? undefined : placed.body.message,
    proposal.locations.find(({ locationId }) => locationId === location)!.problems[0]?.message,
  ];
}
const corner = (latitude: number, longitude: number) => ({ latitude, longitude });
const corners = [corner(30.28, -97.74), corner(30.28, -97.73), corner(30.29, -97.73), corner(30.29, -97.74)];
const square: DeliveryArea = { kind: 'polygon', points: corners };
const isDelivered = [undefined, undefined, undefined];
const refusedFor = (reason: string) => [reason, expect.stringContaining(reason), reason];
/** Within the radius, but outside the square. */
const nearby = { ...homeAddress, latitude: 30.275 };
const unknown = { line1: '1 Nowhere', city: 'Austin', state: 'TX', postalCode: '00001' };

test('prefers an area on the map to the radius', async () => {
  await deliverTo(square);

  expect(await refusalsOf(homeAddress)).toEqual(isDelivered);
  const outside = 'This address is outside the delivery area of North';
  expect(await refusalsOf(nearby)).toEqual(refusedFor(outside));
});

test('excludes an address without coordinates from an area on the map', async () => {
  await deliverTo(square);

  const reason = 'North delivers to an area on the map, but this address has no known position';
  expect(await refusalsOf(unknown)).toEqual(refusedFor(reason));
});

test('prefers postal codes to the radius, near and far', async () => {
  await deliverTo({ kind: 'postalCodes', codes: ['78702', '75201'] });
  const dallas = { line1: '1 Far St', city: 'Dallas', state: 'TX', postalCode: '75201-1234' };

  expect(await refusalsOf(homeAddress)).toEqual(isDelivered);
  expect(await refusalsOf(dallas)).toEqual(isDelivered);
  const reason = "North doesn't deliver to postal code 78703";
  expect(await refusalsOf({ ...homeAddress, postalCode: '78703' })).toEqual(refusedFor(reason));
});

test('applies the radius again without an area', async () => {
  await deliverTo(square);
  await deliverTo(null);

  expect(await refusalsOf(nearby)).toEqual(isDelivered);
});

test('allows moving a placed order only within the area', async () => {
  await deliverTo(square);
  const order = await addOrder();
  const moveTo = (address: Address) => {
    const body = { address, version: order.version };
    return manager.call(orderDetailRoutes.edit, { params: { id: order._id }, body });
  };

  const refused = await moveTo(nearby);
  const moved = await moveTo({ ...homeAddress, latitude: 30.281 });

  const message = 'This address is outside the delivery area of North';
  expect(refused.body.error?.fields).toEqual([{ path: 'address.line1', message }]);
  expect(refused.status).toBe(409);
  expect(moved.status).toBe(200);
});

test('rejects an area with crossing edges at its corners', async () => {
  const [a, b, c, d] = corners;
  const { version } = await manager.do(locationRoutes.view, { params: { id: location } });

  const body = { deliveryArea: { kind: 'polygon' as const, points: [a!, c!, b!, d!] }, version };
  const refused = await manager.call(locationRoutes.edit, { params: { id: location }, body });

  const fields = [{ path: 'deliveryArea.points', message: 'The edges of the area cross each other' }];
  expect(refused).toMatchObject({ status: 400, body: { error: { fields } } });
});
