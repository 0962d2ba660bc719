import type { CountEntry, CountItem, StockCount } from '@aisle/contract/warehouse/stock-counts';
import { idOf, newId, stored } from '../../../test/records.ts';
import { milk } from '../warehouse.fixtures.ts';

export const countOf = (more: Partial<StockCount> = {}): StockCount => ({
  _id: newId(),
  number: 'C-31',
  name: null,
  status: 'open',
  locationId: idOf(1),
  locationName: 'Downtown',
  timeZone: 'America/Chicago',
  categories: [],
  shelves: [],
  blind: false,
  items: 10,
  counted: 8,
  createdBy: 'Kim Hale',
  createdAt: stored.createdAt,
  closedBy: null,
  closedAt: null,
  reviewedAt: null,
  version: 6,
  conflicts: 0,
  recounts: 0,
  seesFigures: true,
  differing: 2,
  variance: { more: 1, less: 3, moreMoney: 250, lessMoney: -750 },
  counters: [],
  ...more,
});

export const entryOf = (more: Partial<CountEntry> = {}): CountEntry => ({
  _id: newId(),
  userId: newId(),
  userName: 'Kim Hale',
  quantity: 9,
  expected: 12,
  note: null,
  at: stored.createdAt,
  ...more,
});

export const itemOf = (more: Partial<CountItem> = {}): CountItem => ({
  _id: milk._id,
  subProductData: milk,
  barcode: null,
  categoryName: 'Dairy',
  shelf: 'A3-2',
  state: 'counted',
  round: 1,
  quantity: 9,
  expected: 12,
  difference: -3,
  differenceMoney: -750,
  posted: null,
  entries: [entryOf()],
  ...more,
});
