import { itemName } from '@aisle/contract/core/item-name';
import { countedIn, formatQuantity, quantityProblem } from '@aisle/contract/core/quantity';
import type { QuoteProblem } from '@aisle/contract/sales/main-orders/main-orders';
import type { Goods } from './items.queries.ts';

export const refusal = (code: QuoteProblem['code'], message: string): QuoteProblem => ({ code, message });

/** Why this quantity can't be ordered, regardless of stock; null if it can. */
export function sellingQuantityProblem(one: Goods, quantity: number): QuoteProblem | null {
  const amount = (of: number) => formatQuantity(of, countedIn(one));
  const problem = quantityProblem(one, quantity);
  if (problem) return refusal('quantity', problem);
  if (one.minPerOrder !== null && quantity < one.minPerOrder) {
    return refusal('quantity', `Order at least ${amount(one.minPerOrder)}`);
  }
  if (one.maxPerOrder !== null && quantity > one.maxPerOrder) {
    return refusal('quantity', `Limit of ${amount(one.maxPerOrder)} per order`);
  }
  return null;
}

/** Why this quantity can't be sold at this location; null if it can. */
export function lineProblem(one: Goods, quantity: number): QuoteProblem | null {
  if (one.subProductId === null) return refusal('not-found', "This item doesn't exist");
  if (!one.assigned) return refusal('not-assigned', `${itemName(one)} isn't sold at this store`);
  if (!one.active) return refusal('switched-off', `${itemName(one)} isn't sold at the moment`);
  const wrong = sellingQuantityProblem(one, quantity);
  if (wrong) return wrong;
  return quantity > one.available ? refusal('stock.not-enough', shortOf(one)) : null;
}

const shortOf = ({ available, name, ...counted }: Goods): string =>
  available > 0
    ? `Only ${formatQuantity(available, countedIn(counted))} of ${name} left`
    : `${name} is out of stock`;
