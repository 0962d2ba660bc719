import { z } from 'zod';
import { Barcode } from '../catalog/sub-products.ts';
import {
  BooleanLike,
  Email,
  Id,
  Instant,
  LastName,
  optionalLongText,
  Phone,
  requiredCode,
  requiredText,
} from '../core/fields.ts';
import { Amount, Price } from '../core/money.ts';
import { Quantity, QuantityChange, QuantityOrNone } from '../core/quantity.ts';
import { noData, routes } from '../core/route.ts';

export const syncNames = ['products', 'prices', 'stock', 'customers'] as const;
export const SyncName = z.enum(syncNames);
export type SyncName = z.infer<typeof SyncName>;

/** Fields for which a connection has a precedence. Counts of stock carry their own time. */
export const precedenceFields = {
  products: ['sku', 'name', 'price', 'salePrice', 'barcode', 'status', 'categoryId'],
  prices: ['price'],
  stock: [],
  customers: ['phone', 'firstName', 'lastName', 'email', 'marketingConsent'],
} as const satisfies Record<SyncName, readonly string[]>;
/**
 * Which value wins: the row's, the value in Aisle once the record exists, or the one that changed last. The last one needs
 * `updatedAt` in every row with the field.
 */
export const precedences = ['caller', 'aisle', 'newest'] as const;
export const Precedence = z.enum(precedences);
export type Precedence = z.infer<typeof Precedence>;

export const maxSyncRows = 1000;
/** The maximum number of lines of all sales in one call. */
export const maxSaleLines = 5000;
/** How far the clock of the caller may be ahead. */
export const maxMinutesAhead = 5;

/** An instant in the range that both PostgreSQL and JavaScript support. */
const Moment = Instant.refine(
  (text) => text >= '1900' && text < '2200',
  'Enter a date and time between 1900 and 2200',
);
const common = {
  /** The caller's own ID of the record. It survives a new key of the connection. */
  externalId: requiredCode('External ID', 200).optional(),
  /** When the caller last changed the record. */
  updatedAt: Moment.optional(),
};
/** A row names the item by its external ID, if that is known, or else by SKU or barcode. */
const item = {
  externalId: common.externalId,
  sku: requiredCode('SKU', 64).optional(),
  barcode: Barcode,
};
const location = {
  locationId: Id.optional(),
  /** The code of the location, in place of its ID. */
  locationCode: requiredCode('Location code', 60).optional(),
};

interface NamedItem {
  externalId?: string | undefined;
  sku?: string | undefined;
  barcode?: string | null | undefined;
}
interface NamedLocation {
  locationId?: string | undefined;
  locationCode?: string | undefined;
}
function needItem({ externalId, sku, barcode }: NamedItem, context: z.RefinementCtx): void {
  if (externalId || sku || barcode) return;
  context.addIssue({ code: 'custom', path: ['sku'], message: 'Send an externalId, a SKU or a barcode' });
}
function needLocation({ locationId, locationCode }: NamedLocation, context: z.RefinementCtx): void {
  if (locationId || locationCode) return;
  context.addIssue({ code: 'custom', path: ['locationId'], message: 'Send a locationId or a locationCode' });
}

/** A product with one sub-product, or a sub-product that exists already. Null clears a field. */
export const ProductSyncRow = z
  .strictObject({
    ...common,
    sku: requiredCode('SKU', 64).optional(),
    name: requiredText('Name', 200).optional(),
    price: Price.optional(),
    salePrice: Price.nullable().optional(),
    barcode: Barcode,
    status: BooleanLike.optional(),
    categoryId: Id.optional(),
  })
  .superRefine(({ externalId, sku }, context) => {
    if (externalId || sku) return;
    context.addIssue({ code: 'custom', path: ['sku'], message: 'SKU is required' });
  });
export type ProductSyncRow = z.infer<typeof ProductSyncRow>;

/** The price of an item at a location; null ends the location's own price. */
export const PriceSyncRow = z
  .strictObject({ ...item, ...location, price: Price.nullable(), updatedAt: common.updatedAt })
  .superRefine((row, context) => {
    needItem(row, context);
    needLocation(row, context);
  });
