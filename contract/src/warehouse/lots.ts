import { z } from 'zod';
import { DateOnly, From, Id, Instant, OptionalId, optionalCode, Ref, UpTo, Version } from '../core/fields.ts';
import { itemNames } from '../core/item-name.ts';
import { Amount, Cents } from '../core/money.ts';
import { metricFilters, pageRequest } from '../core/page.ts';
import { Unit } from '../core/quantity.ts';

const movementKinds = [
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
  'sold',
] as const;
export const MovementKind = z.enum(movementKinds);
export type MovementKind = z.infer<typeof MovementKind>;

/**
 * The status of a lot in the time zone of its location. It is `expiring` within `expiringDays` days, and can be sold through
 * its last day.
 */
export const lotStatuses = ['inStock', 'expiring', 'expired', 'empty'] as const;
export const LotStatus = z.enum(lotStatuses);
export type LotStatus = z.infer<typeof LotStatus>;
export const expiringDays = 7;

export const SubProductRef = z.object({
  _id: Id,
  name: z.string(),
  ...itemNames,
  sku: z.string(),
  unit: Unit,
  soldByWeight: z.boolean(),
  productId: Id,
});

/** One received batch of a sub-product at a location. */
export const Lot = z.object({
  _id: Id,
  /** The number of the lot, such as L-1001. */
  number: z.string(),
  locationId: Id,
  locationName: z.string(),
  timeZone: z.string(),
  subProductData: SubProductRef,
  vendorData: Ref.nullable(),
  lotNumber: z.string().nullable(),
  receivedQuantity: z.number(),
  onHand: z.number(),
  /** The cost of one unit in cents. */
  costPrice: Cents.nullable(),
  manufacturedOn: DateOnly.nullable(),
  expiresOn: DateOnly.nullable(),
  /** The day by which the vendor promised the delivery; null without a promise. */
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
  timeZone: z.string(),
  subProductData: SubProductRef,
  lotId: Id.nullable(),
  /** The number of the lot. */
  lot: z.string().nullable(),
  /** The signed changes of the quantities on hand and reserved. */
  onHand: z.number(),
  reserved: z.number(),
  orderId: Id.nullable(),
  orderNumber: z.string().nullable(),
  /** The transfer or stock count that the movement belongs to. */
  cause: z.object({ kind: z.enum(['transfer', 'count']), _id: Id, number: z.string() }).nullable(),
  userName: z.string().nullable(),
  note: z.string().nullable(),
  createdAt: Instant,
});
export type Movement = z.infer<typeof Movement>;

/** A lot with its latest 100 movements; the list of movements contains all of them. */
export const LotView = Lot.extend({ movements: z.array(Movement) });
export type LotView = z.infer<typeof LotView>;

export const LotEdit = z.strictObject({
  vendorId: OptionalId,
  costPrice: Amount.nullable().optional(),
  manufacturedOn: DateOnly.nullable().optional(),
  expiresOn: DateOnly.nullable().optional(),
  lotNumber: optionalCode('Lot number', 60),
  /** The day by which the vendor promised the delivery. */
  expectedOn: DateOnly.nullable().optional(),
  version: Version,
});
export type LotEdit = z.infer<typeof LotEdit>;

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
  /** One or several kinds. */
  kind: z.union([MovementKind, z.array(MovementKind).min(1).max(movementKinds.length)]),
  ...metricFilters,
  /** Movements at or after `from` and before `to`. */
  from: From,
  to: UpTo,
});
export type MovementPage = z.infer<typeof MovementPage>;
export const ExpiringPage = pageRequest(['expiresOn'], {
  locationId: Id,
  vendorId: Id,
  /** Lots that expire within this number of days or have already expired; 7 if omitted. */
  days: z.int().min(0).max(365),
});
export type ExpiringPage = z.infer<typeof ExpiringPage>;
export const ExpiringLot = Lot.extend({
  /** Negative for expired lots: the number of days since. */
  daysLeft: z.int(),
  /** The quantity on hand times the cost of the lot, or of the sub-product if the lot has none, in cents. */
  moneyAtRisk: z.int(),
});
export type ExpiringLot = z.infer<typeof ExpiringLot>;
