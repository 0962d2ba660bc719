import { mainOrderRoutes, type ProposalInput } from '@aisle/contract/sales/main-orders/main-orders';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { expect, test } from 'vitest';
import { assign, receive } from '../../../test/catalogue-builders.ts';
import { addGoods, addOrderLocation, homeAddress, openStore, runSql } from '../../../test/order-builders.ts';
import { refusedField } from '../../../test/shop.ts';

const store = await openStore({
  location: { name: 'Near', deliveryFee: { base: 300, perMile: 0 } },
  goods: { name: 'Proposal Milk', price: 400, stock: 10 },
});
const { shop, manager, location: near, goods: milk } = store;
/** About 2, 5 and 150 km from home. */
const far = await addOrderLocation(shop, { name: 'Far', deliveryFee: { base: 500, perMile: 0 } });
const tooFar = await addOrderLocation(shop, { name: 'Too far' });
const setLocation = (id: string, set: string) =>
  runSql(shop, `UPDATE locations SET ${set} WHERE id = '${id}'`);
await setLocation(far, 'latitude = 30.24');
await setLocation(tooFar, 'latitude = 31.6');
const bread = await addGoods(shop, far, { name: 'Proposal Bread', price: 300, stock: 10 });
const caviar = await addGoods(shop, tooFar, { name: 'Proposal Caviar', price: 9000, stock: 10 });
await assign(shop, far, milk);
await receive(shop, far, milk, { quantity: 3 });
const wanting = (...lines: [string, number][]) =>
  lines.map(([subProductId, quantity]) => ({ subProductId, quantity }));
const propose = (body: Partial<ProposalInput>, person = manager) =>
  person.do(mainOrderRoutes.propose, { body: { fulfilment: 'delivery', address: homeAddress, ...body } });
const names = (proposal: Awaited<ReturnType<typeof propose>>) =>
  proposal.locations.map(({ locationName, isOpen, has }) => `${locationName} ${isOpen ? has : 'closed'}`);

test("sorts locations by distance without items, and those that don't deliver there last", async () => {
  const proposal = await propose({});

  expect(names(proposal)).toEqual(['Near 0', 'Far 0', 'Too far closed']);
  expect(proposal.locations[0]).toMatchObject({ deliveryFee: 300, problems: [], missing: [] });
  expect(proposal.locations[0]?.distanceKm).toBeLessThan(proposal.locations[1]?.distanceKm ?? 0);
  expect(proposal.locations[2]?.problems).toMatchObject([{ code: 'not-deliverable' }]);
  expect(proposal.split).toBeNull();
});

test('accepts SKUs and rejects an unknown one at its line', async () => {
  const bySku = await propose({ lines: [{ sku: `sku-${bread}`, quantity: 1 }] });
  const lines = [...wanting([milk, 1]), { sku: 'NOT-THERE', quantity: 1 }];
  const refused = await manager.call(mainOrderRoutes.propose, { body: { fulfilment: 'pickup', lines } });

  expect(bySku).toEqual(await propose({ lines: wanting([bread, 1]) }));
  expect(refused.status).toBe(400);
  expect(refused.body.error?.fields).toEqual([
    { path: 'lines.1.sku', message: 'No sub-product has this SKU' },
  ]);
});

test('ranks a location with all items before a nearer one', async () => {
  const proposal = await propose({ lines: wanting([milk, 2], [bread, 1]) });

  expect(names(proposal).slice(0, 2)).toEqual(['Far 2', 'Near 1']);
  expect(proposal.locations[1]?.missing).toMatchObject([
    { name: 'Proposal Bread', quantity: 1, available: 0, problem: { code: 'not-assigned' } },
  ]);
  expect(proposal.split).toBeNull();
});

test('splits the order if no single location has everything, so that it can be placed', async () => {
  const lines = wanting([milk, 6], [bread, 2]);

  const proposal = await propose({ lines });
  const parts = proposal.split!.parts.map(({ locationName: _, ...line }) => line);
  const body = { fulfilment: 'delivery' as const, address: homeAddress, lines: parts };
  const quote = await manager.do(mainOrderRoutes.quote, { body });

  expect(proposal.locations.find(({ locationName }) => locationName === 'Far')?.missing).toMatchObject([
    { name: 'Proposal Milk', quantity: 6, available: 3, problem: { code: 'stock.not-enough' } },
  ]);
  expect(proposal.split).toEqual({
    parts: [
      { locationId: near, locationName: 'Near', subProductId: milk, quantity: 6 },
      { locationId: far, locationName: 'Far', subProductId: bread, quantity: 2 },
    ],
    missing: [],
  });
  expect(quote).toMatchObject({ possible: true, total: 6 * 400 + 2 * 300 + 300 + 500 });
});

