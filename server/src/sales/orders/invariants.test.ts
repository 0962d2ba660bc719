import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkInvariants } from '../../../test/invariants.ts';
import {
  addGoods,
  addOrderLocation,
  advanceTo,
  openStore,
  payOrder,
  placeOne,
  viewOrder,
} from '../../../test/order-builders.ts';
import { completeReturn, requestReturn, runGatewayOperations } from '../../../test/return-builders.ts';
import { happen, happening } from '../../../test/simulated-events/simulate.ts';
import { addWorld, type World } from '../../../test/simulated-events/world.ts';

const { shop, manager } = await openStore({ server: { cardGateway: 'simulated' } });

async function brought({ locations, goods }: World, token: string | null): Promise<string> {
  const paymentType = token ? 'card' : 'cashOnDelivery';
  const rest = { fulfilment: 'pickup', paymentType, quantity: 3 } as const;
  const order = await placeOne(manager, locations[0]!, goods[0]!, rest);
  if (token) {
    await payOrder(manager, order, token);
    await runGatewayOperations(shop);
  }
  await advanceTo(manager, order, 'delivered');
  await runGatewayOperations(shop);
  return order._id;
}
/** Returns and refunds one order. */
async function returnOrder(orderId: string): Promise<void> {
  await completeReturn(manager, await requestReturn(manager, await viewOrder(manager, orderId)));
  await runGatewayOperations(shop);
}

test('keeps stock and money consistent for concurrent events in any sequence', async () => {
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 20, maxLength: 60 }), async (happenings) => {
      const world = await addWorld(shop, manager, 2);
      // Starts with some delivered orders, so that returns are possible.
      for (const token of [null, 'tok_ok', 'tok_no_refund']) world.orders.push(await brought(world, token));
      await returnOrder(world.orders[1]!);

      // Runs three events at a time, like a store with three clerks.
      for (let start = 0; start < happenings.length; start += 3) {
        const statuses = await Promise.all(
          happenings.slice(start, start + 3).map((one) => happen(world, one)),
        );
        expect(statuses.filter((status) => ![200, 400, 409].includes(status))).toEqual([]);
        taken += statuses.filter((status) => status === 200).length;
      }
      await shop.look(checkInvariants);
    }),
    { numRuns: 4 },
  );
  // The soak test is long enough to check that every kind of event occurs.
  expect(taken).toBeGreaterThan(50);
}, 60_000);

test('detects violations', async () => {
  const location = await addOrderLocation(shop);
  const goods = await addGoods(shop, location);
  await shop.db.owner.query('UPDATE stock_levels SET on_hand = on_hand + 1 WHERE sub_product_id = $1', [
    goods,
  ]);

  await expect(shop.look(checkInvariants)).rejects.toThrow('a level holds the sum of its movements');

  await shop.db.owner.query('UPDATE stock_levels SET on_hand = on_hand - 1 WHERE sub_product_id = $1', [
    goods,
  ]);
});
