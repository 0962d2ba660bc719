import { z } from 'zod';
import { type ItemNames, itemName } from './item-name.ts';
import { hasAtMost3Decimals } from './money.ts';

export const units = ['each', 'lb', 'oz', 'kg', 'g', 'l', 'ml', 'fl oz'] as const;
export const Unit = z.enum(units);
export type Unit = z.infer<typeof Unit>;

const message = 'Enter a quantity above 0 with at most 3 decimals';
/** Above 0, with at most 3 decimals. */
export const Quantity = z
  .number({ error: message })
  .gt(0, message)
  .max(1_000_000, 'Enter at most 1,000,000')
  .refine(hasAtMost3Decimals, message);
/** 0 or more. */
export const QuantityOrNone = z
  .number({ error: 'Enter a quantity of 0 or more with at most 3 decimals' })
  .min(0, 'Enter a quantity of 0 or more with at most 3 decimals')
  .max(1_000_000, 'Enter at most 1,000,000')
  .refine(hasAtMost3Decimals, 'Enter a quantity of 0 or more with at most 3 decimals');
/** A positive or negative change, never 0. */
export const QuantityChange = z
  .number({ error: 'Enter a quantity with at most 3 decimals' })
  .min(-1_000_000)
  .max(1_000_000)
  .refine((value) => value !== 0, 'Enter a quantity other than 0')
  .refine(hasAtMost3Decimals, 'Enter a quantity with at most 3 decimals');

const upTo3 = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 });
/** 1.5, "lb" → "1.5 lb"; 3, "each" → "3". */
export const formatQuantity = (quantity: number, unit: Unit = 'each'): string =>
  unit === 'each' ? upTo3.format(quantity) : `${upTo3.format(quantity)} ${unit}`;

/** The unit of a quantity: 11 cans of 14.5 oz are 11, not 11 oz. Only items sold by weight count in their unit. */
export const countedIn = ({ unit, soldByWeight }: { unit: Unit; soldByWeight: boolean }): Unit =>
  soldByWeight ? unit : 'each';

/** "2 lb Atlantic Salmon", "3 × Milk". */
export function countedName(
  quantity: number,
  item: ItemNames & { unit: Unit; soldByWeight: boolean },
): string {
  const unit = countedIn(item);
  return `${formatQuantity(quantity, unit)}${unit === 'each' ? ' ×' : ''} ${itemName(item)}`;
}

/** Pieces are counted in whole numbers, not weighed. */
export const isSoldInPieces = ({ unit, soldByWeight }: { unit: Unit; soldByWeight: boolean }): boolean =>
  unit === 'each' && !soldByWeight;

/** Checks a quantity: pieces are whole numbers, all other units have at most 3 decimals. */
export function quantityProblem(
  goods: { unit: Unit; soldByWeight: boolean },
  quantity: number,
): string | undefined {
  if (isSoldInPieces(goods) && !Number.isInteger(quantity)) return 'Enter a whole number';
  return hasAtMost3Decimals(quantity) ? undefined : 'Enter a quantity with at most 3 decimals';
}

/** The minimum quantity of an order: one piece, or the minimum per order. `least_quantity` in SQL does the same. */
export function minimumQuantity(goods: {
  unit: Unit;
  soldByWeight: boolean;
  minPerOrder: number | null;
}): number {
  if (isSoldInPieces(goods)) return Math.ceil(goods.minPerOrder ?? 1);
  return goods.minPerOrder ?? 0.001;
}

/** Adds quantities without floating-point errors. */
export const addQuantities = (...quantities: number[]): number =>
  quantities.reduce((sum, quantity) => sum + Math.round(quantity * 1000), 0) / 1000;