export type PriceSyncRow = z.infer<typeof PriceSyncRow>;

export const syncMovementKinds = ['sold', 'receipt', 'waste', 'correction'] as const;
/** The stock of an item at a location: a counted quantity, or a movement. */
export const StockSyncRow = z
  .strictObject({
    ...item,
    ...location,
    onHand: QuantityOrNone.optional(),
    /** When the quantity was counted. Later movements are kept. */
    countedAt: Moment.optional(),
    change: QuantityChange.optional(),
    kind: z
      .enum(syncMovementKinds, { error: `Use one of these kinds: ${syncMovementKinds.join(', ')}` })
      .optional(),
    /** The caller's own ID of the movement, which counts once for a connection. */
    movementId: requiredCode('Movement ID', 200).optional(),
    note: optionalLongText('Note', 500),
    updatedAt: common.updatedAt,
  })
  .superRefine((row, context) => {
    needItem(row, context);
    needLocation(row, context);
    const issue = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    const { onHand, countedAt, change, kind, movementId } = row;
    if ((onHand === undefined) === (change === undefined)) {
      issue('onHand', 'Send either onHand or change');
    } else if (onHand !== undefined) {
      if (!countedAt) issue('countedAt', 'Send the time of the count');
      if (kind !== undefined) issue('kind', 'A counted quantity has no kind');
      if (movementId !== undefined) issue('movementId', 'A counted quantity has no movement ID');
    } else {
      if (!kind) issue('kind', `Use one of these kinds: ${syncMovementKinds.join(', ')}`);
      if (!movementId) issue('movementId', 'Movement ID is required');
      if (countedAt !== undefined) issue('countedAt', 'Only a counted quantity has a time of the count');
      if ((kind === 'sold' || kind === 'waste') && change! > 0) issue('change', 'Enter a quantity below 0');
      if (kind === 'receipt' && change! < 0) issue('change', 'Enter a quantity above 0');
    }
  });
export type StockSyncRow = z.infer<typeof StockSyncRow>;

export const CustomerSyncRow = z
  .strictObject({
    ...common,
    phone: Phone.optional(),
    firstName: requiredText('First name', 100).optional(),
    lastName: LastName.optional(),
    email: z
      .union([Email, z.literal('').transform(() => null), z.null()], { error: 'Enter a valid email' })
      .optional(),
    marketingConsent: BooleanLike.optional(),
  })
  .superRefine(({ externalId, phone }, context) => {
    if (externalId || phone) return;
    context.addIssue({ code: 'custom', path: ['phone'], message: 'Phone is required' });
  });
export type CustomerSyncRow = z.infer<typeof CustomerSyncRow>;

export const SaleSyncLine = z
  .strictObject({
    ...item,
    quantity: Quantity,
    /** Revenue of the line in cents, without tax. Defaults to the price at the location times the quantity. */
    amount: Amount.optional(),
  })
  .superRefine(needItem);
/** A sale at the counter. It lowers stock and counts in reports, and is in no order, journal or statement. */
export const SaleSyncRow = z
  .strictObject({
    /** The caller's own ID of the sale, which counts once for a connection. */
    saleId: requiredCode('Sale ID', 200),
    at: Moment,
    ...location,
    lines: z.array(SaleSyncLine).min(1, 'Send at least one line').max(200, 'Send at most 200 lines'),
  })
  .superRefine(needLocation);
export type SaleSyncRow = z.infer<typeof SaleSyncRow>;

/** A row of a call. The server reads each row by itself, so that a bad one is reported without failing the others. */
const rowsOf = <Row extends z.ZodType>(row: Row) =>
  z.strictObject({
    rows: z
      .array(z.union([row, z.looseObject({})]))
      .min(1, 'Send at least one row')
      .max(maxSyncRows, 'At most 1,000 rows in one call'),
    /** Reports what the call would do and saves nothing. */
    dryRun: BooleanLike.optional(),
  });
export interface SyncCall {
  rows: readonly unknown[];
  dryRun?: boolean | undefined;
}

