import { mainOrderRoutes } from '@aisle/contract/sales/main-orders/main-orders';
import { orderDetailRoutes } from '@aisle/contract/sales/orders/order-details';
import { isUndoable } from '@aisle/contract/sales/orders/order-flow';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { paymentRoutes } from '@aisle/contract/sales/payments';
import { refundRoutes } from '@aisle/contract/sales/refunds/refunds';
import { systemWork } from '../../src/core/db/deadlock.ts';
import { expireUnpaid } from '../../src/sales/orders/steps/order-steps.ts';
import { basketOf, homeAddress, newShopper, payFor } from '../order-builders.ts';
import { letTimePass, runGatewayOperations } from '../return-builders.ts';
import { choose, type OrderOfWorld, remember, viewOf, type World, walk } from './world.ts';

/** A customer orders two items at one location, or sometimes at two. */
export async function placeAnOrder(world: World, pick: number, amount: number): Promise<number> {
  const at = (index: number) => choose(world.locations, pick + (pick % 5 === 0 ? index : 0))!;
  const lines = [0, 1].map((index) => ({
    subProductId: choose(world.goods, pick + index)!,
    quantity: Math.ceil(amount / 3),
    locationId: at(index),
  }));
  const known = [...world.subscribers, ...world.members];
  const customerId = pick % 7 < 3 ? choose(known, Math.floor(pick / 7)) : undefined;
  const coins = customerId && amount % 3 > 0 ? { coins: amount * 50 } : {};
  const withoutCoins = pick % 2 === 0 ? ('card' as const) : ('cashOnDelivery' as const);
  const answer = await world.manager.call(mainOrderRoutes.create, {
    body: basketOf({
      ...(customerId ? { customerId } : { customer: newShopper() }),
      fulfilment: pick % 3 === 0 ? 'delivery' : 'pickup',
      paymentType: customerId && amount === 6 ? 'coins' : withoutCoins,
      ...coins,
      lines,
    }),
  });
  if (answer.status !== 200) return answer.status;
  for (const { _id } of answer.data.orders) remember(world.orders, _id);
  world.placed += answer.data.orders.length;
  return 200;
}

/** Makes unpaid orders overdue, and gateway operations due. */
export const timePasses = {
  expire: async ({ shop }: World, pick: number): Promise<number> => {
    // Applies to one or two unpaid orders, or to none.
    const due = { payment_due_at: '2020-01-01T00:00:00Z' };
    await shop.look((tx) => {
      const some = tx
        .selectFrom('orders')
        .select('id')
        .where('status', '=', 'pending')
        .orderBy('id')
        .limit(pick % 3);
      return tx
        .updateTable('orders')
        .set(due)
        .where('status', '=', 'pending')
        .where('id', 'in', some)
        .execute();
    });
    while ((await systemWork(shop.db, (tx) => expireUnpaid(tx))) > 0);
    return 200;
  },
  gateway: async ({ shop }: World): Promise<number> => {
    await letTimePass(shop);
    await runGatewayOperations(shop);
    return 200;
  },
};

type Touch = (world: World, order: OrderOfWorld, pick: number, amount: number) => Promise<number>;

/** Changes the lines of an order. First charges a card and starts picking, if that isn't done yet. */
async function edit(world: World, order: OrderOfWorld, change: object): Promise<number> {
  if (order.status === 'pending') await payFor(world.shop, order._id);
  if (!['processing', 'prepared'].includes(order.status)) {
    await walk(world, order._id, [{ status: 'processing' }]);
  }
  const { version } = await viewOf(world, order._id);
  const body = { version, ...change };
  return (await world.manager.call(orderRoutes.editLines, { params: { id: order._id }, body })).status;
}
const lineOf = (order: OrderOfWorld, pick: number) => choose(order.lines, pick)!;

/** Takes all remaining steps from its current status. */
async function driveToDoor(world: World, order: OrderOfWorld): Promise<number> {
  if (order.status === 'pending') await payFor(world.shop, order._id);
  const ready =
    order.fulfilment === 'pickup'
      ? (['pickup'] as const)
      : (['awaitingForDelivery', 'offQueue', 'outOfDelivery'] as const);
  const way = ['processing', 'prepared', ...ready, 'delivered'] as const;
  const from = order.status === 'pending' ? 0 : way.findIndex((status) => order.allowed.includes(status));
  return walk(
    world,
    order._id,
    way.slice(Math.max(0, from)).map((status) => ({ status })),
  );
}

