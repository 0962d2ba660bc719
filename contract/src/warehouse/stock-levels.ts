import { z } from 'zod';
import {
  beforeNormalizing,
  DateOnly,
  Id,
  IdAtLocation,
  Instant,
  OptionalId,
  optionalLongText,
  Shelf,
  UpTo,
} from '../core/fields.ts';
import { normalCode, normalDigits } from '../core/normal-text.ts';
import { pageRequest } from '../core/page.ts';
import { QuantityChange } from '../core/quantity.ts';
import { Movement, SubProductRef } from './lots.ts';

const levelStatuses = ['out', 'low', 'ok'] as const;
export const LevelStatus = z.enum(levelStatuses);
export type LevelStatus = z.infer<typeof LevelStatus>;

/** The stock level of one sub-product at one location. */
export const StockLevel = z.object({
  /** The IDs of the location and of the sub-product. */
  _id: IdAtLocation,
  locationId: Id,
  locationName: z.string(),
  timeZone: z.string(),
  subProductData: SubProductRef,
  onHand: z.number(),
  reserved: z.number(),
  /** The quantity in expired lots. */
  expired: z.number(),
  available: z.number(),
  /** The location's threshold; null if the default of the settings applies. */
  threshold: z.number().nullable(),
  /** The threshold that applies. */
  lowAt: z.number(),
  shelf: z.string().nullable(),
  assigned: z.boolean(),
  status: LevelStatus,
  updatedAt: Instant,
});
export type StockLevel = z.infer<typeof StockLevel>;

/** The stock level after a movement. */
export const MovementWithBalance = Movement.extend({ onHandAfter: z.number(), reservedAfter: z.number() });
export type MovementWithBalance = z.infer<typeof MovementWithBalance>;

export const WhyInput = z.strictObject({
  locationId: Id,
  subProductId: Id,
  limit: z.int().min(1).max(100).default(50),
  /** Continues after the last movement of an earlier response. */
  cursor: z.string().max(500).optional(),
});
export type WhyInput = z.infer<typeof WhyInput>;

/** Explains a level: the quantities on hand and reserved, and all movements. */
export const Why = z.object({
  level: StockLevel,
  /** At most 100, earliest first. */
  reservations: z.array(
    z.object({
      orderId: Id,
      orderNumber: z.string(),
      orderStatus: z.string(),
      quantity: z.number(),
      since: Instant,
    }),
  ),
  /** At most 100 lots with stock, in picking order. */
  lots: z.array(
    z.object({
      _id: Id,
      number: z.string(),
      onHand: z.number(),
      expiresOn: DateOnly.nullable(),
      isExpired: z.boolean(),
    }),
  ),
  /** The movements of the level, newest first. */
  movements: z.array(MovementWithBalance),
  nextCursor: z.string().nullable(),
});
export type Why = z.infer<typeof Why>;

/** A level at a point in time. */
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

export const adjustReasons = ['count', 'waste', 'damage', 'correction'] as const;
export const AdjustReason = z.enum(adjustReasons);
export type AdjustReason = z.infer<typeof AdjustReason>;
export const AdjustInput = z
  .strictObject({
    locationId: Id,
    subProductId: Id,
    /** If omitted: reductions use the lots that expire first, additions the newest lot. */
    lotId: OptionalId,
    /** The change of the quantity, positive or negative. */
    quantity: QuantityChange,
    reason: AdjustReason,
    note: optionalLongText('Note', 500),
  })
  .refine((change) => change.quantity < 0 || !['waste', 'damage'].includes(change.reason), {
    message: 'Waste and damage reduce stock. Enter a quantity below 0',
    path: ['quantity'],
  });
export type AdjustInput = z.infer<typeof AdjustInput>;

export const LevelPage = pageRequest(['name', 'updatedAt'], {
  locationId: Id,
  subProductId: Id,
  status: LevelStatus,
  /** Items on shelves with this prefix. */
  shelf: z
    .string()
    .max(...beforeNormalizing)
    .overwrite(normalCode)
    .toUpperCase()
    .min(1)
    .max(20),
});
export type LevelPage = z.infer<typeof LevelPage>;

export const AsOfPage = pageRequest(['name'], {
  locationId: Id,
  subProductId: Id,
  /** An instant, or a day in UTC, which means its end; if omitted, now. */
  at: UpTo,
});
export type AsOfPage = z.infer<typeof AsOfPage>;

export const maxShelfRows = 1000;
/** Sets shelves of items, one row for each item, identified by ID, SKU or barcode. */
export const ShelvesInput = z.strictObject({
  locationId: Id,
  rows: z
    .array(
      z
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
          shelf: Shelf,
        })
        .refine((row) => [row.subProductId, row.sku, row.barcode].filter(Boolean).length === 1, {
          message: 'Send exactly one of subProductId, sku and barcode',
          path: ['sku'],
        }),
    )
    .min(1, 'Enter at least one row')
    .max(maxShelfRows, 'At most 1,000 rows in one call'),
});
export type ShelvesInput = z.infer<typeof ShelvesInput>;
export const ShelvesResult = z.object({
  /** The number of items whose shelf changed. */
  changed: z.int(),
  /** Rejected rows; `row` starts at 1. */
  rejected: z.array(z.object({ row: z.int(), reason: z.string() })),
});
export type ShelvesResult = z.infer<typeof ShelvesResult>;
