import { countedIn, formatQuantity } from '@aisle/contract/core/quantity';
import type { ExpiryLot } from '@aisle/contract/warehouse/expiry';

/** Worked out from a speed of sale: of what is sold by the piece, no part of one is left. */
export const remainingText = (
  { subProductData }: Pick<ExpiryLot, 'subProductData'>,
  quantity: number,
): string =>
  formatQuantity(subProductData.soldByWeight ? quantity : Math.ceil(quantity), countedIn(subProductData));
