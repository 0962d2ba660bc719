import { formatQuantity, type Unit } from '@aisle/contract/core/quantity';

/** The size of one unit: "12 oz", "20 ct", "per lb", "each". */
export function sizeText(one: { unit: Unit; unitSize: number | null; soldByWeight: boolean }): string {
  const { unit, unitSize, soldByWeight } = one;
  if (soldByWeight) return `per ${unit}`;
  if (unitSize === null) return unit;
  return unit === 'each' ? `${formatQuantity(unitSize)} ct` : formatQuantity(unitSize, unit);
}
