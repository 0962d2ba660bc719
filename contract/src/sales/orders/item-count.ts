import { pluralize } from '../../core/pluralize.ts';
import { quantityInBag } from './line-outcome.ts';
import type { OrderLine } from './order-lines.ts';

/** The number of items in units, and the number of lines. */
interface ItemCount {
  units: number;
  lines: number;
}

type Counted = Pick<OrderLine, 'quantity' | 'pickedQuantity' | 'removed' | 'soldByWeight'>;
/** The number of units; a weighed item counts as one. */
export const unitsOf = (goods: readonly { quantity: number; soldByWeight: boolean }[]): number =>
  goods.reduce((sum, { quantity, soldByWeight }) => sum + (soldByWeight ? 1 : Math.ceil(quantity)), 0);

/** Counts the items that the customer gets: no lines that were cancelled, replaced or out of stock. */
export function countItems(lines: readonly Counted[]): ItemCount {
  const inBag = lines.filter((line) => quantityInBag(line) > 0);
  return {
    units: unitsOf(inBag.map((line) => ({ quantity: quantityInBag(line), soldByWeight: line.soldByWeight }))),
    lines: inBag.length,
  };
}

/** "14 items · 8 lines"; "3 items" if each line is one item. */
export const itemsText = ({ units, lines }: ItemCount): string =>
  units === lines ? pluralize(units, 'item') : `${pluralize(units, 'item')} · ${pluralize(lines, 'line')}`;
