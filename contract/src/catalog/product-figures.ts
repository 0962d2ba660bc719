import { z } from 'zod';
import { DateOnly, Id } from '../core/fields.ts';
import { Cents } from '../core/money.ts';
import { pageOf, pageRequest } from '../core/page.ts';
import { AuditEntry } from '../system/audit.ts';

/** The number of days of sales shown for a product, today included. */
export const salesDays = 90;

/** Sales of a product: orders that were placed and not cancelled, by the day at their location. */
export const ProductSales = z.object({
  from: DateOnly,
  to: DateOnly,
  /** Days without sales are left out. */
  byDay: z.array(z.object({ day: DateOnly, units: z.number(), revenue: Cents, orders: z.int() })),
  bySubProduct: z.array(z.object({ subProductId: Id, units: z.number(), revenue: Cents })),
  /** True where it sold so much that only its latest sales are counted. */
  isPartial: z.boolean(),
});
export type ProductSales = z.infer<typeof ProductSales>;

/** One sub-product at one location that sells it or has some. */
export const ProductPlace = z.object({
  locationId: Id,
  locationName: z.string(),
  assigned: z.boolean(),
  /** The location's override of the price; null: the sub-product's price applies. */
  ownPrice: Cents.nullable(),
  /** The price for shoppers at this location. */
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
/** The history of a product and its current sub-products. */
export const ProductHistory = pageOf(AuditEntry);
