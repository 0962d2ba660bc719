import { z } from 'zod';
import { DateOnly, Id } from '../core/fields.ts';
import { Cents } from '../core/money.ts';
import { pageOf, pageRequest } from '../core/page.ts';
import { AuditEntry } from '../system/audit.ts';

/** The number of days of sales shown for a product, today included. */
export const salesDays = 90;

/** Sales of a product: placed orders that weren't cancelled, by day at their location. */
export const ProductSales = z.object({
  from: DateOnly,
  to: DateOnly,
  /** Sales by day; days without sales are omitted. */
  byDay: z.array(z.object({ day: DateOnly, units: z.number(), revenue: Cents, orders: z.int() })),
  bySubProduct: z.array(z.object({ subProductId: Id, units: z.number(), revenue: Cents })),
  /** True if the product sold so much that only its latest sales are counted. */
  isPartial: z.boolean(),
});
export type ProductSales = z.infer<typeof ProductSales>;

/** One sub-product at one location that sells it or has stock of it. */
export const ProductPlace = z.object({
  locationId: Id,
  locationName: z.string(),
  assigned: z.boolean(),
  /** The custom price at the location; null if the sub-product's price applies. */
  ownPrice: Cents.nullable(),
  /** The customer price at this location. */
  price: Cents,
  threshold: z.number().nullable(),
  maxPerOrder: z.number().nullable(),
  onHand: z.number(),
  reserved: z.number(),
  available: z.number(),
});
export type ProductPlace = z.infer<typeof ProductPlace>;

export const ProductHistoryPage = pageRequest(['at'], {});
export type ProductHistoryPage = z.infer<typeof ProductHistoryPage>;
/** Audit entries of a product and its current sub-products. */
export const ProductHistory = pageOf(AuditEntry);
