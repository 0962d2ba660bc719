import { z } from 'zod';
import { Deleted } from '../core/fields.ts';
import type { ListSearch } from '../core/list-search.ts';
import { pageOf } from '../core/page.ts';
import { routes, without } from '../core/route.ts';
import {
  ExpiringLot,
  ExpiringPage,
  Lot,
  LotEdit,
  LotPage,
  LotView,
  lotStatuses,
  Movement,
  MovementPage,
} from './lots.ts';
import { BulkReceiptInput, BulkReceiptResult, ReceiptInput, ReceiptTable } from './receipts.ts';
import {
  AdjustInput,
  AsOfPage,
  LevelPage,
  LevelThen,
  ShelvesInput,
  ShelvesResult,
  StockLevel,
  Why,
  WhyInput,
} from './stock-levels.ts';

const inventoryTabs = ['levels', 'lots', 'movements', 'asOf'] as const;
export type InventoryTab = (typeof inventoryTabs)[number];
/** The tab in a URL. A link with a lot status and without a tab opens the lots. */
export const inventoryTab = ({ tab, status }: ListSearch, first: InventoryTab = 'levels'): InventoryTab =>
  inventoryTabs.find((one) => one === tab) ?? (lotStatuses.some((one) => one === status) ? 'lots' : first);
const shownIn = (tab: InventoryTab) => (search: ListSearch) => (inventoryTab(search) === tab ? {} : null);

const touched = ['inventory', 'stock', 'notifications', 'subProducts', 'locations'] as const;

export const inventoryRoutes = routes('inventory', {
  list: {
    method: 'POST',
    path: '/inventory/list',
    permission: 'inventory_list',
    summary: 'Lists received lots, newest first',
    body: LotPage,
    data: pageOf(Lot),
    reads: true,
    list: { screen: '/inventory', exportAs: 'inventory', liveTopic: 'stock', shownFor: shownIn('lots') },
  },
  create: {
    method: 'POST',
    path: '/inventory/create',
    permission: 'inventory_add',
    summary: 'Receives a lot',
    body: ReceiptInput,
    data: Lot,
    message: 'Stock received',
    onceByKey: true,
    changes: touched,
  },
  bulkCreate: {
    method: 'POST',
    path: '/inventory/bulk-create',
    permission: 'inventory_add',
    summary: 'Receives up to 10,000 lots. Posts valid rows and returns invalid ones with a reason',
    body: BulkReceiptInput,
    maxBodyKiB: 8 * 1024,
    data: BulkReceiptResult,
    onceByKey: true,
    changes: touched,
  },
  readTable: {
    method: 'POST',
    path: '/inventory/read-table',
    permission: 'inventory_add',
    summary: 'Reads a CSV or Excel file (XLSX) of received items for review, without receiving anything',
    body: z.strictObject({ sheet: z.string().min(1).max(100).optional() }),
    files: { file: { kind: 'table' } },
    data: ReceiptTable,
    problems: ['imports.unreadable', 'too-large'],
    reads: true,
  },
  edit: {
    method: 'PUT',
    path: '/inventory/edit/{id}',
    permission: 'inventory_edit',
    summary: 'Changes the details of a lot, not its quantity',
    body: LotEdit,
    data: Lot,
    message: 'Lot saved',
    problems: ['version-stale'],
    changes: touched,
  },
  remove: {
    method: 'DELETE',
    path: '/inventory/delete/{id}',
    permission: 'inventory_delete',
    summary: "Reverses a receipt that hasn't been used yet",
    data: Deleted,
    message: 'Receipt reversed',
    problems: ['inventory.touched', 'stock.reserved'],
    changes: touched,
  },
  get: {
    method: 'GET',
    path: '/inventory/get/{id}',
    permission: 'inventory_view',
    summary: 'Shows a lot with its movements',
    data: LotView,
    reads: true,
  },
  adjust: {
    method: 'POST',
    path: '/inventory/adjust',
    permission: 'inventory_edit',
    summary: 'Adjusts a stock level for a count, waste, damage or correction',
    body: AdjustInput,
    data: StockLevel,
    message: 'Stock adjusted',
    onceByKey: true,
    problems: ['stock.reserved', 'stock.not-enough'],
    changes: touched,
  },
  shelve: {
    method: 'POST',
    path: '/inventory/shelves',
    permission: 'inventory_edit',
    summary: 'Sets shelves of sub-products at a location. Invalid rows are returned with a reason',
    body: ShelvesInput,
    data: ShelvesResult,
    message: 'Shelves saved',
    changes: ['inventory', 'orders', 'locations'],
  },
  movements: {
    method: 'POST',
    path: '/inventory/movements',
    permission: 'inventory_view',
    summary: 'Lists stock movements, newest first',
    body: MovementPage,
    data: pageOf(Movement),
    reads: true,
    list: { screen: '/inventory', exportAs: 'movements', liveTopic: 'stock', shownFor: shownIn('movements') },
  },
  expiring: {
    method: 'POST',
    path: '/inventory/expiring',
    permission: 'inventory_list',
    summary: 'Lists lots that expire soon or have expired, with the money at risk',
    body: ExpiringPage,
    data: pageOf(ExpiringLot),
    reads: true,
    list: {
      screen: without('The list of lots has it as a filter'),
      exportAs: 'inventory',
      liveTopic: 'stock',
    },
  },
  levels: {
    method: 'POST',
    path: '/inventory/levels',
    permission: 'inventory_list',
    apiScope: 'stock',
    summary: 'Lists stock levels',
    body: LevelPage,
    data: pageOf(StockLevel),
    reads: true,
    list: { screen: '/inventory', exportAs: 'levels', liveTopic: 'stock', shownFor: shownIn('levels') },
  },
  why: {
    method: 'POST',
    path: '/inventory/why',
    permission: 'inventory_view',
    summary: 'Explains a stock level with lots, open reservations and movements with a running balance',
    body: WhyInput,
    data: Why,
    reads: true,
  },
  asOf: {
    method: 'POST',
    path: '/inventory/as-of',
    permission: 'inventory_view',
    summary: 'Lists stock levels at a point in time',
    body: AsOfPage,
    data: pageOf(LevelThen),
    reads: true,
    list: { screen: '/inventory', exportAs: 'levelsThen', liveTopic: 'stock', shownFor: shownIn('asOf') },
  },
});
