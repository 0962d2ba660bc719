import { z } from 'zod';
import {
  BooleanLike,
  Choice,
  Deleted,
  Id,
  Instant,
  Picture,
  requiredText,
  SearchText,
  StatusBody,
  Version,
} from '../core/fields.ts';
import { pageOf, pageRequest } from '../core/page.ts';
import { routes } from '../core/route.ts';

export const Brand = z.object({
  _id: Id,
  name: z.string(),
  logo: Picture.nullable(),
  status: z.boolean(),
  /** The number of products with this brand. */
  productCount: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
  version: Version,
});
export type Brand = z.infer<typeof Brand>;

/** Fields of the form; a logo is sent as a file. */
export const BrandInput = z.strictObject({
  name: requiredText('Name', 100),
  status: BooleanLike.optional(),
});
export type BrandInput = z.infer<typeof BrandInput>;
export const BrandEdit = BrandInput.partial().extend({
  version: Version,
  /** Removes the logo. */
  removeLogo: BooleanLike.optional(),
});
export const BrandPage = pageRequest(['name', 'productCount', 'updatedAt'], { status: BooleanLike });
export type BrandPage = z.infer<typeof BrandPage>;

export const brandRoutes = routes('brands', {
  list: {
    method: 'POST',
    path: '/brand/list',
    permission: 'brand_list',
    apiScope: 'catalogue',
    summary: 'Lists brands',
    body: BrandPage,
    data: pageOf(Brand),
    reads: true,
    list: { screen: '/brand', exportAs: 'brands' },
  },
  create: {
    method: 'POST',
    path: '/brand/create',
    permission: 'brand_add',
    everywhere: true,
    summary: 'Adds a brand',
    body: BrandInput,
    files: { logo: { kind: 'image' } },
    data: Brand,
    message: 'Brand added',
    problems: ['duplicate'],
    changes: ['brands'],
  },
  edit: {
    method: 'PUT',
    path: '/brand/edit/{id}',
    permission: 'brand_edit',
    everywhere: true,
    summary: 'Changes a brand',
    body: BrandEdit,
    files: { logo: { kind: 'image' } },
    data: Brand,
    message: 'Brand saved',
    problems: ['duplicate', 'version-stale'],
    changes: ['brands', 'products'],
  },
  remove: {
    method: 'DELETE',
    path: '/brand/delete/{id}',
    permission: 'brand_delete',
    everywhere: true,
    summary: 'Deletes a brand without products',
    data: Deleted,
    message: 'Brand deleted',
    problems: ['in-use'],
    changes: ['brands'],
  },
  restore: {
    method: 'PUT',
    path: '/brand/restore/{id}',
    permission: 'brand_delete',
    everywhere: true,
    summary: 'Restores a brand that you deleted within the last 30 seconds',
    data: Brand,
    message: 'Brand restored',
    problems: ['restore.too-late', 'restore.name-taken'],
    changes: ['brands'],
  },
  dropdown: {
    method: 'GET',
    path: '/brand/dropdown',
    permission: 'brand_list',
    apiScope: 'catalogue',
    summary: 'Lists up to 50 brands by name',
    query: z.strictObject({ search: SearchText.optional() }),
    data: z.array(Choice),
    reads: true,
  },
  updateStatus: {
    method: 'PUT',
    path: '/brand/update-status/{id}',
    permission: 'brand_edit',
    everywhere: true,
    summary: 'Activates or deactivates a brand',
    body: StatusBody,
    data: Brand,
    message: 'Brand saved',
    changes: ['brands'],
  },
});