/** Actions of users on an order before its delivery. */
export const touches = {
  pay: async ({ shop }, order, pick) => {
    await payFor(shop, order._id, pick % 2 ? 'captured' : 'authorised');
    return 200;
  },
  payByCard: async ({ manager, shop }, order, pick, amount) => {
    const token = choose(['tok_ok', 'tok_ok', 'tok_twice', 'tok_no_refund', 'tok_no_capture'], amount)!;
    const taken = await manager.call(paymentRoutes.take, {
      params: { id: order._id },
      body: { method: 'card', token },
    });
    if (pick % 4) await runGatewayOperations(shop);
    return taken.status;
  },
  cancel: async ({ manager }, order, pick) => {
    const body = { reason: 'Because', restock: pick % 2 === 0 };
    return (await manager.call(orderRoutes.cancel, { params: { id: order._id }, body })).status;
  },
  cancelSome: async ({ manager }, order, pick, amount) => {
    const lines = [{ lineId: lineOf(order, pick)._id, quantity: amount }];
    const body = { reason: 'Because', lines };
    return (await manager.call(orderRoutes.cancel, { params: { id: order._id }, body })).status;
  },
  edit: (world, order, pick, amount) => {
    const change = pick % 2 ? { quantity: amount } : { pickedQuantity: amount - 1 };
    return edit(world, order, { lines: [{ lineId: lineOf(order, pick)._id, ...change }] });
  },
  substitute: (world, order, pick, amount) => {
    const others = world.goods.filter((id) => order.lines.every(({ subProductId }) => subProductId !== id));
    const substituteId = choose(others.length > 0 ? others : world.goods, pick + 1)!;
    return edit(world, order, {
      lines: [{ lineId: lineOf(order, pick)._id, substituteId, quantity: amount }],
    });
  },
  weigh: (world, order, pick, amount) => {
    const line = order.lines.find(({ soldByWeight }) => soldByWeight) ?? lineOf(order, pick);
    const pickedQuantity = line.soldByWeight ? (line.quantity * (90 + amount)) / 100 : line.quantity;
    return edit(world, order, {
      lines: [{ lineId: line._id, pickedQuantity: Math.round(pickedQuantity * 1000) / 1000 }],
    });
  },
  add: (world, order, pick, amount) =>
    edit(world, order, { add: [{ subProductId: choose(world.goods, pick)!, quantity: amount }] }),
  details: async ({ manager }, order, pick, amount) => {
    const paymentType = pick % 2 ? ('card' as const) : ('cashOnDelivery' as const);
    const address = { ...homeAddress, latitude: homeAddress.latitude + (amount - 4) / 100 };
    const isNear = order.fulfilment === 'delivery' && pick % 3 > 0;
    const body = { version: order.version, ...(isNear ? { address } : { paymentType }) };
    return (await manager.call(orderDetailRoutes.edit, { params: { id: order._id }, body })).status;
  },
  step: async (world, order, pick) => {
    const open = order.allowed.filter((status) => status !== 'cancelled' || pick % 7 === 0);
    const status = choose(open, pick);
    if (!status) return 200;
    const code = order.handOverCode;
    return walk(world, order._id, [{ status, ...(code && { code }) }]);
  },
  undo: async ({ manager }, order, pick) => {
    const params = { id: order._id };
    const from = (to: string) =>
      to === 'offQueue' || to === 'inQueue' ? order.dispatchStatus : order.status;
    const status = choose(
      order.allowed.filter((to) => isUndoable(from(to), to)),
      pick,
    );
    if (!status) return 200;
    const taken = await manager.call(orderRoutes.updateStatus, { params, body: { status } });
    if (taken.status !== 200) return taken.status;
    const { version } = taken.data;
    return (await manager.call(orderRoutes.undoStep, { params, body: { version } })).status;
  },
  refundEarly: async (world, order, pick, amount) => {
    const params = { id: order._id };
    if (order.status === 'pending') await payFor(world.shop, order._id);
    else await world.manager.call(paymentRoutes.take, { params, body: { method: 'cash' } });
    await walk(world, order._id, [{ status: 'processing' }, { status: 'prepared' }]);
    const picked = await viewOf(world, order._id);
    const { _id: lineId, total } = lineOf(picked, pick);
    const lines = [{ lineId, amount: Math.max(1, Math.min(total, amount * 29)) }];
    const body = { reason: 'Bruised', ...(pick % 5 ? { lines } : { deliveryFee: picked.deliveryFee }) };
    const opened = await world.manager.call(refundRoutes.create, { params, body });
    if (opened.status !== 200) return opened.status;
    const refund = { params: { id: opened.data._id } };
    for (const status of pick % 3 ? (['refundProcessing', 'refunded'] as const) : []) {
      await world.manager.call(refundRoutes.updateStatus, { ...refund, body: { status, byHand: true } });
    }
    return pick % 2 ? driveToDoor(world, await viewOf(world, order._id)) : 200;
  },
  toDoor: driveToDoor,
  drive: async (world, order, pick) => {
    if (order.fulfilment === 'pickup') return driveToDoor(world, order);
    const driverId = choose(world.drivers, pick)!;
    const params = { id: order._id };
    const way = ['processing', 'prepared', 'awaitingForDelivery'] as const;
    const from = way.findIndex((status) => order.allowed.includes(status));
    if (from >= 0) {
      await walk(
        world,
        order._id,
        way.slice(from).map((status) => ({ status })),
      );
    }
    const answer = await world.manager.call(orderRoutes.assignDriver, {
      params,
      body: { driverId, accepted: true, join: pick % 2 === 0 },
    });
    if (answer.status !== 200) return answer.status;
    const code = answer.data.handOverCode!;
    const end = pick % 4 ? ('delivered' as const) : ('awaitingForDelivery' as const);
    return walk(world, order._id, [
      { status: 'driverConfirmationCompleted', code },
      { status: 'outOfDelivery' },
      { status: end },
    ]);
  },
} satisfies Record<string, Touch>;

const isOver = ({ status }: OrderOfWorld): boolean =>
  ['delivered', 'cancelled', 'rejected', 'failed', 'expired'].includes(status);

/** Uses one of the latest orders in its current state: usually an open one, sometimes a closed one. */
export async function touch(
  world: World,
  what: keyof typeof touches,
  pick: number,
  amount: number,
): Promise<number> {
  if (world.orders.length === 0) return 200;
  let order = await viewOf(world, choose(world.orders, pick)!);
  for (let tried = 1; tried < 3 && isOver(order); tried += 1) {
    order = await viewOf(world, choose(world.orders, pick + tried)!);
  }
  return touches[what](world, order, pick, amount);
}