test('lists items that no location in reach of the address has', async () => {
  const { split } = await propose({ lines: wanting([milk, 12], [bread, 1], [caviar, 1]) });

  expect(split?.missing).toMatchObject([{ subProductId: caviar, name: 'Proposal Caviar', quantity: 1 }]);
  expect(split?.parts.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(13);
});

const typed = (postalCode: string, city = 'Austin') => ({ line1: '9 Oak St', city, state: 'TX', postalCode });

test('measures a typed address from its postal code and applies the radius', async () => {
  const inTown = await propose({ address: typed('78702-1234') });
  const away = await propose({ address: typed('76701', 'Waco') });

  expect(names(inTown)).toEqual(['Near 0', 'Far 0', 'Too far closed']);
  expect(inTown.locations[0]).toMatchObject({ distanceIsApproximate: true, isOpen: true });
  expect(inTown.locations[0]!.distanceKm).toBeGreaterThan(0);
  expect(away.locations.every(({ isOpen }) => !isOpen)).toBe(true);
});

test('treats locations with the same unknown postal code as near', async () => {
  await setLocation(far, `address = address || '{"postalCode": "00001"}'`);

  const { locations } = await propose({ address: typed('00001', 'Waco') });

  const isNear = { distanceKm: null, distanceIsApproximate: false, isOpen: true };
  expect(locations[0]).toMatchObject({ locationName: 'Far', ...isNear });
});

test("ranks a location whose minimum is met before a nearer one whose minimum isn't", async () => {
  await setLocation(near, 'minimum_order = 2000');
  const small = await propose({ lines: wanting([milk, 2]) });
  const large = await propose({ lines: wanting([milk, 5]) });
  await setLocation(near, 'minimum_order = NULL');

  expect(names(small).slice(0, 2)).toEqual(['Far 1', 'Near 1']);
  expect(names(large)[0]).toBe('Near 1');
});

test('quotes fee and distance for a typed address', async () => {
  await setLocation(near, `delivery_fee = '{"base": 300, "perMile": 100}'`);
  const lines = [{ subProductId: milk, locationId: near, quantity: 1 }];
  const order = { fulfilment: 'delivery' as const, lines };
  const { orders } = await manager.do(mainOrderRoutes.quote, { body: { ...order, address: typed('78704') } });
  const unknown = await manager.do(mainOrderRoutes.quote, { body: { ...order, address: typed('00000') } });

  expect(orders[0]).toMatchObject({ distanceIsApproximate: true });
  expect(orders[0]!.deliveryFee).toBeGreaterThan(300);
  const noDistance = { distanceKm: null, distanceIsApproximate: false };
  expect(unknown.orders[0]).toMatchObject({ deliveryFee: 300, ...noDistance });
});

test('proposes only their location to users of one location', async () => {
  const clerk = await shop.signIn({ permissions: ['order_add'], locations: [near] });

  const proposal = await propose({ lines: wanting([milk, 1], [bread, 1]) }, clerk);

  expect(names(proposal)).toEqual(['Near 1']);
  expect(proposal.split).toBeNull();
});

test('finds items at all locations and prefers the requested one', async () => {
  const find = (body: object) =>
    manager.do(orderRoutes.searchInventory, { body: { anywhere: true, search: 'proposal', ...body } });

  const atNear = await find({ locationId: near });
  const unsaid = await manager.call(orderRoutes.searchInventory, { body: { anywhere: true } });

  expect(atNear.map(({ name, elsewhere }) => [name, elsewhere?.name ?? null])).toEqual([
    ['Proposal Milk', null],
    ['Proposal Bread', 'Far'],
    ['Proposal Caviar', 'Too far'],
  ]);
  // Without a requested location, each item is shown at the location with the highest stock.
  const atMost = { name: 'Proposal Milk', available: 10, elsewhere: { name: 'Near' } };
  expect((await find({}))[2]).toMatchObject(atMost);
  expect(refusedField(unsaid)).toEqual([400, 'search']);
});

test('finds a more distant location with the items among many locations', async () => {
  const inWay: string[] = [];
  for (let count = 0; count < 9; count += 1)
    inWay.push(await addOrderLocation(shop, { name: `Between ${count}` }));
  const honey = await addGoods(shop, far, { price: 700 });

  const proposal = await propose({ lines: wanting([honey, 1]) });
  for (const id of inWay) await setLocation(id, 'status = false');

  expect(proposal.locations).toHaveLength(8);
  expect(proposal.locations[0]).toMatchObject({ locationName: 'Far', has: 1, missing: [] });
});

test('rejects an unknown customer', async () => {
  const body = { fulfilment: 'delivery' as const, customerId: near, lines: [] };
  const got = await manager.call(mainOrderRoutes.propose, { body });

  expect(refusedField(got)).toEqual([404, 'customerId']);
});
