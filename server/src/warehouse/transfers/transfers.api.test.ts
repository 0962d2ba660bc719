import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { transferRoutes } from '@aisle/contract/warehouse/transfers';
import { afterEach, expect, test } from 'vitest';
import { openShop, type Person } from '../../../test/shop.ts';
import { addLocation, addStocked, dayAt, disagreements, levelOf } from '../../../test/stock-builders.ts';
import { newId } from '../../core/ids.ts';
import { reserve } from '../../ledgers/stock/stock.ts';

const { create, list, view, edit, updateStatus, receive } = transferRoutes;
const permissions = ['inventory_add', 'inventory_edit', 'inventory_view'] as const;

const shop = await openShop({}, { isBroken: true });
const [here, there] = [await addLocation(shop, { name: 'Here' }), await addLocation(shop, { name: 'There' })];
const manager = await shop.signIn({ permissions: [...permissions] });
/** One user has access only to the sending location, the other only to the receiving one. */
const sender = await shop.signIn({ permissions: [...permissions], locations: [here] });
const receiver = await shop.signIn({ permissions: [...permissions], locations: [there] });
const stranger = await shop.signIn({ permissions: [...permissions], locations: [await addLocation(shop)] });
afterEach(async () => expect(await disagreements(shop)).toEqual([]));

const sides = () => ({ fromLocationId: here, toLocationId: there });
async function sendSome(quantity = 4, stocked = 10) {
  const { subProductId, lotId } = await addStocked(shop, manager, here, { quantity: stocked });
  const transfer = await manager.do(create, { body: { ...sides(), lines: [{ subProductId, quantity }] } });
  return { subProductId, lotId, transfer, params: { id: transfer._id } };
}
const onHand = async (place: string, subProductId: string) =>
  (await levelOf(shop, place, subProductId)).onHand;
const lotsAt = async (locationId: string, subProductId: string) =>
  (await manager.do(inventoryRoutes.list, { body: { filters: { locationId, subProductId } } })).records;

test('removes items when sent and adds them when received', async () => {
  const { subProductId, transfer, params } = await sendSome();
  expect([transfer.status, transfer.number]).toEqual(['inTransit', expect.stringMatching(/^X-\d+$/)]);
  expect([await onHand(here, subProductId), await onHand(there, subProductId)]).toEqual([6, 0]);

  const received = await receiver.do(receive, { params, body: {} });

  expect([received.status, received.hasDifferences, received.allowed]).toEqual(['received', false, []]);
  expect([await onHand(here, subProductId), await onHand(there, subProductId)]).toEqual([6, 4]);
  expect(received.events.map((event) => [event.from, event.to])).toEqual([
    ['inTransit', 'received'],
    ['draft', 'inTransit'],
    [null, 'draft'],
  ]);
});

test('sends lots by earliest expiration, with cost, dates, lot number and vendor', async () => {
  const soon = await dayAt(shop, here, 3);
  const { subProductId } = await addStocked(shop, manager, here, { quantity: 5 });
  await manager.do(inventoryRoutes.create, {
    body: { locationId: here, subProductId, quantity: 3, costPrice: 120, expiresOn: soon, lotNumber: 'B-7' },
  });
  await manager.do(inventoryRoutes.create, {
    body: { locationId: here, subProductId, quantity: 3, expiresOn: await dayAt(shop, here, -1) },
  });

  const sent = await manager.do(create, { body: { ...sides(), lines: [{ subProductId, quantity: 4 }] } });
  await receiver.do(receive, { params: { id: sent._id }, body: {} });

  expect(sent.lines[0]!.lots.map((lot) => [lot.quantity, lot.expiresOn])).toEqual([
    [3, soon],
    [1, null],
  ]);
  expect(sent.cost).toBe(360);
  const arrived = (await lotsAt(there, subProductId)).find((lot) => lot.lotNumber === 'B-7')!;
  expect([arrived.onHand, arrived.costPrice, arrived.expiresOn]).toEqual([3, 120, soon]);
});

