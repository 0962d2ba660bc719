import { inventoryRoutes } from '@aisle/contract/inventory';
import { mainOrderRoutes } from '@aisle/contract/main-orders';
import { type Order, orderRoutes } from '@aisle/contract/orders';
import { paymentRoutes } from '@aisle/contract/payments';
import { type Refund, refundRoutes } from '@aisle/contract/refunds';
import { type OrderReturn, returnRoutes } from '@aisle/contract/returns';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { receive } from '../../test/catalogue-builders.ts';
import { checkInvariants } from '../../test/invariants.ts';
import {
  addGoods,
  addOrderLocation,
  basketOf,
  decide,
  payFor,
  placeOne,
  somebody,
  walkTo,
} from '../../test/order-builders.ts';
import { askGatewayNow, letTimePass } from '../../test/return-builders.ts';
import { openShop, type Person, type Shop } from '../../test/shop.ts';
import { expireUnpaid } from './order-steps.ts';

let shop: Shop;
let manager: Person;
beforeAll(async () => {
  shop = await openShop({ cardGateway: 'simulated' });
  manager = await shop.signIn();
  await decide(shop, { paymentTypes: { cashOnDelivery: true, card: true, coins: false } });
});
afterAll(() => shop.close());

/** One thing that happens in a shop; `pick` and `amount` choose what it happens to. */
const happening = fc.record({
  what: fc.constantFrom(
    ...(['order', 'order', 'order', 'step', 'step', 'step', 'step', 'cancel', 'cancelSome'] as const),
    ...(['edit', 'receive', 'adjust', 'pay', 'payByCard', 'expire', 'gateway'] as const),
    ...(['toDoor', 'toDoor', 'askBack', 'askBack', 'stepBack', 'stepBack', 'refund', 'stepRefund'] as const),
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
          fulfilment: pick % 3 === 0 ? 'delivery' : 'pickup',
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
    case 'gateway':
      await letTimePass(shop);
      await askGatewayNow(shop);
      return 200;
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
  if (what === 'payByCard') {
    const token = choose(['tok_ok', 'tok_twice', 'tok_timeout', 'tok_no_refund', 'tok_no_capture'], amount)!;
    return (await manager.call(paymentRoutes.take, { params, body: { method: 'card', token } })).status;
  }
  if (what === 'toDoor') {
    // All the way at once: few orders would ever be delivered by single steps.
    for (const status of ['processing', 'prepared', 'pickup', 'delivered'] as const) {
      const taken = await manager.call(orderRoutes.updateStatus, { params, body: { status } });
      if (![200, 409].includes(taken.status)) return taken.status;
    }
    return 200;
  }
  if (what === 'askBack') {
    const body = {
      orderId: order._id,
      kind: pick % 3 === 0 ? ('replace' as const) : ('return' as const),
      lines: [{ lineId: line._id, quantity: Math.min(amount, line.pickedQuantity || 1) }],
    };
    const asked = await manager.call(returnRoutes.create, { body });
    return asked.status === 200 && amount % 4 ? stepBack(asked.data, pick, amount) : asked.status;
  }
  if (what === 'stepBack') {
    const request = choose(
      order.returns.filter(({ allowed }) => allowed.length > 0),
      pick,
    );
    return request ? stepBack(request, pick, amount) : 200;
  }
  if (what === 'refund') {
    const body = {
      reason: 'Because',
      ...(pick % 3 > 0 && { lines: [{ lineId: line._id, amount: amount * 37 }] }),
    };
    const opened = await manager.call(refundRoutes.create, { params, body });
    return opened.status === 200 && amount % 4 ? stepRefund(opened.data, pick, amount) : opened.status;
  }
  if (what === 'stepRefund') {
    const refund = choose(
      order.refunds.filter(({ allowed }) => allowed.length > 0),
      pick,
    );
    return refund ? stepRefund(refund, pick, amount) : 200;
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

async function brought(location: string, goods: string, token: string | null): Promise<string> {
  const paymentType = token ? 'card' : 'cashOnDelivery';
  const order = await placeOne(manager, location, goods, { fulfilment: 'pickup', paymentType, quantity: 3 });
  if (token) {
    const body = { method: 'card' as const, token };
    await manager.do(paymentRoutes.take, { params: { id: order._id }, body });
    await askGatewayNow(shop);
  }
  await walkTo(manager, order, 'delivered');
  await askGatewayNow(shop);
  return order._id;
}

/** Some steps at once: by single ones few requests would ever come to their end. */
async function stepBack(
  request: Pick<OrderReturn, 'allowed' | 'lines' | '_id'>,
  pick: number,
  amount: number,
): Promise<number> {
  let { allowed } = request;
  for (let step = 0; step < 4 && allowed.length > 0; step += 1) {
    const ahead = allowed.find((to) => ['received', 'returned', 'replaced'].includes(to));
    const to = (pick + step) % 3 ? (ahead ?? allowed[0]!) : choose(allowed, amount + step)!;
    const [{ lineId, quantity }] = request.lines as [OrderReturn['lines'][number]];
    const received = quantity > 1 && pick % 2 ? 1 : quantity;
    const lines = [{ lineId, received, condition: pick % 2 ? ('restock' as const) : ('writeOff' as const) }];
    const isInspected = to === 'received' || to === 'locationReceivedAndPickup';
    const taken = await manager.call(returnRoutes.updateStatus, {
      params: { id: request._id },
      body: { status: to, ...(isInspected && { lines }) },
    });
    if (taken.status !== 200) return taken.status;
    allowed = taken.data.allowed;
  }
  return 200;
}

async function stepRefund(refund: Refund, pick: number, amount: number): Promise<number> {
  let { allowed } = refund;
  for (let step = 0; step < 2 && allowed.length > 0; step += 1) {
    const body = { status: choose(allowed, amount)!, byHand: pick % 4 === 0 };
    const taken = await manager.call(refundRoutes.updateStatus, { params: { id: refund._id }, body });
    if (taken.status !== 200) return taken.status;
    allowed = taken.data.allowed;
  }
  return 200;
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
      // Some customers have theirs already, so that there is something to bring back.
      for (const token of [null, 'tok_ok', 'tok_no_refund']) {
        world.orders.push(await brought(location, goods[0]!, token));
      }

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
    { numRuns: 8 },
  );
  expect(taken).toBeGreaterThan(50);
  // It went far enough to mean something.
  const reached = await shop.look(async (tx) => ({
    back: await tx.selectFrom('return_lines').select('id').where('received', '>', 0).execute(),
    refunded: await tx.selectFrom('refunds').select('id').where('status', '=', 'refunded').execute(),
    charged: await tx
      .selectFrom('simulated_gateway')
      .select('reference')
      .where('kind', '=', 'capture')
      .execute(),
  }));
  for (const [name, rows] of Object.entries(reached)) expect(rows.length, name).toBeGreaterThan(0);
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
