import { type ImportKind, importableKinds } from '@aisle/contract/system/imports/import-kinds';
import type { PlainPath } from '../../core/pages/screens.ts';
import { usePermissions, useSignedIn } from '../../core/session/session.ts';

interface KindWords {
  label: string;
  /** Describes one row of the file. */
  hint: string;
  /** The records that rows match. */
  found: string;
  /** The records in sentences; `one` is a heading. */
  many: string;
  one: string;
  /** The records that an undo keeps. */
  kept: string;
  search: string;
  list: PlainPath;
  /** Whether a ZIP of pictures can come with the file. */
  takesPictures?: true;
}
export const importKindLabels: Record<ImportKind, KindWords> = {
  products: {
    label: 'Products',
    hint: 'One row per sub-product. A list exported from Products can be edited and imported again. Pictures can come as a ZIP beside the file, or one with the file in it.',
    found: 'sub-products',
    many: 'products',
    one: 'Product',
    kept: 'Products ordered, stocked or edited since',
    search: 'Search by SKU or name',
    list: '/products',
    takesPictures: true,
  },
  customers: {
    label: 'Customers',
    hint: 'One row per customer with a phone. A list exported from Customers can be edited and imported again.',
    found: 'customers',
    many: 'customers',
    one: 'Customer',
    kept: 'Customers with orders, and those edited since,',
    search: 'Search by name',
    list: '/customers',
  },
  vendors: {
    label: 'Vendors',
    hint: 'One row per vendor. A list exported from Vendors can be edited and imported again.',
    found: 'vendors',
    many: 'vendors',
    one: 'Vendor',
    kept: 'Vendors with receipts, and those edited since,',
    search: 'Search by name',
    list: '/vendors',
  },
  prices: {
    label: 'Prices',
    hint: 'One row per sub-product and location. A list exported from Prices and stock can be edited and imported again.',
    found: 'sub-products',
    many: 'prices',
    one: 'Sub-product',
    kept: 'Prices changed since',
    search: 'Search by SKU or name',
    list: '/prices',
  },
  stock: {
    label: 'Stock levels',
    hint: 'One row per sub-product and location. Differences are posted to the ledger as counts. A list exported from Inventory can be edited and imported again.',
    found: 'sub-products',
    many: 'stock levels',
    one: 'Sub-product',
    kept: 'Levels that were sold or reserved since',
    search: 'Search by SKU or name',
    list: '/inventory',
  },
  promotionGoods: {
    label: 'Promotion items',
    hint: 'One row per item of a promotion, with the number of the promotion and the SKU or barcode of the sub-product. A column can say include, exclude or remove.',
    found: 'sub-products',
    many: 'promotions',
    one: 'Item',
    kept: 'Items changed since, and those of ended promotions,',
    search: 'Search by SKU or name',
    list: '/promotions',
  },
};

/** The kinds of files that the user can import. */
export function useImportableKinds(): ImportKind[] {
  const held = usePermissions();
  const isEverywhere = useSignedIn().user.userType !== 'store';
  return importableKinds(held, isEverywhere);
}
