import type { Lot } from '@aisle/contract/warehouse/lots';
import type { StockLevel } from '@aisle/contract/warehouse/stock-levels';
import { idOf, newId, stored } from '../../test/records.ts';

export const milk = {
  _id: idOf(2),
  productId: idOf(3),
  name: 'Whole milk, 1 gal',
  productName: 'Whole milk',
  variantName: 'Whole milk, 1 gal',
  sku: 'MILK-1',
  unit: 'each',
  soldByWeight: false,
} as const;

export const bread = {
  ...milk,
  _id: idOf(8),
  name: 'Rye bread',
  productName: 'Rye bread',
  variantName: 'Rye bread',
  sku: 'BREAD-1',
} as const;
/** A sub-product as an option of a field. */
export const choiceOf = (item: Lot['subProductData'] = milk) => ({
  ...item,
  barcode: null,
  price: 400,
  costPrice: null,
});

export const levelOf = (more: Partial<StockLevel> = {}): StockLevel => ({
  _id: newId(),
  locationId: idOf(1),
  locationName: 'Downtown',
  timeZone: 'America/Chicago',
  subProductData: milk,
  onHand: 12,
  reserved: 2,
  expired: 0,
  available: 10,
  threshold: null,
  lowAt: 5,
  shelf: 'A3-2',
  assigned: true,
  status: 'ok',
  updatedAt: stored.updatedAt,
  ...more,
});

export const lotOf = (more: Partial<Lot> = {}): Lot => ({
  _id: newId(),
  number: 'L-1001',
  locationId: idOf(1),
  locationName: 'Downtown',
  timeZone: 'America/Chicago',
  subProductData: milk,
  vendorData: { _id: idOf(4), name: 'Hill Dairy' },
  lotNumber: 'HD-7',
  receivedQuantity: 20,
  onHand: 12,
  costPrice: 250,
  manufacturedOn: null,
  expiresOn: '2026-11-30',
  expectedOn: null,
  status: 'inStock',
  receivedAt: stored.createdAt,
  updatedAt: stored.updatedAt,
  version: 1,
  ...more,
});
