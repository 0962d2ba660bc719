import { refundRoutes } from '@aisle/contract/sales/refunds/refunds';
import { describe, expect, test, vi } from 'vitest';
import { viewOrder } from '../../../test/order-builders.ts';
import { openStripeStore } from '../../../test/stripe-builders.ts';
import type { Gateway } from '../../ledgers/gateways/gateway.ts';
import { runGatewayQueue } from './work-off.ts';

const store = await openStripeStore({ goods: { name: 'Fish', price: 1250, stock: 500 } });
const { shop, manager, gateway, confirm, addCardOrder, addPaidOrder } = store;

/** A gateway that holds its responses until they are released. */
function slowGateway() {
  const state = { inFlight: 0, most: 0, started: [] as string[] };
  let release = () => {};
  let isHeld = true;
  const held = new Promise<void>((resolve) => {
    release = () => {
      isHeld = false;
      resolve();
    };
  });
  const slow: Gateway = {
    name: 'stripe',
    perform: async (request, tell) => {
      state.inFlight += 1;
      state.most = Math.max(state.most, state.inFlight);
      state.started.push(request.orderId!);
      try {
        if (isHeld) await held;
        await gateway.perform(request, tell);
      } finally {
        state.inFlight -= 1;
      }
    },
  };
  return { state, slow, release: () => release() };
}
const addConfirmed = async () => {
  const order = await addCardOrder();
  expect((await confirm(order, 'pm_card_visa')).status).toBe(200);
  return order;
};
const openTransactions = async () => {
  const rows = await shop.sql`SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND state LIKE 'idle in transaction%'`;
  return rows.length;
};

describe('while the provider is slow', () => {
  test('a server sends eight requests at once, holds no transaction, and answers shoppers', async () => {
    const orders = [];
    for (let count = 0; count < 20; count += 1) orders.push(await addConfirmed());
    const { state, slow, release } = slowGateway();
    const run = runGatewayQueue(shop.db, [slow]);
    await vi.waitFor(() => expect(state.inFlight).toBe(8));
    expect(await openTransactions()).toBe(0);

    orders.push(await addConfirmed());
    // The server's loop runs already.
    await runGatewayQueue(shop.db, [slow]);
    expect(state.inFlight).toBe(8);

    release();
    await run;
    expect(state.most).toBe(8);
    for (const { _id } of orders)
      expect(await viewOrder(manager, _id)).toMatchObject({ status: 'orderPlaced' });
    expect(state.started).toHaveLength(orders.length);
  });

  test('a request that comes later is sent at once', async () => {
    const first = await addConfirmed();
    const { state, slow, release } = slowGateway();
    const run = runGatewayQueue(shop.db, [slow]);
    await vi.waitFor(() => expect(state.started).toEqual([first._id]));
    const second = await addConfirmed();
    await runGatewayQueue(shop.db, [slow]);
    await vi.waitFor(() => expect(state.started).toEqual([first._id, second._id]));
    release();
    await run;
  });

  test('the requests of an order are sent one after the other', async () => {
    const { _id, lines } = await addPaidOrder('pm_card_bypassPending');
    const other = await addConfirmed();
    for (const amount of [100, 200]) {
      await manager.do(refundRoutes.create, {
        params: { id: _id },
        body: { reason: 'Off', lines: [{ lineId: lines[0]!._id, amount }] },
      });
    }
    const { state, slow, release } = slowGateway();
    const run = runGatewayQueue(shop.db, [slow]);
    await vi.waitFor(() => expect(state.started.toSorted()).toEqual([_id, other._id].toSorted()));
    release();
    await run;
    expect(state.started.filter((id) => id === _id)).toHaveLength(2);
    expect(state.most).toBe(2);
  });
});
