import { dayIn } from '@aisle/contract/core/dates';
import { locationRoutes } from '@aisle/contract/locations/locations';
import { dayAfter } from '@aisle/contract/locations/opening';
import { mainOrderRoutes } from '@aisle/contract/sales/main-orders/main-orders';
import { type Settings, settingsRoutes } from '@aisle/contract/system/settings';
import { expect, onTestFinished, test } from 'vitest';
import {
  addGoods,
  addOrderLocation,
  basketOf,
  cancelOrder,
  openStore,
  place,
} from '../../../../test/order-builders.ts';
import { refusal } from '../../../../test/shop.ts';

const { create, quote } = mainOrderRoutes;
const timeZone = 'America/Chicago';

const { shop, manager } = await openStore();

const rule = { lengthMinutes: 120, capacity: 2, leadMinutes: 60 };
type Slot = { from: string; to: string };
const deliveryOf = (subProductId: string, locationId: string, slot: Slot | null) =>
  basketOf({ lines: [{ subProductId, locationId, quantity: 1 }], slot });
const setHolidays = async (holidays: Settings['holidays']) => {
  const { version } = await manager.do(settingsRoutes.get);
  await manager.do(settingsRoutes.update, { body: { version, holidays } });
};
/** Adds a location with slots, and an item sold there. */
const addSlotted = async (parts: Parameters<typeof addOrderLocation>[1] = {}) => {
  const location = await addOrderLocation(shop, { deliverySlots: rule, ...parts });
  return { location, bread: await addGoods(shop, location) };
};
const problemsOf = async (subProductId: string, locationId: string, slot: Slot) =>
  (await manager.do(quote, { body: deliveryOf(subProductId, locationId, slot) })).orders[0]!.problems;
const closed = { code: 'not-deliverable', message: 'Festive is closed at that time' };
const slotsAt = async (id: string, days = 3) =>
  (await manager.do(locationRoutes.slots, { params: { id }, query: { days } })).slots;

test("divides the location's hours into slots and quotes them", async () => {
  const { location, bread } = await addSlotted({ name: 'Slotted' });
  const [first] = await slotsAt(location);
  const later = (at: string) => new Date(Date.parse(at) + 1_800_000).toISOString();
  const shifted = { from: later(first!.from), to: later(first!.to) };

  expect(first).toMatchObject({ left: 2, isFull: false });
  expect(await problemsOf(bread, location, { from: first!.from, to: first!.to })).toEqual([]);
  const message = 'Slotted delivers in fixed slots. Choose one of them';
  expect(await problemsOf(bread, location, shifted)).toMatchObject([{ message }]);
  const refused = await manager.call(create, { body: deliveryOf(bread, location, shifted) });
  expect(refusal(refused)).toEqual([409, 'orders.not-deliverable']);
});

test('rejects a slot within its lead time', async () => {
  const leadMinutes = 2 * 24 * 60;
  const { location, bread } = await addSlotted({ deliverySlots: { ...rule, leadMinutes: 0 } });
  const [early] = await slotsAt(location);
  const slow = { deliverySlots: { ...rule, leadMinutes }, version: 1 };
  await manager.do(locationRoutes.edit, { params: { id: location }, body: slow });

  const problems = await problemsOf(bread, location, { from: early!.from, to: early!.to });

  expect(problems[0]?.message).toContain('needs more time for that slot');
  const offered = await slotsAt(location, 14);
  expect(Date.parse(offered[0]!.from)).toBeGreaterThanOrEqual(Date.now() + (leadMinutes - 1) * 60_000);
});

test("limits concurrent orders to the slot's capacity and frees the place of a cancelled order", async () => {
  const { location, bread } = await addSlotted({ deliverySlots: { ...rule, capacity: 3 } });
  const { from, to } = (await slotsAt(location))[0]!;
  // The same time in another notation.
  const again = { from: from.replace('.000Z', 'Z'), to };

  const got = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      manager.call(create, { body: deliveryOf(bread, location, at % 2 ? { from, to } : again) }),
    ),
  );
  const placed = got.filter(({ status }) => status === 200);
  const full = got.find(({ status }) => status === 409);

  expect(placed).toHaveLength(3);
  expect(full?.body.message).toContain('That slot is full at');
  expect((await slotsAt(location))[0]).toMatchObject({ left: 0, isFull: true });
  await cancelOrder(manager, placed[0]!.data.orders[0]!, 'Changed their mind');
  expect((await slotsAt(location))[0]).toMatchObject({ left: 1, isFull: false });
  await place(manager, deliveryOf(bread, location, { from, to }));
});

