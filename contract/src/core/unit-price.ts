import { formatMoney, roundedShare } from './money.ts';
import type { Unit } from './quantity.ts';

/** The unit of the price comparison on a shelf label: its quantity and its text. */
interface Measure {
  per: number;
  text: string;
}
/** Small packs in grams or milliliters are compared per hundred, large ones per kilogram or liter. */
function measureOf(unit: Unit, size: number): Measure {
  if (unit === 'g') return size < 1000 ? { per: 100, text: '100 g' } : { per: 1000, text: 'kg' };
  if (unit === 'ml') return size < 1000 ? { per: 100, text: '100 ml' } : { per: 1000, text: 'l' };
  if (unit === 'oz' && size >= 16) return { per: 16, text: 'lb' };
  return { per: 1, text: unit };
}

export interface Sold {
  price: number | null;
  unit: Unit;
  unitSize?: number | null | undefined;
  soldByWeight?: boolean | undefined;
}
/** "$4.20/lb", "$0.89/100 g", "$0.11/fl oz"; null without a size to compare. */
export function unitPrice({ price, unit, unitSize, soldByWeight }: Sold): string | null {
  if (price === null || !Number.isFinite(price)) return null;
  if (soldByWeight) return unit === 'each' ? null : `${formatMoney(price)}/${unit}`;
  if (unitSize == null || !(unitSize > 0) || !Number.isFinite(unitSize)) return null;
  if (unit === 'each' && unitSize === 1) return null;
  const { per, text } = measureOf(unit, unitSize);
  const cents = roundedShare(Math.round(price), per * 1000, Math.round(unitSize * 1000));
  return `${formatMoney(cents)}/${text}`;
}
