import { z } from 'zod';
import { itemName } from '../core/item-name.ts';
import { roundedShare } from '../core/money.ts';
import { bulkAction } from '../system/bulk-actions.ts';
import { type ExpiryLot, expiryRoutes } from './expiry.ts';
import { inventoryRoutes } from './inventory.ts';

/** Without a percentage, lots are marked down as suggested. */
const MarkDownChoice = z.strictObject({ percent: z.int().min(1).max(99).nullable() });

const priceOf = (lot: ExpiryLot, percent: number | null): number | undefined =>
  percent === null
    ? lot.suggestion?.price
    : Math.min(lot.price - 1, roundedShare(lot.price, 100 - percent, 100));

const markDown = {
  list: expiryRoutes.lots,
  route: expiryRoutes.markDown,
  input: MarkDownChoice,
  label: 'Mark down',
  done: 'marked down',
  one: 'lot',
  many: 'lots',
  nameOf: ({ subProductData, number }: ExpiryLot) => `${itemName(subProductData)}, ${number}`,
  isDone: (lot: ExpiryLot) => lot.markDown !== null,
  refusal: (lot: ExpiryLot, { percent }: z.infer<typeof MarkDownChoice>) => {
    if (lot.isRecalled) return 'Recalled';
    if (lot.daysLeft < 0) return 'Expired';
    if (lot.onHand <= 0) return 'None left';
    const price = priceOf(lot, percent);
    if (price === undefined) return 'No suggestion: it sells in time';
    return price < 1 ? 'The price would be $0.00' : undefined;
  },
  request: (lot: ExpiryLot, { percent }: z.infer<typeof MarkDownChoice>) => ({
    params: {},
    body: {
      items: [
        {
          locationId: lot.locationId,
          subProductId: lot.subProductData._id,
          price: priceOf(lot, percent)!,
          until: lot.expiresOn,
        },
      ],
    },
  }),
};

export const expiryActions = {
  markDownExpiring: bulkAction({ ...markDown, name: 'mark-down-expiring' }),
  /** For the list of all lots. */
  markDownLots: {
    ...bulkAction({ ...markDown, name: 'mark-down-lots', missing: 'Has no expiration date' }),
    target: inventoryRoutes.list,
  },
};
