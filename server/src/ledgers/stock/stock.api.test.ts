import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { openShop } from '../../../test/shop.ts';
import {
  addLocation,
  addStocked,
  dayAt,
  disagreements,
  levelOf,
  picks,
} from '../../../test/stock-builders.ts';
import { type Tx, transaction } from '../../core/db/db.ts';
import { scopeOf } from '../../core/http/actor.ts';
import { newId } from '../../core/ids.ts';
import { Problem } from '../../core/problem.ts';
import { refreshDueExpiry } from './stock.queries.ts';
import { release, reserve, returnToLots, takeFromLots } from './stock.ts';

const shop = await openShop({}, { isBroken: true });
const manager = await shop.signIn({ permissions: ['inventory_add', 'inventory_edit', 'inventory_delete'] });
const place = await addLocation(shop);
afterEach(async () => expect(await disagreements(shop)).toEqual([]));

const actor = { userId: null };
const cause = (orderId: string, locationId = place) => ({ locationId, orderId, eventId: newId(), actor });
const level = (subProductId: string) => levelOf(shop, place, subProductId);
const pick = (order: string, ...lines: Parameters<typeof picks>) =>
  shop.look((tx) => takeFromLots(tx, { ...cause(order), picked: picks(...lines) }));
/** Returns an order's items to their lots. */
const returnGoods = (order: string, subProductId: string, quantity: number, rest = {}) =>
  shop.look((tx) => returnToLots(tx, { ...cause(order), lines: [{ subProductId, quantity }], ...rest }));
/** Reserves one line and returns its ID. */
async function promise(orderId: string, subProductId: string, quantity: number, locationId = place) {
  const lineId = newId();
  await shop.look((tx) =>
    reserve(tx, { ...cause(orderId, locationId), lines: [{ lineId, subProductId, quantity }] }),
  );
  return lineId;
}
const problemOf = async (work: Promise<unknown>): Promise<Problem> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Problem)) throw new Error(`No problem, but ${String(error)}`);
  return error;
};
/** Sets a lot's expiration date to the past. */
const letExpire = (lotId: string) =>
  shop.db.owner.query(`UPDATE lots SET expires_on = current_date - 3 WHERE id = '${lotId}'`);

test('sells exactly 100 units to 300 concurrent orders for the last 100', async () => {
  const { subProductId } = await addStocked(shop, manager, place, { quantity: 100 });

  const results = await Promise.allSettled(
    Array.from({ length: 300 }, () => promise(newId(), subProductId, 1)),
  );

  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused).toHaveLength(200);
  expect(new Set(refused.map(({ reason }) => reason.code))).toEqual(new Set(['stock.not-enough']));
  expect(await level(subProductId)).toEqual({ onHand: 100, reserved: 100, expired: 0, available: 0 });
});

test('avoids deadlocks between orders with the same items in different sequences', async () => {
  const goods = await Promise.all(
    Array.from({ length: 8 }, () => addStocked(shop, manager, place, { quantity: 1000 })),
  );

  const results = await Promise.allSettled(
    Array.from({ length: 60 }, (_, index) => {
      const lines = goods.map(({ subProductId }) => ({ lineId: newId(), subProductId, quantity: 1 }));
      const turned = [...lines.slice(index % 8), ...lines.slice(0, index % 8)];
      return shop.look((tx) => reserve(tx, { ...cause(newId()), lines: turned }));
    }),
  );

  expect(results.filter((result) => result.status === 'rejected')).toEqual([]);
});

test('reserves all lines of an order or none, and names the short lines', async () => {
  const plenty = await addStocked(shop, manager, place, { quantity: 10 });
  const scarce = await addStocked(shop, manager, place, { quantity: 2, name: 'Saffron', sku: 'SAF-1' });
  const lines = [
    { lineId: newId(), subProductId: plenty.subProductId, quantity: 1 },
    { lineId: newId(), subProductId: scarce.subProductId, quantity: 3 },
  ];

  expect(await problemOf(shop.look((tx) => reserve(tx, { ...cause(newId()), lines })))).toMatchObject({
    code: 'stock.not-enough',
    message: 'Not enough in stock: Saffron (SAF-1): 3 requested, 2 available',
    details: { short: [{ sku: 'SAF-1', asked: 3, available: 2, locationId: place }] },
  });
  expect((await levelOf(shop, place, plenty.subProductId)).reserved).toBe(0);
});

