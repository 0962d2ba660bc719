import fc from 'fast-check';
import { back, comeBack } from './back.ts';
import { relations } from './customers.ts';
import { placeAnOrder, timePasses, touch, touches } from './orders.ts';
import { settlings } from './payables.ts';
import { moves } from './stock.ts';
import { type Happening, kinds, type World } from './world.ts';

/**
 * Evenly distributed numbers. fast-check prefers extreme values, so everything would happen to the same few shelves and orders.
 */
export const happening: fc.Arbitrary<Happening> = fc.noBias(
  fc.record({
    what: fc.constantFrom(...kinds),
    pick: fc.nat(1000),
    amount: fc.integer({ min: 1, max: 12 }),
  }),
);

const isOne = <Table extends object>(table: Table, what: PropertyKey): what is keyof Table => what in table;

/** Runs the event over HTTP and returns its status. A 4xx means that the event isn't allowed, or no longer possible. */
export function happen(world: World, { what, pick, amount }: Happening): Promise<number> {
  if (what === 'order') return placeAnOrder(world, pick, amount);
  if (isOne(timePasses, what)) return timePasses[what](world, pick);
  if (isOne(settlings, what)) return settlings[what](world, pick, amount);
  if (isOne(relations, what)) return relations[what](world, pick, amount);
  if (isOne(moves, what)) return moves[what](world, pick, amount);
  if (isOne(back, what)) return comeBack(world, what, pick, amount);
  if (isOne(touches, what)) return touch(world, what, pick, amount);
  throw new Error(`Nothing happens at ${what satisfies never}`);
}
