import { addQuantities } from '@aisle/contract/core/quantity';
import type { AdjustReason } from '@aisle/contract/warehouse/stock-levels';

/** The quantity to enter: counted, removed, or the change itself. */
export const adjustKinds: Record<AdjustReason, { label: string; field: string; hint: string }> = {
  count: { label: 'Counted', field: 'Quantity counted', hint: 'Quantity found on the shelf' },
  waste: { label: 'Wasted', field: 'Quantity removed', hint: 'Spoiled, expired or given away' },
  damage: { label: 'Damaged', field: 'Quantity removed', hint: 'Broken or unsellable' },
  correction: {
    label: 'Corrected',
    field: 'Change',
    hint: 'Difference from the current quantity, such as -2',
  },
};

/** The signed change for an entry; null if there is none. */
export function changeOf(reason: AdjustReason, entered: number | null, onHand: number): number | null {
  if (entered === null || Number.isNaN(entered)) return null;
  if (reason === 'count') return entered < 0 ? null : addQuantities(entered, -onHand);
  if (reason === 'correction') return entered;
  return entered <= 0 ? null : -entered;
}