test('adds up two lines of an order with the same sub-product', async () => {
  const { subProductId } = await addStocked(shop, manager, place, { quantity: 5 });
  const order = newId();
  const [first, second] = [newId(), newId()];
  const lines = [
    { lineId: first, subProductId, quantity: 2 },
    { lineId: second, subProductId, quantity: 3 },
  ];
  await shop.look((tx) => reserve(tx, { ...cause(order), lines }));
  expect((await level(subProductId)).available).toBe(0);

  await pick(order, { subProductId, quantity: 2 }, { subProductId, quantity: 1 });

  expect(await level(subProductId)).toEqual({ onHand: 2, reserved: 0, expired: 0, available: 2 });
});

test('rejects a reservation of items that were never received', async () => {
  const { subProductId } = await addStocked(shop, manager, await addLocation(shop));

  expect((await problemOf(promise(newId(), subProductId, 1))).code).toBe('stock.not-enough');
});

test('shows an expired lot but rejects its reservation', async () => {
  const { subProductId } = await addStocked(shop, manager, place, {
    quantity: 5,
    expiresOn: await dayAt(shop, place, -1),
  });

  expect(await level(subProductId)).toEqual({ onHand: 5, reserved: 0, expired: 5, available: 0 });
  expect((await problemOf(promise(newId(), subProductId, 1))).code).toBe('stock.not-enough');
});

test('sells a lot on its last day', async () => {
  const { subProductId } = await addStocked(shop, manager, place, {
    expiresOn: await dayAt(shop, place, 0),
  });

  await promise(newId(), subProductId, 10);
});

test('rejects a reservation from a lot that expired overnight without any movement', async () => {
  const { subProductId, lotId } = await addStocked(shop, manager, place, {
    expiresOn: await dayAt(shop, place, 1),
  });
  await letExpire(lotId);
  await shop.sql`UPDATE stock_levels SET next_expiry = current_date - 3 WHERE sub_product_id = ${subProductId}`;

  expect((await level(subProductId)).available).toBe(0);
  expect((await problemOf(promise(newId(), subProductId, 1))).code).toBe('stock.not-enough');
  await shop.look(refreshDueExpiry);
});

test('picks the earliest expiration first, over several lots, and never expired ones', async () => {
  const soon = await addStocked(shop, manager, place, {
    quantity: 3,
    expiresOn: await dayAt(shop, place, 2),
  });
  const { subProductId } = soon;
  const receive = async (quantity: number, days: number) => {
    const expiresOn = await dayAt(shop, place, days);
    const lot = await manager.do(inventoryRoutes.create, {
      body: { locationId: place, subProductId, quantity, expiresOn },
    });
    return lot._id;
  };
  const late = await receive(10, 30);
  await receive(10, -2);
  const order = newId();
  await promise(order, subProductId, 5);

  expect(await pick(order, { subProductId, quantity: 5 })).toEqual([
    { subProductId, lotId: soon.lotId, quantity: 3 },
    { subProductId, lotId: late, quantity: 2 },
  ]);
});

test('records a pick of reserved items as one movement per lot, including the release', async () => {
  const { subProductId, lotId } = await addStocked(shop, manager, place, { quantity: 9 });
  const order = newId();
  await promise(order, subProductId, 4);
  const other = await addStocked(shop, manager, place);
  await promise(order, other.subProductId, 2);

  await pick(order, { subProductId, quantity: 3 }, { subProductId: other.subProductId, quantity: 0 });

  const rows = await shop.sql`SELECT kind, on_hand AS "onHand", reserved, lot_id AS "lotId"
    FROM stock_movements
    WHERE order_id = ${order} AND kind <> 'reserve' ORDER BY kind`;
  expect(rows).toEqual([
    { kind: 'pick', onHand: -3, reserved: -4, lotId },
    { kind: 'release', onHand: 0, reserved: -2, lotId: null },
  ]);
});

