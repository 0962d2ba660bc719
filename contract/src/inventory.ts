import { z } from 'zod';
import {
  DateOnly,
  Deleted,
  From,
  Id,
  Instant,
  OptionalId,
  optionalText,
  Ref,
  Shelf,
  UpTo,
  Version,
} from './core/fields.ts';
import { Amount } from './core/money.ts';
import { pageOf, pageRequest } from './core/page.ts';
import { Quantity, QuantityChange, Unit } from './core/quantity.ts';
import { routes } from './core/route.ts';

export const movementKinds = [
  'receipt',
  'reserve',
  'release',
  'pick',
  'return',
  'waste',
  'damage',
  'count',
  'correction',
  'transferOut',
  'transferIn',
] as const;
export const MovementKind = z.enum(movementKinds);
export type MovementKind = z.infer<typeof MovementKind>;

/** A lot in the time of its location: `expiring` within `expiringDays` days, sellable until its last day. */
export const lotStatuses = ['inStock', 'expiring', 'expired', 'empty'] as const;
export const LotStatus = z.enum(lotStatuses);
export type LotStatus = z.infer<typeof LotStatus>;
export const expiringDays = 7;

export const SubProductRef = z.object({
  _id: Id,
  name: z.string(),
  sku: z.string(),
  unit: Unit,
  soldByWeight: z.boolean(),
  productId: Id,
});

/** One received batch of a sub-product at a location. */
export const Lot = z.object({
  _id: Id,
  /** L-1001 */
  number: z.string(),
  locationId: Id,
  locationName: z.string(),
  subProductData: SubProductRef,
  vendorData: Ref.nullable(),
  lotNumber: z.string().nullable(),
  receivedQuantity: z.number(),
  onHand: z.number(),
  /** Cents for one unit. */
  costPrice: z.int().nullable(),
  manufacturedOn: DateOnly.nullable(),
  expiresOn: DateOnly.nullable(),
  /** The day by which the vendor promised it; null where none was. */
  expectedOn: DateOnly.nullable(),
  status: LotStatus,
  receivedAt: Instant,
  updatedAt: Instant,
  version: Version,
});
export type Lot = z.infer<typeof Lot>;

export const Movement = z.object({
  _id: Id,
  kind: MovementKind,
  locationId: Id,
  locationName: z.string(),
  subProductData: SubProductRef,
  lotId: Id.nullable(),
  /** The human number of the lot. */
  lot: z.string().nullable(),
  /** Signed: what it did to what lies there, and to what is promised of it. */
  onHand: z.number(),
  reserved: z.number(),
  orderId: Id.nullable(),
  orderNumber: z.string().nullable(),
  /** The transfer or stock count that it is part of. */
  cause: z.object({ kind: z.enum(['transfer', 'count']), _id: Id, number: z.string() }).nullable(),
  userName: z.string().nullable(),
  note: z.string().nullable(),
  createdAt: Instant,
});
export type Movement = z.infer<typeof Movement>;

/** The latest 100 movements come along; the rest is the list of movements. */
export const LotView = Lot.extend({ movements: z.array(Movement) });
export type LotView = z.infer<typeof LotView>;

export const levelStatuses = ['out', 'low', 'ok'] as const;
export const LevelStatus = z.enum(levelStatuses);
export type LevelStatus = z.infer<typeof LevelStatus>;

/** What there is of one sub-product at one location. */
export const StockLevel = z.object({
  /** Of the place on the shelf: location and sub-product. */
  _id: z.string(),
  locationId: Id,
  locationName: z.string(),
  subProductData: SubProductRef,
  onHand: z.number(),
  reserved: z.number(),
  /** Lies in expired lots. */
  expired: z.number(),
  available: z.number(),
  threshold: z.number().nullable(),
  shelf: z.string().nullable(),
  assigned: z.boolean(),
  status: LevelStatus,
  updatedAt: Instant,
});
export type StockLevel = z.infer<typeof StockLevel>;

/** What the level was after a movement. */
export const MovementWithBalance = Movement.extend({ onHandAfter: z.number(), reservedAfter: z.number() });
export type MovementWithBalance = z.infer<typeof MovementWithBalance>;

export const WhyInput = z.strictObject({
  locationId: Id,
  subProductId: Id,
  limit: z.int().min(1).max(100).default(50),
  /** Goes on behind the last movement of an earlier answer. */
  cursor: z.string().max(500).optional(),
});
export type WhyInput = z.infer<typeof WhyInput>;

/** How a level came about: what lies there, what is promised of it, and everything that moved it. */
export const Why = z.object({
  level: StockLevel,
  /** At most 100, the earliest first. */
  reservations: z.array(
    z.object({
      orderId: Id,
      orderNumber: z.string(),
      orderStatus: z.string(),
      quantity: z.number(),
      since: Instant,
    }),
  ),
  /** At most 100 that hold some, in the order in which they are picked. */
  lots: z.array(
    z.object({
      _id: Id,
      number: z.string(),
      onHand: z.number(),
      expiresOn: DateOnly.nullable(),
      isExpired: z.boolean(),
    }),
  ),
  /** The newest first. */
  movements: z.array(MovementWithBalance),
  nextCursor: z.string().nullable(),
});
export type Why = z.infer<typeof Why>;

