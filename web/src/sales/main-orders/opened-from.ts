import type { MainOrderRow } from '@aisle/contract/sales/main-orders/main-orders';

/** The displayed source of a checkout. */
export const cameFrom: Record<MainOrderRow['source'], string> = {
  staff: 'Phone order',
  storefront: 'Storefront',
};