test('sends a selected lot, even if expired, up to its quantity', async () => {
  const { subProductId } = await addStocked(shop, manager, here, { quantity: 5 });
  const old = await manager.do(inventoryRoutes.create, {
    body: { locationId: here, subProductId, quantity: 2, expiresOn: await dayAt(shop, here, -1) },
  });
  const ask = (quantity: number) =>
    manager.call(create, { body: { ...sides(), lines: [{ subProductId, lotId: old._id, quantity }] } });

  const tooMuch = await ask(3);
  const right = await ask(2);

  expect([tooMuch.status, tooMuch.code]).toEqual([409, 'stock.not-enough']);
  expect(right.status).toBe(200);
  expect((await lotsAt(here, subProductId)).find((lot) => lot._id === old._id)!.onHand).toBe(0);
});

test('keeps reserved stock, and names every line with too little stock', async () => {
  const first = await addStocked(shop, manager, here, { quantity: 5, name: 'Figs', sku: 'FIG' });
  const second = await addStocked(shop, manager, here, { quantity: 1, name: 'Dates', sku: 'DAT' });
  const lines = [{ lineId: newId(), subProductId: first.subProductId, quantity: 3 }];
  await shop.look((tx) =>
    reserve(tx, { locationId: here, orderId: newId(), eventId: newId(), actor: { userId: null }, lines }),
  );

  const refused = await manager.call(create, {
    body: {
      ...sides(),
      lines: [
        { subProductId: first.subProductId, quantity: 3 },
        { subProductId: second.subProductId, quantity: 2 },
      ],
    },
  });

  expect(refused.status).toBe(409);
  expect(refused.body.error?.fields).toEqual([
    { path: 'lines.0.quantity', message: 'Figs (FIG): 3 to send, 2 available' },
    { path: 'lines.1.quantity', message: 'Dates (DAT): 2 to send, 1 available' },
  ]);
  expect(await onHand(here, first.subProductId)).toBe(5);
});

test('posts missing, extra and damaged quantities separately', async () => {
  const some = [await sendable(10), await sendable(10), await sendable(10)];
  const sent = await manager.do(create, {
    body: { ...sides(), lines: some.map((subProductId) => ({ subProductId, quantity: 4 })) },
  });
  const [short, over, damaged] = sent.lines.map((line) => line._id);

  const received = await receiver.do(receive, {
    params: { id: sent._id },
    body: {
      lines: [
        { lineId: short!, received: 3 },
        { lineId: over!, received: 5 },
        { lineId: damaged!, received: 4, damaged: 1 },
      ],
    },
  });

  expect(received.hasDifferences).toBe(true);
  expect(await Promise.all(some.map((id) => onHand(there, id)))).toEqual([3, 5, 3]);
  const kinds = async (subProductId: string) =>
    (
      await manager.do(inventoryRoutes.movements, { body: { filters: { locationId: there, subProductId } } })
    ).records
      .map((movement) => `${movement.kind} ${movement.onHand}`)
      .sort();
  expect(await Promise.all(some.map(kinds))).toEqual([
    ['correction -1', 'transferIn 4'],
    ['correction 1', 'transferIn 4'],
    ['damage -1', 'transferIn 4'],
  ]);
});
const sendable = async (quantity: number) =>
  (await addStocked(shop, manager, here, { quantity })).subProductId;

test('returns a cancelled transfer to its lots', async () => {
  const { subProductId, lotId, params } = await sendSome();

  const cancelled = await sender.do(updateStatus, {
    params,
    body: { status: 'cancelled', note: 'Van broke down' },
  });

  expect(cancelled.status).toBe('cancelled');
  expect((await lotsAt(here, subProductId)).map((lot) => [lot._id, lot.onHand])).toEqual([[lotId, 10]]);
  expect((await receiver.call(receive, { params, body: {} })).status).toBe(409);
});

test('shows a transfer to both locations, each with its own actions, and to no others', async () => {
  const { transfer, params } = await sendSome();
  const cancel = { params, body: { status: 'cancelled' as const } };

  const seen = await receiver.do(view, { params });
  const calls = [
    await receiver.call(updateStatus, cancel),
    await sender.call(receive, { params, body: {} }),
    await stranger.call(view, { params }),
    await stranger.call(updateStatus, cancel),
    await stranger.call(receive, { params, body: {} }),
    await receiver.call(create, { body: { ...sides(), lines: [{ subProductId: newId(), quantity: 1 }] } }),
  ];

  expect([seen.from, seen.allowed]).toEqual([{ _id: here, name: 'Here' }, ['received']]);
  expect((await sender.do(view, { params })).allowed).toEqual(['cancelled']);
  expect(calls.map((answer) => answer.status)).toEqual([403, 403, 404, 404, 404, 404]);
  const listed = async (person: Person) =>
    (await person.do(list, { body: {} })).records.some((row) => row._id === transfer._id);
  expect([await listed(sender), await listed(receiver), await listed(stranger)]).toEqual([true, true, false]);
});

