import { z } from 'zod';
import { Id, Instant } from '../core/fields.ts';
import { pageOf, pageRequest } from '../core/page.ts';
import { routes, without } from '../core/route.ts';
import type { Permission } from '../permissions.ts';

/** Resources whose records can have equal texts, with the permission to see them here. */
export const duplicateResources = {
  brands: 'brand_list',
  categories: 'category_list',
  customers: 'customer_list',
  locations: 'store_list',
  subProducts: 'sub_product_list',
  subscriptionPlans: 'subscriptionPlan_list',
  taxes: 'tax_list',
  users: 'user_list',
  vendors: 'vendor_list',
} as const satisfies Record<string, Permission>;
export type DuplicateResource = keyof typeof duplicateResources;
const names = Object.keys(duplicateResources) as [DuplicateResource, ...DuplicateResource[]];
const ResourceField = z.enum(names);
const FieldName = z.enum(['name', 'sku', 'barcode', 'email', 'phone', 'code']);

const Side = z.object({
  _id: Id,
  name: z.string(),
  /** The stored text. */
  value: z.string(),
  /** The product of a sub-product; null for other records. */
  productId: Id.nullable(),
});
/** Two records whose texts are equal in normal form, ignoring invisible characters and differences in spaces. */
export const PossibleDuplicate = z.object({
  _id: z.string(),
  resource: ResourceField,
  field: FieldName,
  /** The record whose text was left unchanged. */
  record: Side,
  /** The record whose text is in normal form. */
  other: Side,
  foundAt: Instant,
});
export type PossibleDuplicate = z.infer<typeof PossibleDuplicate>;

export const PossibleDuplicatePage = pageRequest(['foundAt'], { resource: ResourceField });
export type PossibleDuplicatePage = z.infer<typeof PossibleDuplicatePage>;

export const possibleDuplicateRoutes = routes('possibleDuplicates', {
  list: {
    method: 'POST',
    path: '/possible-duplicate/list',
    permission: 'signedIn',
    everywhere: true,
    summary: 'Lists records whose text differs only in invisible characters, blanks or the like',
    body: PossibleDuplicatePage,
    data: pageOf(PossibleDuplicate),
    reads: true,
    list: {
      screen: without('Its page has no columns to choose'),
      exportAs: without('Its pairs are to be decided on'),
      liveTopic: without('A task finds its pairs after an upgrade'),
    },
  },
});
