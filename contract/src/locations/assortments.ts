import { z } from 'zod';
import { BooleanLike, Id, Ref } from '../core/fields.ts';
import { Cents } from '../core/money.ts';
import { pageOf, pageRequest } from '../core/page.ts';
import { routes, without } from '../core/route.ts';
import { AssignmentCounts } from './assignments.ts';

/**
 * The ways in which the assortments of two locations differ: only one sells the sub-product, or both sell it with different
 * prices or limits.
 */
export const differenceKinds = ['onlyHere', 'onlyThere', 'price', 'limits'] as const;
export const DifferenceKind = z.enum(differenceKinds);
export type DifferenceKind = z.infer<typeof DifferenceKind>;

const Side = z.object({
  assigned: z.boolean(),
  /** The price at that location: the custom price, otherwise the price of the sub-product. */
  price: Cents,
  isOwnPrice: z.boolean(),
  threshold: z.number().nullable(),
  maxPerOrder: z.number().nullable(),
});
export const AssortmentDifference = z.object({
  /** The ID of the sub-product. */
  _id: Id,
  name: z.string(),
  sku: z.string(),
  productData: Ref,
  kinds: z.array(DifferenceKind),
  here: Side,
  there: Side,
});
export type AssortmentDifference = z.infer<typeof AssortmentDifference>;

export const DifferencePage = pageRequest(['name', 'sku'], {
  /** Both locations are required. */
  locationId: Id,
  otherId: Id,
  kind: DifferenceKind,
});
export type DifferencePage = z.infer<typeof DifferencePage>;

export const AssortmentComparison = z.object({
  here: Ref,
  there: Ref,
  /** The number of sub-products that each location sells, that both sell, and of those the ones that differ. */
  assignedHere: z.int(),
  assignedThere: z.int(),
  both: z.int(),
  onlyHere: z.int(),
  onlyThere: z.int(),
  price: Cents,
  limits: z.int(),
});
export type AssortmentComparison = z.infer<typeof AssortmentComparison>;

export const AssortmentCopy = z
  .strictObject({
    fromLocationId: Id,
    toLocationId: Id,
    /** `add` adds the sub-products that the source location sells; `match` also removes those that it doesn't sell. */
    mode: z.enum(['add', 'match']),
    /**
     * Also copies custom prices, including missing ones. `withLimits` also copies thresholds and maximum quantities per order.
     */
    withPrices: BooleanLike.default(false),
    withLimits: BooleanLike.default(false),
  })
  .refine(({ fromLocationId, toLocationId }) => fromLocationId !== toLocationId, {
    path: ['fromLocationId'],
    error: 'Choose a different location',
  });
export type AssortmentCopy = z.infer<typeof AssortmentCopy>;

export const assortmentRoutes = routes('locations', {
  compare: {
    method: 'GET',
    path: '/store/compare-assortments',
    permission: 'Assign_Product_View',
    summary: 'Counts the differences between the assortments of two locations',
    query: z.strictObject({ locationId: Id, otherId: Id }),
    data: AssortmentComparison,
    reads: true,
  },
  differences: {
    method: 'POST',
    path: '/store/assortment-differences',
    permission: 'Assign_Product_View',
    summary: 'Lists the differences between the assortments of two locations',
    body: DifferencePage,
    data: pageOf(AssortmentDifference),
    reads: true,
    list: {
      screen: without('It compares two chosen locations'),
      exportAs: 'assortmentDifferences',
      liveTopic: 'prices',
    },
  },
  copy: {
    method: 'POST',
    path: '/store/copy-assortment',
    permission: 'assign_subProduct',
    summary: 'Copies the assortment of one location to another',
    body: AssortmentCopy,
    data: AssignmentCounts,
    message: 'Assortment copied',
    changes: ['assortments', 'locations', 'products', 'subProducts', 'categories', 'stock', 'notifications'],
  },
});