test('counts neither pickups nor orders due as soon as possible toward a slot', async () => {
  const { location, bread } = await addSlotted({ deliverySlots: { ...rule, capacity: 1 } });
  const { from, to } = (await slotsAt(location))[0]!;
  const lines = [{ subProductId: bread, locationId: location, quantity: 1 }];

  await place(manager, { lines, fulfilment: 'pickup', slot: { from, to } });
  await place(manager, deliveryOf(bread, location, null));

  expect((await slotsAt(location))[0]).toMatchObject({ left: 1 });
});

test('offers no slots and no delivery on a holiday', async () => {
  const tomorrow = dayAfter(dayIn(timeZone), 1);
  const { location, bread } = await addSlotted({
    name: 'Festive',
    deliverySlots: { ...rule, leadMinutes: 0 },
    hoursExceptions: [{ date: tomorrow, spans: [], note: 'Holiday' }],
  });
  const slots = await slotsAt(location, 3);
  const noon = { from: `${tomorrow}T18:00:00Z`, to: `${tomorrow}T20:00:00Z` };

  expect(slots.some(({ from }) => dayIn(timeZone, new Date(from)) === tomorrow)).toBe(false);
  expect(slots.some(({ from }) => dayIn(timeZone, new Date(from)) === dayAfter(tomorrow, 1))).toBe(true);
  expect(await problemsOf(bread, location, noon)).toEqual([closed]);
});

test('closes all locations on a marketplace holiday except one with special hours', async () => {
  const tomorrow = dayAfter(dayIn(timeZone), 1);
  const own = [{ opens: '06:00', closes: '22:00' }];
  const deliverySlots = { ...rule, leadMinutes: 0 };
  const inheriting = await addOrderLocation(shop, { name: 'Festive', deliverySlots });
  const opening = await addOrderLocation(shop, {
    deliverySlots,
    hoursExceptions: [{ date: tomorrow, spans: own, note: null }],
  });
  const bread = await addGoods(shop, inheriting);
  await setHolidays([{ date: tomorrow, spans: [], note: 'Holiday' }]);
  onTestFinished(() => setHolidays([]));
  const slotsTomorrow = async (at: string) =>
    (await slotsAt(at, 3)).filter(({ from }) => dayIn(timeZone, new Date(from)) === tomorrow).length;
  const noon = { from: `${tomorrow}T18:00:00Z`, to: `${tomorrow}T20:00:00Z` };

  expect([await slotsTomorrow(inheriting), (await slotsTomorrow(opening)) > 0]).toEqual([0, true]);
  expect(await problemsOf(bread, inheriting, noon)).toEqual([closed]);
  const { holidays } = await manager.do(locationRoutes.view, { params: { id: inheriting } });
  expect(holidays).toEqual([{ date: tomorrow, spans: [], note: 'Holiday' }]);
});

test('rejects orders at a location closed for weeks, as its checklist shows', async () => {
  const { location, bread } = await addSlotted({ name: 'Rebuilding', openingHours: { monday: [] } });

  const got = await manager.call(create, { body: deliveryOf(bread, location, null) });
  const { readiness } = await manager.do(locationRoutes.view, { params: { id: location } });

  const message = "Some items can't be sold: Rebuilding is closed for the next 14 days";
  expect([got.status, got.body.message]).toEqual([409, message]);
  expect(readiness.missing.map(({ reason }) => reason)).toEqual(['neverOpen']);
});

test('offers no slots without any slot rule', async () => {
  const location = await addOrderLocation(shop);

  const got = await manager.do(locationRoutes.slots, { params: { id: location } });

  expect(got).toEqual({ timeZone, isOwn: false, slots: [] });
});

test('lists slots for users who add orders and for those who edit them', async () => {
  const location = await addOrderLocation(shop);
  const statusFor = async (permission: 'order_add' | 'order_edit' | 'order_view') => {
    const person = await shop.signIn({ permissions: [permission] });
    return (await person.call(locationRoutes.slots, { params: { id: location } })).status;
  };

  expect(await statusFor('order_add')).toBe(200);
  expect(await statusFor('order_edit')).toBe(200);
  expect(await statusFor('order_view')).toBe(403);
});
