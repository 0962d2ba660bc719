import { z } from 'zod';
import { beforeNormalizing, DateOnly, Id, OptionalId, optionalCode, optionalText } from '../core/fields.ts';
import { Amount } from '../core/money.ts';
import { normalCode, normalDigits } from '../core/normal-text.ts';
import { Quantity } from '../core/quantity.ts';

const batch = {
  quantity: Quantity,
  /** The cost of one unit in cents. */
  costPrice: Amount.nullable().optional(),
  manufacturedOn: DateOnly.nullable().optional(),
  expiresOn: DateOnly.nullable().optional(),
  lotNumber: optionalCode('Lot number', 60),
};
/** The day by which the vendor promised the delivery. */
const expectedOn = DateOnly.nullable().optional();
const inOrder = (lot: {
  manufacturedOn?: string | null | undefined;
  expiresOn?: string | null | undefined;
}) => !lot.manufacturedOn || !lot.expiresOn || lot.manufacturedOn <= lot.expiresOn;
const outOfOrder = { message: 'Expiry date is before the production date', path: ['expiresOn'] };

export const ReceiptInput = z
  .strictObject({ locationId: Id, subProductId: Id, vendorId: OptionalId, expectedOn, ...batch })
  .refine(inOrder, outOfOrder);
export type ReceiptInput = z.infer<typeof ReceiptInput>;

/** One row of a bulk receipt. It identifies the sub-product by ID, SKU or barcode. */
export const ReceiptRow = z
  .strictObject({
    subProductId: Id.optional(),
    sku: z
      .string()
      .max(...beforeNormalizing)
      .overwrite(normalCode)
      .min(1)
      .max(100)
      .optional(),
    barcode: z
      .string()
      .max(...beforeNormalizing)
      .overwrite(normalDigits)
      .min(1)
      .max(20)
      .optional(),
    /** The vendor by ID or by name; if omitted, that of the whole receipt. */
    vendorId: OptionalId,
    vendor: optionalText('Vendor', 120),
    ...batch,
  })
  .refine(inOrder, outOfOrder)
  .refine((row) => [row.subProductId, row.sku, row.barcode].filter((key) => key !== undefined).length === 1, {
    message: 'Send exactly one of subProductId, sku and barcode',
    path: ['sku'],
  });
export type ReceiptRow = z.infer<typeof ReceiptRow>;
export const maxReceiptRows = 10_000;

export const BulkReceiptInput = z.strictObject({
  locationId: Id,
  vendorId: OptionalId,
  expectedOn,
  /** Each row must be a `ReceiptRow`. Invalid rows are rejected by number without affecting the others. */
  rows: z
    .array(z.record(z.string().max(100), z.unknown()))
    .min(1, 'Enter at least one row')
    .max(maxReceiptRows, 'At most 10,000 rows in one call'),
  /** Checks the rows without posting them. */
  dryRun: z.boolean().optional(),
});
export type BulkReceiptInput = z.infer<typeof BulkReceiptInput>;
export const BulkReceiptResult = z.object({
  /** The number of rows that were posted, or would be with `dryRun`. */
  accepted: z.int(),
  /** Rejected rows; `row` starts at 1. */
  rejected: z.array(
    z.object({
      row: z.int(),
      reason: z.string(),
      /** The invalid fields of the row, each with its message. */
      fields: z.array(z.object({ path: z.string(), message: z.string() })),
    }),
  ),
  dryRun: z.boolean(),
});
export type BulkReceiptResult = z.infer<typeof BulkReceiptResult>;

/** Columns of a pasted table of items, in the default order for tables without a header. */
export const receiptFields = ['code', 'quantity', 'cost', 'expires', 'lotNumber', 'vendor'] as const;
export type ReceiptField = (typeof receiptFields)[number];

const names: Record<ReceiptField, RegExp> = {
  code: /^(code|sku|barcode|gtin|upc|ean|item)$/,
  quantity: /^(quantity|qty|units|received)$/,
  cost: /^(cost|cost price|unit cost|cost of one|price)$/,
  expires: /^(expires|expires on|expiry|expiry date|expiration|best before|use by)$/,
  lotNumber: /^(lot|lot number|batch)$/,
  vendor: /^(vendor|supplier)$/,
};
/** The field of each column if the first line is a header; null otherwise. A header contains at least code and quantity. */
export function receiptColumns(cells: readonly string[]): (ReceiptField | undefined)[] | null {
  const fields = cells.map((cell) => {
    const name = cell.trim().toLowerCase().replaceAll(/[_-]+/g, ' ');
    return receiptFields.find((field) => names[field].test(name));
  });
  return fields.includes('code') && fields.includes('quantity') ? fields : null;
}

/** A table of items as text: without lookups, and without posting anything. */
export const ReceiptTable = z.object({
  /** Texts in the order of `receiptFields`. */
  rows: z.array(z.array(z.string())),
  /** True if the table had more rows than a receipt allows. */
  isCut: z.boolean(),
  /** The names of unknown columns. */
  leftOut: z.array(z.string()),
  /** Only for workbooks: the sheet that was read, and all sheets with rows. */
  sheet: z.string().nullable(),
  sheets: z.array(z.string()),
});
export type ReceiptTable = z.infer<typeof ReceiptTable>;
