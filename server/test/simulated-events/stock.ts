import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { stockCountRoutes } from '@aisle/contract/warehouse/stock-counts';
import { transferRoutes } from '@aisle/contract/warehouse/transfers';
import { choose, remember, type World } from './world.ts';

type Move = (world: World, pick: number, amount: number) => Promise<number>;

/** Stock movements without an order. */
export const moves = {
  receive: async (world, pick, amount) =>
    (
      await world.manager.call(inventoryRoutes.create, {
        body: {
          locationId: choose(world.locations, pick)!,
          subProductId: choose(world.goods, amount)!,
          quantity: amount * 20,
          expiresOn: pick % 2 ? '2099-01-01' : null,
        },
      })
    ).status,
  adjust: async (world, pick, amount) =>
    (
      await world.manager.call(inventoryRoutes.adjust, {
        body: {
          locationId: choose(world.locations, pick)!,
          subProductId: choose(world.goods, pick)!,
          quantity: -amount,
          reason: choose(['waste', 'damage', 'correction'] as const, amount)!,
        },
      })
    ).status,
  transfer: async (world, pick, amount) => {
    if (world.locations.length < 2) return 200;
    const sent = await world.manager.call(transferRoutes.create, {
      body: {
        fromLocationId: choose(world.locations, pick)!,
        toLocationId: choose(world.locations, pick + 1)!,
        lines: [{ subProductId: choose(world.goods, amount)!, quantity: amount }],
        status: pick % 4 ? 'inTransit' : 'draft',
      },
    });
    if (sent.status === 200) remember(world.transfers, sent.data._id);
    return sent.status;
  },
  arrive: async (world, pick, amount) => {
    const id = choose(world.transfers, pick);
    if (!id) return 200;
    const params = { id };
    const { lines, allowed } = await world.manager.do(transferRoutes.view, { params });
    const to = choose(allowed, pick);
    if (to === 'inTransit' || to === 'cancelled') {
      return (await world.manager.call(transferRoutes.updateStatus, { params, body: { status: to } })).status;
    }
    const received = Math.max(0, lines[0]!.quantity + (amount % 3) - 1);
    const body = { lines: [{ lineId: lines[0]!._id, received, damaged: Math.min(received, pick % 2) }] };
    return (await world.manager.call(transferRoutes.receive, { params, body })).status;
  },
  count: async (world, pick, amount) => {
    const locationId = choose(world.locations, pick)!;
    const begun = await world.manager.call(stockCountRoutes.create, { body: { locationId } });
    if (begun.status !== 200) return begun.status;
    const params = { id: begun.data._id };
    const entries = [{ subProductId: choose(world.goods, pick)!, quantity: amount * 30 }];
    await world.manager.do(stockCountRoutes.enter, { params, body: { entries } });
    return (await world.manager.call(stockCountRoutes.post, { params, body: {} })).status;
  },
} satisfies Record<string, Move>;
