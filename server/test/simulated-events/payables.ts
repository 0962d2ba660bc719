import { payoutRoutes } from '@aisle/contract/finance/payouts';
import { statementRoutes } from '@aisle/contract/finance/statements';
import { newId } from '../../src/core/ids.ts';
import { dayAgo } from '../payable-builders.ts';
import { choose, type World } from './world.ts';

type Settling = (world: World, pick: number, amount: number) => Promise<number>;
const once = () => ({ 'idempotency-key': newId() });

/** Events between the marketplace and its locations. */
export const settlings = {
  adjustOwed: async ({ manager, locations }, pick, amount) =>
    (
      await manager.call(statementRoutes.adjust, {
        headers: once(),
        body: {
          locationId: choose(locations, pick)!,
          amount: pick % 2 ? amount * 100 : -amount,
          reason: 'Agreed',
        },
      })
    ).status,
  state: async ({ manager, locations }, pick) =>
    (
      await manager.call(statementRoutes.create, {
        body: { locationId: choose(locations, pick)!, to: dayAgo() },
      })
    ).status,
  payOut: async (world, pick) => {
    const statement = await statementOf(world, pick, 'open');
    if (!statement) return 200;
    const { _id: id, version } = statement;
    const body = { method: 'check' as const, reference: `${pick}`, paidOn: dayAgo(), version };
    const paid = await world.manager.call(payoutRoutes.payout, { params: { id }, headers: once(), body });
    // Another user may have discarded it meanwhile, which is no failure.
    return paid.status === 404 ? 409 : paid.status;
  },
  voidPayout: async (world, pick) => {
    const statement = await statementOf(world, pick, 'paid');
    if (!statement) return 200;
    const body = { reason: 'Account closed' };
    return (await world.manager.call(payoutRoutes.void, { params: { id: statement._id }, body })).status;
  },
  discard: async (world, pick) => {
    const statement = await statementOf(world, pick, undefined);
    if (!statement) return 200;
    // Another user may have discarded it meanwhile, which is no failure.
    const { status } = await world.manager.call(statementRoutes.remove, { params: { id: statement._id } });
    return status === 404 ? 409 : status;
  },
} satisfies Record<string, Settling>;

async function statementOf({ manager, locations }: World, pick: number, status: 'open' | 'paid' | undefined) {
  const filters = { locationId: choose(locations, pick)!, ...(status && { status }) };
  const sort = { field: 'number' as const, order: 'desc' as const };
  const { records } = await manager.do(statementRoutes.list, { body: { filters, sort, limit: 5 } });
  return choose(records, pick);
}