test('moves no stock for a draft, which can be edited and is hidden from the receiver', async () => {
  const { subProductId } = await addStocked(shop, manager, here, { quantity: 10 });
  const lines = [{ subProductId, quantity: 2 }];
  const draft = await manager.do(create, { body: { ...sides(), lines, status: 'draft' } });
  const params = { id: draft._id };
  expect(await onHand(here, subProductId)).toBe(10);
  expect((await receiver.call(view, { params })).status).toBe(404);

  const changed = await sender.do(edit, {
    params,
    body: { lines: [{ subProductId, quantity: 7 }], note: 'For the weekend', version: draft.version },
  });
  const late = await sender.call(edit, { params, body: { note: 'Old', version: draft.version } });
  const sent = await sender.do(updateStatus, {
    params,
    body: { status: 'inTransit', version: changed.version },
  });

  expect([changed.lines[0]!.quantity, late.status, sent.status]).toEqual([7, 409, 'inTransit']);
  expect(await onHand(here, subProductId)).toBe(3);
  const after = await sender.call(edit, { params, body: { note: 'Too late', version: sent.version } });
  expect([after.status, after.code]).toEqual([409, 'transfers.sent']);
});

test('receives once in concurrent requests', async () => {
  const { subProductId, params } = await sendSome();

  const results = await Promise.all([1, 2, 3].map(() => receiver.call(receive, { params, body: {} })));

  expect(results.map((result) => result.status).sort()).toEqual([200, 409, 409]);
  expect(await onHand(there, subProductId)).toBe(4);
});

test('sends once for a repeated submission', async () => {
  const { subProductId } = await addStocked(shop, manager, here, { quantity: 10 });
  const body = { ...sides(), lines: [{ subProductId, quantity: 4 }] };
  const headers = { 'idempotency-key': newId() };

  const first = await manager.do(create, { body, headers });
  expect((await manager.do(create, { body, headers }))._id).toBe(first._id);
  expect(await onHand(here, subProductId)).toBe(6);
});

test('requires two locations, and known items without duplicates', async () => {
  const { subProductId } = await addStocked(shop, manager, here);
  const lines = [{ subProductId, quantity: 1 }];
  const answers = [
    await manager.call(create, { body: { fromLocationId: here, toLocationId: here, lines } }),
    await manager.call(create, { body: { ...sides(), toLocationId: newId(), lines } }),
    await manager.call(create, { body: { ...sides(), lines: [...lines, ...lines] } }),
    await manager.call(create, { body: { ...sides(), lines: [{ subProductId: newId(), quantity: 1 }] } }),
    await manager.call(create, { body: { ...sides(), lines: [] } }),
  ];

  expect(answers.map(({ status, paths }) => [status, paths[0]])).toEqual([
    [400, 'toLocationId'],
    [404, 'toLocationId'],
    [400, 'lines.1.subProductId'],
    [404, 'lines.0.subProductId'],
    [400, 'lines'],
  ]);
});

test('accepts transfers between accessible locations, and treats others as unknown', async () => {
  const { subProductId } = await addStocked(shop, manager, here);
  const lines = [{ subProductId, quantity: 1 }];
  const between = await shop.signIn({ permissions: [...permissions], locations: [here, there] });

  const elsewhere = await sender.call(create, { body: { ...sides(), lines } });
  const nowhere = await sender.call(create, { body: { ...sides(), toLocationId: newId(), lines } });
  const own = await between.call(create, { body: { ...sides(), lines } });

  expect([elsewhere.status, elsewhere.body.error?.fields]).toEqual([404, nowhere.body.error?.fields]);
  expect(own.status).toBe(200);
});
