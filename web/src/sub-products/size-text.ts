import { formatQuantity } from '@aisle/contract/core/quantity';
import type { SubProduct } from '@aisle/contract/sub-products';

/** "12 oz", "20 ct", "per lb", "each". */
export const sizeText = ({ unit, unitSize, soldByWeight }: SubProduct): string => {
  if (soldByWeight) return `per ${unit}`;
  if (unitSize === null) return unit;
  return unit === 'each' ? `${formatQuantity(unitSize)} ct` : formatQuantity(unitSize, unit);
};