/** A level as it was at an instant. */
export const LevelThen = z.object({
  _id: z.string(),
  locationId: Id,
  locationName: z.string(),
  subProductData: SubProductRef,
  onHand: z.number(),
  reserved: z.number(),
  onHandNow: z.number(),
});
export type LevelThen = z.infer<typeof LevelThen>;

const batch = {
  quantity: Quantity,
  /** Cents for one unit. */
  costPrice: Amount.nullable().optional(),
  manufacturedOn: DateOnly.nullable().optional(),
  expiresOn: DateOnly.nullable().optional(),
  lotNumber: optionalText('Lot number', 60),
};
/** The day by which the vendor promised to bring it. */
const expectedOn = DateOnly.nullable().optional();
const inOrder = (lot: {
  manufacturedOn?: string | null | undefined;
  expiresOn?: string | null | undefined;
}) => !lot.manufacturedOn || !lot.expiresOn || lot.manufacturedOn <= lot.expiresOn;
const outOfOrder = { message: 'Expires before it was made', path: ['expiresOn'] };

export const ReceiptInput = z
  .strictObject({ locationId: Id, subProductId: Id, vendorId: OptionalId, expectedOn, ...batch })
  .refine(inOrder, outOfOrder);
export type ReceiptInput = z.infer<typeof ReceiptInput>;

/** One row of a bulk receipt: the sub-product by id, SKU or barcode. */
export const ReceiptRow = z
  .strictObject({
    subProductId: Id.optional(),
    sku: z.string().trim().min(1).max(100).optional(),
    barcode: z.string().trim().min(1).max(20).optional(),
    /** By id or by name; left out: the vendor of the whole receipt. */
    vendorId: OptionalId,
    vendor: optionalText('Vendor', 120),
    ...batch,
  })
  .refine(inOrder, outOfOrder)
  .refine((row) => [row.subProductId, row.sku, row.barcode].filter((key) => key !== undefined).length === 1, {
    message: 'Name the sub-product by one of subProductId, sku and barcode',
    path: ['sku'],
  });
export type ReceiptRow = z.infer<typeof ReceiptRow>;
export const mostReceiptRows = 10_000;

export const BulkReceiptInput = z.strictObject({
  locationId: Id,
  vendorId: OptionalId,
  expectedOn,
  /** Each must be a `ReceiptRow`; one that is not is rejected by its number, and does not spoil the others. */
  rows: z
    .array(z.record(z.string(), z.unknown()))
    .min(1, 'Enter at least one row')
    .max(mostReceiptRows, 'At most 10,000 rows in one call'),
  /** Only says what would happen. */
  dryRun: z.boolean().optional(),
});
export type BulkReceiptInput = z.infer<typeof BulkReceiptInput>;
export const BulkReceiptResult = z.object({
  /** How many rows were posted, or would be. */
  accepted: z.int(),
  /** Rows count from 1. */
  rejected: z.array(
    z.object({
      row: z.int(),
      reason: z.string(),
      /** The same by the field of the row that is wrong. */
      fields: z.array(z.object({ path: z.string(), message: z.string() })),
    }),
  ),
  dryRun: z.boolean(),
});
export type BulkReceiptResult = z.infer<typeof BulkReceiptResult>;

export const LotEdit = z.strictObject({
  vendorId: OptionalId,
  costPrice: Amount.nullable().optional(),
  manufacturedOn: DateOnly.nullable().optional(),
  expiresOn: DateOnly.nullable().optional(),
  lotNumber: optionalText('Lot number', 60),
  expectedOn,
  version: Version,
});
export type LotEdit = z.infer<typeof LotEdit>;

export const adjustReasons = ['count', 'waste', 'damage', 'correction'] as const;
export const AdjustReason = z.enum(adjustReasons);
export type AdjustReason = z.infer<typeof AdjustReason>;
export const AdjustInput = z
  .strictObject({
    locationId: Id,
    subProductId: Id,
    /** Left out: taken from the lots that expire first, added to the newest. */
    lotId: OptionalId,
    /** More or less than there was. */
    quantity: QuantityChange,
    reason: AdjustReason,
    note: optionalText('Note', 500),
  })
  .refine((change) => change.quantity < 0 || !['waste', 'damage'].includes(change.reason), {
    message: 'Waste and damage take away: enter a quantity below 0',
    path: ['quantity'],
  });
export type AdjustInput = z.infer<typeof AdjustInput>;

