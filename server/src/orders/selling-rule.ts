import { countedIn, formatQuantity } from '@aisle/contract/core/quantity';
import type { QuoteProblem } from '@aisle/contract/main-orders';
import type { Goods } from './goods.queries.ts';

export const refusal = (code: QuoteProblem['code'], message: string): QuoteProblem => ({ code, message });

/** Things that are counted, not weighed, are sold whole. */
const isWhole = ({ unit, soldByWeight }: Pick<Goods, 'unit' | 'soldByWeight'>): boolean =>
  unit === 'each' && !soldByWeight;

/** What stands against so much of something in one order, whatever is in stock. */
export function againstQuantity(one: Goods, quantity: number): QuoteProblem | null {
  const amount = (of: number) => formatQuantity(of, countedIn(one));
  if (isWhole(one) && !Number.isInteger(quantity)) return refusal('quantity', 'Enter a whole number');
  if (one.minPerOrder !== null && quantity < one.minPerOrder) {
    return refusal('quantity', `Order at least ${amount(one.minPerOrder)}`);
  }
  if (one.maxPerOrder !== null && quantity > one.maxPerOrder) {
    return refusal('quantity', `At most ${amount(one.maxPerOrder)} per order`);
  }
  return null;
}

/** What stands against selling so much of something where it is wanted; nothing when all is well. */
export function againstLine(one: Goods, quantity: number): QuoteProblem | null {
  if (one.subProductId === null) return refusal('not-found', 'Not found');
  if (!one.assigned) return refusal('not-assigned', `${one.name} is not sold at this location`);
  if (!one.active) return refusal('switched-off', `${one.name} is not sold at the moment`);
  const wrong = againstQuantity(one, quantity);
  if (wrong) return wrong;
  if (quantity > one.available) {
    return refusal(
      'stock.not-enough',
      `Only ${formatQuantity(one.available, countedIn(one))} of ${one.name} left`,
    );
  }
  return null;
}

/** The least that can be asked for at all: one piece, or what an order must hold. */
export function leastOf(one: Goods): number {
  const least = one.minPerOrder ?? (isWhole(one) ? 1 : 0.001);
  return isWhole(one) ? Math.ceil(least) : least;
}