test('picks nothing from a reserved lot that has expired, and ends its reservation', async () => {
  const { subProductId, lotId } = await addStocked(shop, manager, place, {
    quantity: 4,
    expiresOn: await dayAt(shop, place, 1),
  });
  const order = newId();
  await promise(order, subProductId, 4);
  await letExpire(lotId);

  expect(await pick(order, { subProductId, quantity: 4 })).toEqual([]);
  expect(await level(subProductId)).toEqual({ onHand: 4, reserved: 0, expired: 4, available: 0 });
});

test('picks more than was reserved only from unreserved stock', async () => {
  const { subProductId, lotId } = await addStocked(shop, manager, place, { quantity: 10 });
  const [mine, other] = [newId(), newId()];
  await promise(mine, subProductId, 4);
  await promise(other, subProductId, 5);

  expect(await pick(mine, { subProductId, quantity: 5.001 })).toEqual([{ subProductId, lotId, quantity: 5 }]);
  expect(await level(subProductId)).toEqual({ onHand: 5, reserved: 5, expired: 0, available: 0 });
});

test('never picks the same stock twice in concurrent picks', async () => {
  const { subProductId } = await addStocked(shop, manager, place, { quantity: 10 });
  const take = (quantity: number) => pick(newId(), { subProductId, quantity });

  const taken = await Promise.all(Array.from({ length: 8 }, () => take(3)));

  expect(taken.flat().reduce((sum, { quantity }) => sum + quantity, 0)).toBe(10);
  expect((await level(subProductId)).onHand).toBe(0);
});

test('releases the reservations of some lines, or of the whole order, once', async () => {
  const { subProductId } = await addStocked(shop, manager, place);
  const order = newId();
  const first = await promise(order, subProductId, 2);
  await promise(order, subProductId, 3);

  await shop.look((tx) => release(tx, { ...cause(order), lineIds: [first] }));
  expect((await level(subProductId)).reserved).toBe(3);
  await shop.look((tx) => release(tx, cause(order)));
  await shop.look((tx) => release(tx, cause(order)));

  expect((await level(subProductId)).available).toBe(10);
});

test('returns items to their lots, and records items to write off as returned and wasted', async () => {
  const { subProductId, lotId } = await addStocked(shop, manager, place);
  const order = newId();
  await promise(order, subProductId, 6);
  await pick(order, { subProductId, quantity: 6 });

  const back = await returnGoods(order, subProductId, 2);
  await returnGoods(order, subProductId, 4, { writeOff: true });

  expect(back).toEqual([{ subProductId, lotId, quantity: 2 }]);
  expect((await level(subProductId)).onHand).toBe(6);
  await expect(returnGoods(order, subProductId, 1)).rejects.toThrow('short of the quantity to move');
});

test('rejects a second movement of the same sub-product for the same event', async () => {
  const { subProductId } = await addStocked(shop, manager, place);
  const once = cause(newId());
  const line = () => [{ lineId: newId(), subProductId, quantity: 1 }];
  await shop.look((tx) => reserve(tx, { ...once, lines: line() }));

  await expect(shop.look((tx) => reserve(tx, { ...once, lines: line() }))).rejects.toMatchObject({
    constraint: 'stock_movements_cause',
  });
});