/** Why a row was refused. `not-found` is also the answer for records of other locations. */
export const syncCodes = [
  'validation-failed',
  'duplicate-in-call',
  'duplicate',
  'not-found',
  'not-allowed',
  'stock.reserved',
  'customers.erased',
] as const;
export type SyncCode = (typeof syncCodes)[number];
export const syncStates = ['created', 'changed', 'same', 'refused'] as const;
export const SyncResult = z.object({
  /** The position of the row in the call, from 0. */
  index: z.int(),
  state: z.enum(syncStates),
  /** The product's sub-product, the customer or the sale. */
  _id: Id.optional(),
  /** Values of the row that weren't written, with the kept value in Aisle. */
  lost: z.array(z.object({ field: z.string(), kept: z.unknown() })).optional(),
  /** The part of a change that wasn't in stock, or was reserved for orders. */
  short: z.number().optional(),
  /** The quantities of a sale that weren't in stock, by line. `line` starts at 0. */
  shortLines: z.array(z.object({ line: z.int(), short: z.number() })).optional(),
  code: z.enum(syncCodes).optional(),
  message: z.string().optional(),
  fields: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** With `stock.reserved`: how much can be removed at most. */
  most: z.number().optional(),
});
export type SyncResult = z.infer<typeof SyncResult>;
export const SyncResults = z.object({
  /** In the order of the rows. */
  results: z.array(SyncResult),
  counts: z.object({ created: z.int(), changed: z.int(), same: z.int(), refused: z.int() }),
});
export type SyncResults = z.infer<typeof SyncResults>;

export const syncRoutes = routes('sync', {
  products: {
    method: 'PUT',
    path: '/sync/products',
    permission: 'product_edit',
    alsoNeeds: 'sub_product_edit',
    everywhere: true,
    summary: 'Adds and changes up to 1,000 products of another system, and reports each row',
    body: rowsOf(ProductSyncRow),
    data: SyncResults,
    message: 'Products synced',
    repeatable: true,
    changes: ['products', 'sub-product', 'prices'],
  },
  prices: {
    method: 'PUT',
    path: '/sync/prices',
    permission: 'assign_subProduct',
    summary: 'Sets or ends up to 1,000 prices of items at locations, and reports each row',
    body: rowsOf(PriceSyncRow),
    data: SyncResults,
    message: 'Prices synced',
    repeatable: true,
    changes: ['prices', 'products'],
  },
  stock: {
    method: 'PUT',
    path: '/sync/stock',
    permission: 'inventory_edit',
    summary: 'Posts up to 1,000 counts or movements of stock, and reports each row',
    body: rowsOf(StockSyncRow),
    data: SyncResults,
    message: 'Stock synced',
    repeatable: true,
    changes: ['inventory', 'prices'],
  },
  customers: {
    method: 'PUT',
    path: '/sync/customers',
    permission: 'customer_edit',
    summary: 'Adds and changes up to 1,000 customers of another system, and reports each row',
    body: rowsOf(CustomerSyncRow),
    data: SyncResults,
    message: 'Customers synced',
    repeatable: true,
    changes: ['customers'],
  },
  sales: {
    method: 'POST',
    path: '/sync/sales',
    permission: 'inventory_edit',
    summary: 'Takes up to 1,000 sales at the counter from stock and counts them in reports',
    maxBodyKiB: 4096,
    body: rowsOf(SaleSyncRow).refine(({ rows }) => linesIn(rows) <= maxSaleLines, {
      path: ['rows'],
      error: `At most ${maxSaleLines.toLocaleString('en-US')} lines in one call`,
    }),
    data: SyncResults,
    message: 'Sales synced',
    onceByKey: true,
    changes: ['inventory', 'reports'],
  },
  other: {
    method: 'PUT',
    path: '/sync/{name}',
    permission: 'signedIn',
    forKeys: true,
    summary: `Refuses every other name. Rows are ${syncNames.join(', ')}`,
    data: noData,
    changes: [],
  },
});

const linesIn = (rows: readonly { lines?: unknown }[]): number =>
  rows.reduce((sum, { lines }) => sum + (Array.isArray(lines) ? lines.length : 0), 0);
