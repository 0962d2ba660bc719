import { dispatchRoutes } from '@aisle/contract/sales/dispatch/dispatch';
import { isPicked } from '@aisle/contract/sales/orders/order-status-groups';
import { type Refund, refundRoutes } from '@aisle/contract/sales/refunds/refunds';
import { type OrderReturn, returnRoutes } from '@aisle/contract/sales/returns/returns';
import { choose, type OrderOfWorld, viewOf, type World } from './world.ts';

type Back = (world: World, order: OrderOfWorld, pick: number, amount: number) => Promise<number>;

/** Returns and refunds. */
export const back = {
  askBack: async (world, order, pick, amount) => {
    const line = choose(order.lines, pick)!;
    const answer = await world.manager.call(returnRoutes.create, {
      body: {
        orderId: order._id,
        kind: pick % 2 === 0 ? 'replace' : 'return',
        lines: [{ lineId: line._id, quantity: Math.min(amount, line.pickedQuantity || 1) }],
      },
    });
    return answer.status === 200 && amount % 4 ? stepBack(world, answer.data, pick, amount) : answer.status;
  },
  stepBack: async (world, order, pick, amount) => {
    const open = order.returns.filter(({ allowed }) => allowed.length > 0);
    const request = choose(open, pick);
    return request ? stepBack(world, request, pick, amount) : 200;
  },
  refund: async (world, order, pick, amount) => {
    const lines = [{ lineId: choose(order.lines, pick)!._id, amount: amount * 37 }];
    const opened = await world.manager.call(refundRoutes.create, {
      params: { id: order._id },
      body: { reason: 'Because', ...(pick % 3 > 0 && { lines }) },
    });
    return opened.status === 200 && amount % 4 ? stepRefund(world, opened.data, pick, amount) : opened.status;
  },
  stepRefund: async (world, order, pick, amount) => {
    const open = order.refunds.filter(({ allowed }) => allowed.length > 0);
    const refund = choose(open, pick);
    return refund ? stepRefund(world, refund, pick, amount) : 200;
  },
} satisfies Record<string, Back>;

const hasOpen = (some: readonly { allowed: readonly string[] }[]): boolean =>
  some.some(({ allowed }) => allowed.length > 0);
const isFor: Record<keyof typeof back, (order: OrderOfWorld) => boolean> = {
  askBack: () => true,
  refund: () => true,
  stepBack: ({ returns }) => hasOpen(returns),
  stepRefund: ({ refunds }) => hasOpen(refunds),
};

/** A paid order can be refunded before its delivery. */
const early: readonly (keyof typeof back)[] = ['refund', 'stepRefund'];

/** Applies to one of the latest delivered orders. */
export async function comeBack(
  world: World,
  what: keyof typeof back,
  pick: number,
  amount: number,
): Promise<number> {
  const { orders } = world;
  for (let tried = 0; tried < 4 && orders.length > 0; tried += 1) {
    const order = await viewOf(world, choose(orders, pick + tried)!);
    const isThere = order.status === 'delivered' || (early.includes(what) && isPicked(order.status));
    if (isThere && isFor[what](order)) return back[what](world, order, pick, amount);
  }
  return 200;
}

/** Takes several steps at once. With single steps, few requests would ever be completed. */
async function stepBack(
  { manager, drivers }: World,
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
    const driverId = choose(drivers, pick)!;
    // Sends a request to a driver. The next event may be that the driver comes, or that the customer is faster.
    if (allowed.includes('driverApproved') && amount % 2) {
      await manager.call(dispatchRoutes.offer, { body: { driverId, returnIds: [request._id], join: true } });
    }
    const isSent = to === 'driverApproved' && pick % 2 === 0;
    const taken = await manager.call(returnRoutes.updateStatus, {
      params: { id: request._id },
      body: { status: to, ...(isInspected && { lines }), ...(isSent && { driverId }) },
    });
    if (taken.status !== 200) return taken.status;
    allowed = taken.data.allowed;
  }
  return 200;
}

async function stepRefund(
  { manager }: World,
  refund: Pick<Refund, '_id' | 'allowed'>,
  pick: number,
  amount: number,
): Promise<number> {
  let { allowed } = refund;
  for (let step = 0; step < 2 && allowed.length > 0; step += 1) {
    const body = { status: choose(allowed, amount)!, byHand: pick % 4 === 0 };
    const taken = await manager.call(refundRoutes.updateStatus, { params: { id: refund._id }, body });
    if (taken.status !== 200) return taken.status;
    allowed = taken.data.allowed;
  }
  return 200;
}
