import { inventoryRoutes } from '@aisle/contract/inventory';
import { mainOrderRoutes } from '@aisle/contract/main-orders';
import { type Order, orderRoutes } from '@aisle/contract/orders';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { receive } from '../../test/catalogue-builders.ts';
import { checkInvariants } from '../../test/invariants.ts';
import { addGoods, addOrderLocation, basketOf, decide, payFor, somebody } from '../../test/order-builders.ts';
import { openShop, type Person, type Shop } from '../../test/shop.ts';
import { expireUnpaid } from './order-steps.ts';

let shop: Shop;
let manager: Person;
beforeAll(async () => {
  shop = await openShop();
  manager = await shop.signIn();
  await decide(shop, { paymentTypes: { cashOnDelivery: true, card: true, coins: false } });
});
afterAll(() => shop.close());

/** One thing that happens in a shop; `pick` and `amount` choose what it happens to. */
const happening = fc.record({
  what: fc.constantFrom(
    ...(['order', 'order', 'order', 'step', 'step', 'step', 'step', 'cancel', 'cancelSome'] as const),
    ...(['edit', 'receive', 'adjust', 'pay', 'expire'] as const),
  ),
  pick: fc.nat(1000),
  amount: fc.integer({ min: 1, max: 12 }),
});
type Happening = typeof happening extends fc.Arbitrary<infer Value> ? Value : never;

interface World {
  location: string;
  goods: string[];
  orders: string[];
}
const choose = <Item>(items: readonly Item[], pick: number): Item | undefined => items[pick % items.length];
const view = (id: string) => manager.do(orderRoutes.view, { params: { id } });

async function happen(world: World, { what, pick, amount }: Happening): Promise<number> {
  const goods = choose(world.goods, pick)!;
  const id = choose(world.orders, pick);
  switch (what) {
    case 'order': {
      const wanted = [goods, choose(world.goods, pick + 1)!];
      const answer = await manager.call(mainOrderRoutes.create, {
        body: basketOf({
          customer: somebody(),
          fulfilment: pick % 3 === 0 ? 'pickup' : 'delivery',
          paymentType: pick % 2 === 0 ? 'card' : 'cashOnDelivery',
          lines: wanted.map((subProductId) => ({
            subProductId,
            quantity: amount,
            locationId: world.location,
          })),
        }),
      });
      if (answer.status === 200) world.orders.push(answer.data.orders[0]!._id);
      return answer.status;
    }
    case 'receive':
      await receive(shop, world.location, goods, {
        quantity: amount,
        expiresOn: pick % 2 ? '2099-01-01' : null,
      });
      return 200;
    case 'adjust':
      return (
        await manager.call(inventoryRoutes.adjust, {
          body: { locationId: world.location, subProductId: goods, quantity: -amount, reason: 'waste' },
        })
      ).status;
    case 'expire':
      return shop.look(async (tx) => {
        const due = { payment_due_at: '2020-01-01T00:00:00Z' };
        await tx
          .updateTable('orders')
          .set(due)
          .where('status', '=', 'pending')
          .where('number', '<', pick)
          .execute();
        await expireUnpaid(tx);
        return 200;
      });
    default:
      return id === undefined ? 200 : touch(await view(id), what, pick, amount);
  }
}

async function touch(order: Order, what: Happening['what'], pick: number, amount: number): Promise<number> {
  const params = { id: order._id };
  const line = choose(order.lines, pick)!;
  if (what === 'pay') {
    await payFor(shop, order._id, pick % 2 ? 'captured' : 'authorised');
    return 200;
  }
  if (what === 'cancel') {
    const body = { reason: 'Because', restock: pick % 2 === 0 };
    return (await manager.call(orderRoutes.cancel, { params, body })).status;
  }
  if (what === 'cancelSome') {
    const body = { reason: 'Because', lines: [{ lineId: line._id, quantity: amount }] };
    return (await manager.call(orderRoutes.cancel, { params, body })).status;
  }
  if (what === 'edit') {
    const change = pick % 2 ? { quantity: amount } : { pickedQuantity: amount - 1 };
    const body = { version: order.version, lines: [{ lineId: line._id, ...change }] };
    return (await manager.call(orderRoutes.editLines, { params, body })).status;
  }
  const to = choose(
    order.allowed.filter((status) => status !== 'cancelled' || pick % 7 === 0),
    pick,
  );
  if (!to) return 200;
  const body = { status: to, ...(order.handOverCode && { code: order.handOverCode }) };
  return (await manager.call(orderRoutes.updateStatus, { params, body })).status;
}

test('whatever happens in whatever order, several things at once, stock and money agree', async () => {
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 20, maxLength: 60 }), async (happenings) => {
      const location = await addOrderLocation(shop);
      const goods = await Promise.all([
        addGoods(shop, location, { stock: 30, price: 333 }),
        addGoods(shop, location, { stock: 20, price: 777, byWeight: true }),
        addGoods(shop, location, { stock: 10, expiresOn: '2099-02-02' }),
      ]);
      const world: World = { location, goods, orders: [] };

      // Three at a time, as in a shop with three clerks.
      for (let start = 0; start < happenings.length; start += 3) {
        const statuses = await Promise.all(
          happenings.slice(start, start + 3).map((one) => happen(world, one)),
        );
        expect(statuses.filter((status) => ![200, 400, 409].includes(status))).toEqual([]);
        taken += statuses.filter((status) => status === 200).length;
      }
      await shop.look(checkInvariants);
    }),
    { numRuns: 12 },
  );
  expect(taken).toBeGreaterThan(50);
}, 60_000);

test('the check itself notices what is wrong', async () => {
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
