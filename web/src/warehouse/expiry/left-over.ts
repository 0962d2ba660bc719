import { countedIn, formatQuantity } from '@aisle/contract/core/quantity';
import type { ExpiryLot } from '@aisle/contract/warehouse/expiry';

/** The remaining quantity is an estimate; for items sold by the piece it is rounded up. */
export const remainingText = (
  { subProductData }: Pick<ExpiryLot, 'subProductData'>,
  quantity: number,
): string =>
  formatQuantity(subProductData.soldByWeight ? quantity : Math.ceil(quantity), countedIn(subProductData));
