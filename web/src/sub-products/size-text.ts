import { formatQuantity } from '@aisle/contract/core/quantity';
import type { SubProduct } from '@aisle/contract/sub-products';

/** "12 oz", "per lb", "each". */
export const sizeText = ({ unit, unitSize, soldByWeight }: SubProduct): string => {
  if (soldByWeight) return `per ${unit}`;
  return unitSize === null ? unit : formatQuantity(unitSize, unit);
};