export const LotPage = pageRequest(['receivedAt', 'expiresOn'], {
  locationId: Id,
  subProductId: Id,
  vendorId: Id,
  expiresBefore: DateOnly,
  status: LotStatus,
});
export type LotPage = z.infer<typeof LotPage>;
export const MovementPage = pageRequest(['createdAt'], {
  locationId: Id,
  subProductId: Id,
  lotId: Id,
  kind: MovementKind,
  /** Instants: from the first, up to but not including the second. */
  from: From,
  to: UpTo,
});
export type MovementPage = z.infer<typeof MovementPage>;
export const ExpiringPage = pageRequest(['expiresOn'], {
  locationId: Id,
  vendorId: Id,
  /** Expires within so many days, or has expired already; left out: 7. */
  days: z.int().min(0).max(365),
});
export type ExpiringPage = z.infer<typeof ExpiringPage>;
export const ExpiringLot = Lot.extend({
  /** Below 0: expired so many days ago. */
  daysLeft: z.int(),
  /** What lies there times its cost (the sub-product's where the lot has none), in cents. */
  moneyAtRisk: z.int(),
});
export type ExpiringLot = z.infer<typeof ExpiringLot>;
export const LevelPage = pageRequest(['name', 'updatedAt'], {
  locationId: Id,
  subProductId: Id,
  status: LevelStatus,
  /** What stands on a shelf that begins so. */
  shelf: z.string().trim().toUpperCase().min(1).max(20),
});
export type LevelPage = z.infer<typeof LevelPage>;

export const AsOfPage = pageRequest(['name'], {
  locationId: Id,
  subProductId: Id,
  /** An instant, or a day in UTC, which is taken whole; left out: now. */
  at: UpTo,
});
export type AsOfPage = z.infer<typeof AsOfPage>;

export const mostShelved = 1000;
/** Where goods stand, row by row: the sub-product by id, SKU or barcode. */
export const ShelvesInput = z.strictObject({
  locationId: Id,
  rows: z
    .array(
      z
        .strictObject({
          subProductId: Id.optional(),
          sku: z.string().trim().min(1).max(100).optional(),
          barcode: z.string().trim().min(1).max(20).optional(),
          shelf: Shelf,
        })
        .refine((row) => [row.subProductId, row.sku, row.barcode].filter(Boolean).length === 1, {
          message: 'Name the sub-product by one of subProductId, sku and barcode',
          path: ['sku'],
        }),
    )
    .min(1, 'Enter at least one row')
    .max(mostShelved, 'At most 1,000 rows in one call'),
});
export type ShelvesInput = z.infer<typeof ShelvesInput>;
export const ShelvesResult = z.object({
  /** How many stand elsewhere now. */
  changed: z.int(),
  /** Rows count from 1. */
  rejected: z.array(z.object({ row: z.int(), reason: z.string() })),
});
export type ShelvesResult = z.infer<typeof ShelvesResult>;

const touched = ['inventory', 'stock', 'notifications', 'subProducts', 'locations'] as const;

export const inventoryRoutes = routes({
  list: {
    method: 'POST',
    path: '/inventory/list',
    permission: 'inventory_list',
    summary: 'A page of received lots, the newest first',
    body: LotPage,
    data: pageOf(Lot),
    reads: true,
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
    summary: 'Receives up to 10,000 lots: posts the good rows, gives the bad ones back with a reason',
    body: BulkReceiptInput,
    data: BulkReceiptResult,
    onceByKey: true,
    changes: touched,
  },
  edit: {
    method: 'PUT',
    path: '/inventory/edit/{id}',
    permission: 'inventory_edit',
    summary: 'Changes what is known of a lot, not how much there is',
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
    summary: 'Takes back a receipt of which nothing was used yet',
    data: Deleted,
    message: 'Receipt taken back',
    problems: ['inventory.touched', 'stock.reserved'],
    changes: touched,
  },
  get: {
    method: 'GET',
    path: '/inventory/get/{id}',
    permission: 'inventory_view',
    summary: 'One lot with its movements',
    data: LotView,
    reads: true,
  },
  adjust: {
    method: 'POST',
    path: '/inventory/adjust',
    permission: 'inventory_edit',
    summary: 'Brings a level to what a count, waste or damage says',
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
    summary:
      'Says on which shelves of a location goods stand; rows that cannot be are given back with a reason',
    body: ShelvesInput,
    data: ShelvesResult,
    message: 'Shelves saved',
    changes: ['inventory', 'orders', 'locations'],
  },
  movements: {
    method: 'POST',
    path: '/inventory/movements',
    permission: 'inventory_view',
    summary: 'A page of the stock ledger, the newest first',
    body: MovementPage,
    data: pageOf(Movement),
    reads: true,
  },
  expiring: {
    method: 'POST',
    path: '/inventory/expiring',
    permission: 'inventory_list',
    summary: 'Lots that expire soon or have expired, with the money at risk',
    body: ExpiringPage,
    data: pageOf(ExpiringLot),
    reads: true,
  },
  levels: {
    method: 'POST',
    path: '/inventory/levels',
    permission: 'inventory_list',
    summary: 'A page of stock levels',
    body: LevelPage,
    data: pageOf(StockLevel),
    reads: true,
  },
  why: {
    method: 'POST',
    path: '/inventory/why',
    permission: 'inventory_view',
    summary: 'How a stock figure came about: lots, open reservations and movements with a running balance',
    body: WhyInput,
    data: Why,
    reads: true,
  },
  asOf: {
    method: 'POST',
    path: '/inventory/as-of',
    permission: 'inventory_view',
    summary: 'A page of stock levels as they were at an instant',
    body: AsOfPage,
    data: pageOf(LevelThen),
    reads: true,
  },
});
