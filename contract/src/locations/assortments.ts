import { z } from 'zod';
import { BooleanLike, Id, Ref } from '../core/fields.ts';
import { Cents } from '../core/money.ts';
import { pageOf, pageRequest } from '../core/page.ts';
import { routes, without } from '../core/route.ts';
import { AssignmentCounts } from './assignments.ts';

/** How two locations differ in what they sell: one alone sells it, or both at other prices or up to other limits. */
export const differenceKinds = ['onlyHere', 'onlyThere', 'price', 'limits'] as const;
export const DifferenceKind = z.enum(differenceKinds);
export type DifferenceKind = z.infer<typeof DifferenceKind>;

const Side = z.object({
  assigned: z.boolean(),
  /** The price at that location: its custom price, or the one of the sub-product. */
  price: Cents,
  isOwnPrice: z.boolean(),
  threshold: z.number().nullable(),
  maxPerOrder: z.number().nullable(),
});
export const AssortmentDifference = z.object({
  /** Of the sub-product. */
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
  /** Both are needed. */
  locationId: Id,
  otherId: Id,
  kind: DifferenceKind,
});
export type DifferencePage = z.infer<typeof DifferencePage>;

export const AssortmentComparison = z.object({
  here: Ref,
  there: Ref,
  /** How many sub-products each sells, how many both, and how many of these differ. */
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
    /** `add` puts on sale what is on sale there; `match` also takes off what is not. */
    mode: z.enum(['add', 'match']),
    /** Also copies custom prices, or that there is none, thresholds and the most per order. */
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
