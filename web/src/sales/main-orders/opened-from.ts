import type { MainOrderRow } from '@aisle/contract/sales/main-orders/main-orders';

/** Where checkouts come from, in words. */
export const cameFrom: Record<MainOrderRow['source'], string> = {
  staff: 'Phone order',
  storefront: 'Storefront',
};
