import { pluralize } from '@aisle/contract/core/pluralize';
import { type Problem, problem } from '../problem.ts';

/** How often a record is used, and by what: [2, 'category', 'categories']. */
export type Use = readonly [count: number, one: string, many: string];

/** Returns "Milk is in use: 2 locations with stock and 1 order", or undefined if the record isn't used. */
export function inUse(what: string, uses: readonly Use[]): Problem | undefined {
  const real = uses.filter(([count]) => count > 0);
  if (real.length === 0) return undefined;
  const by = new Intl.ListFormat('en-US').format(
    real.map(([count, one, many]) => pluralize(count, one, many)),
  );
  return problem('in-use', { what, by, count: real.reduce((sum, [count]) => sum + count, 0) });
}
