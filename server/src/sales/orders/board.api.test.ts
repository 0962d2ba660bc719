import type { OrderBoard } from '@aisle/contract/sales/orders/order-board';
import type { OrderStatus } from '@aisle/contract/sales/orders/order-flow';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { expect, test } from 'vitest';
import {
  addGoods,
  addOrderLocation,
  advanceTo,
  editLines,
  moveTo,
  openStore,
  payFor,
  placeOne,
} from '../../../test/order-builders.ts';
import type { Person } from '../../../test/shop.ts';

const { shop, manager } = await openStore();

const open = async () => {
  const location = await addOrderLocation(shop);
  return { location, soap: await addGoods(shop, location) };
};
const boardOf = (person: Person, locationId?: string) =>
  person.do(orderRoutes.board, { body: locationId ? { locationId } : {} });
const numbers = (board: OrderBoard) =>
  Object.fromEntries(board.columns.map(({ key, records }) => [key, records.map(({ number }) => number)]));

test('shows each open order in its column and omits closed and unpaid orders', async () => {
  const { location, soap } = await open();
  const at = async (status: OrderStatus) =>
    advanceTo(manager, await placeOne(manager, location, soap), status);
  const fresh = await at('orderPlaced');
  const picking = await at('processing');
  const ready = await at('awaitingForDelivery');
  const out = await at('outOfDelivery');
  await at('delivered');
  await at('cancelled');
  await placeOne(manager, location, soap, { paymentType: 'card' });

  const board = await boardOf(manager, location);

  expect(numbers(board)).toEqual({
    new: [fresh.number],
    picking: [picking.number],
    ready: [ready.number],
    out: [out.number],
  });
  const [column] = board.columns;
  expect(column?.totalRecords).toBe(1);
  // The same instant, with or without trailing zeros.
  expect(Date.parse(column?.oldestAt ?? '')).toBe(Date.parse(fresh.createdAt));
  expect(board.columns[0]!.records[0]).toMatchObject({ _id: fresh._id, version: fresh.version });
});

test('sorts orders by promised time', async () => {
  const { location, soap } = await open();
  const slot = (hours: number) => ({
    from: new Date(Date.now() + (hours - 1) * 3_600_000).toISOString(),
    to: new Date(Date.now() + hours * 3_600_000).toISOString(),
  });
  const later = await placeOne(manager, location, soap, { slot: slot(3) });
  const asSoonAsPossible = await placeOne(manager, location, soap);
  const soon = await placeOne(manager, location, soap, { slot: slot(0.5) });

  const sequence = [soon, asSoonAsPossible, later].map(({ number }) => number);
  expect(numbers(await boardOf(manager, location)).new).toEqual(sequence);
});

test('shows an order with a pending refund', async () => {
  const { location, soap } = await open();
  const placed = await placeOne(manager, location, soap, { paymentType: 'card', quantity: 2 });
  await payFor(shop, placed._id);
  const order = await moveTo(manager, placed, 'processing');
  await editLines(manager, order, { lines: [{ lineId: order.lines[0]!._id, pickedQuantity: 1 }] });

  expect((await moveTo(manager, order, 'prepared')).headlineStatus).toBe('refundInitiated');
  expect(numbers(await boardOf(manager, location)).ready).toEqual([order.number]);
});

test('shows users of one location only its orders', async () => {
  const mine = await open();
  const other = await open();
  const order = await placeOne(manager, mine.location, mine.soap);
  await placeOne(manager, other.location, other.soap);
  const clerk = await shop.signIn({ permissions: ['order_list'], locations: [mine.location] });

  const all = await boardOf(clerk);
  const elsewhere = await boardOf(clerk, other.location);

  expect(numbers(all).new).toEqual([order.number]);
  expect(elsewhere.columns.map(({ totalRecords }) => totalRecords)).toEqual([0, 0, 0, 0]);
});
