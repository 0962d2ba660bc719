import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { returnRoutes } from '@aisle/contract/sales/returns/returns';
import { expect, test, vi } from 'vitest';
import {
  addGoods,
  addOrderLocation,
  advanceTo,
  moveTo,
  place,
  placeOne,
  viewOrder,
} from '../../../test/order-builders.ts';
import { stepTo } from '../../../test/return-builders.ts';
import { openShop } from '../../../test/shop.ts';

// Every change of several items first locks their levels in the order of their IDs, since two changes with different lock
// orders would deadlock.

const shop = await openShop();
const manager = await shop.signIn();
const location = await addOrderLocation(shop);
/** Sorted by ID. */
const [first, second] = [await addGoods(shop, location), await addGoods(shop, location)].sort() as [
  string,
  string,
];

/** Locks the first item's level in another transaction, and then the second one while the work waits for the first. */
async function withFirstInHand<Result>(work: () => Promise<Result>): Promise<Result> {
  const other = await shop.db.owner.connect();
  const hold = (id: string) =>
    other.query('SELECT FROM stock_levels WHERE sub_product_id = $1 FOR NO KEY UPDATE NOWAIT', [id]);
  try {
    await other.query('BEGIN');
    await hold(first);
    const working = work();
    await vi.waitFor(async () => {
      const { rowCount } = await shop.db.owner.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      expect(rowCount).toBe(1);
    }, 10_000);
    // Fails if the work has locked the second level already.
    await hold(second);
    await other.query('COMMIT');
    return await working;
  } finally {
    other.release();
  }
}

test('reserves a substitute after locking both levels', async () => {
  const order = await moveTo(manager, await placeOne(manager, location, second), 'processing');
  const lineId = order.lines[0]!._id;
  const body = { version: order.version, lines: [{ lineId, substituteId: first, quantity: 1 }] };

  const answer = await withFirstInHand(() =>
    manager.call(orderRoutes.editLines, { params: { id: order._id }, body }),
  );

  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
});

test('receives returned items, restocked and written off, after locking all levels', async () => {
  const lines = [second, first].map((subProductId) => ({ subProductId, locationId: location, quantity: 1 }));
  const main = await place(manager, { fulfilment: 'pickup', lines });
  const order = await advanceTo(manager, await viewOrder(manager, main.orders[0]!._id), 'delivered');
  const request = await manager.do(returnRoutes.create, {
    body: {
      orderId: order._id,
      kind: 'return',
      lines: order.lines.map(({ _id }) => ({ lineId: _id, quantity: 1 })),
    },
  });
  await stepTo(manager, request, 'approved');
  const inspected = order.lines.map(({ _id, subProductId }) => ({
    lineId: _id,
    received: 1,
    condition: subProductId === first ? ('writeOff' as const) : ('restock' as const),
  }));

  const answer = await withFirstInHand(() =>
    manager.call(returnRoutes.updateStatus, {
      params: { id: request._id },
      body: { status: 'received', lines: inspected },
    }),
  );

  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
});