test.each([
  ['reserve', 0, -1],
  ['release', 0, 1],
  ['pick', 1, 0],
  ['receipt', -1, 0],
  ['waste', 1, 0],
  ['count', 1, 1],
  ['gift', 1, 0],
])('rejects a movement with the wrong signs for its kind: %s %i %i', async (kind, onHand, reserved) => {
  const { subProductId, lotId } = await addStocked(shop, manager, place);
  const moving = shop.look((tx) =>
    sql`INSERT INTO stock_movements (location_id, sub_product_id, id, kind, on_hand, reserved, lot_id, cause_kind, cause_id)
      VALUES (${place}, ${subProductId}, ${newId()}, ${kind}, ${onHand}, ${reserved}, ${onHand === 0 ? null : lotId},
        'adjustment', ${newId()})`.execute(tx),
  );

  await expect(moving).rejects.toMatchObject({ code: '23514', constraint: 'stock_movements_kind' });
});

test("rejects a movement of a lot that doesn't exist or belongs to another location", async () => {
  const { subProductId } = await addStocked(shop, manager, place);
  const elsewhere = await addStocked(shop, manager, await addLocation(shop));
  for (const lotId of [newId(), elsewhere.lotId]) {
    const moving = shop.look((tx) =>
      sql`INSERT INTO stock_movements (location_id, sub_product_id, id, kind, on_hand, lot_id, cause_kind, cause_id)
        VALUES (${place}, ${subProductId}, ${newId()}, 'count', 1, ${lotId}, 'adjustment', ${newId()})`.execute(
        tx,
      ),
    );

    await expect(moving).rejects.toMatchObject({ code: '23503' });
  }
});

test('allows only the ledger to change levels and quantities of lots', async () => {
  const { subProductId, lotId } = await addStocked(shop, manager, place);
  const asStaffHere = (work: (tx: Tx) => Promise<unknown>) =>
    transaction(shop.db, { userId: null, locations: [place] }, work);

  const writes = [
    sql`UPDATE stock_levels SET on_hand = 99 WHERE sub_product_id = ${subProductId}`,
    sql`UPDATE lots SET on_hand = 99 WHERE id = ${lotId}`,
    sql`DELETE FROM stock_movements WHERE lot_id = ${lotId}`,
  ];

  for (const runAs of [shop.look, asStaffHere]) {
    for (const write of writes) {
      await expect(runAs((tx) => write.execute(tx))).rejects.toThrow('permission denied');
    }
  }
});

test("rejects movements of another location's stock by store users", async () => {
  const other = await addLocation(shop);
  const { subProductId } = await addStocked(shop, manager, other);
  const scope = scopeOf({ userId: null, locations: [place] } as unknown as Parameters<typeof scopeOf>[0]);

  await expect(
    transaction(shop.db, scope, (tx) =>
      reserve(tx, { ...cause(newId(), other), lines: [{ lineId: newId(), subProductId, quantity: 1 }] }),
    ),
  ).rejects.toMatchObject({ code: '42501' });
});

test('keeps ledger, lots and levels consistent in any sequence of order events', async () => {
  const goods = await Promise.all(
    Array.from({ length: 3 }, async (_, index) =>
      addStocked(shop, manager, place, { quantity: 40, expiresOn: await dayAt(shop, place, index + 1) }),
    ),
  );
  const life = async (index: number) => {
    const order = newId();
    const lines = goods.map(({ subProductId }, at) => ({
      lineId: newId(),
      subProductId,
      quantity: ((index * 7 + at * 3) % 5) + 0.5,
    }));
    await shop.look((tx) => reserve(tx, { ...cause(order), lines }));
    if (index % 3 === 0) return void (await shop.look((tx) => release(tx, cause(order))));
    const picked = lines.map(({ subProductId, quantity }) => ({ subProductId, quantity: quantity - 0.25 }));
    await shop.look((tx) => takeFromLots(tx, { ...cause(order), picked: picks(...picked) }));
    if (index % 3 === 1) {
      await shop.look((tx) =>
        returnToLots(tx, { ...cause(order), lines: picked, writeOff: index % 2 === 0 }),
      );
    }
  };

  const results = await Promise.allSettled(Array.from({ length: 60 }, (_, index) => life(index)));

  const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  expect(failures.filter((failure) => (failure as Problem).code !== 'stock.not-enough')).toEqual([]);
});
