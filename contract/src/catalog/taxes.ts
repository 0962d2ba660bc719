import { z } from 'zod';
import {
  BooleanLike,
  Deleted,
  Id,
  Instant,
  optionalLongText,
  Ref,
  requiredText,
  SearchText,
  StatusBody,
  Version,
} from '../core/fields.ts';
import { Rate } from '../core/money.ts';
import { pageOf, pageRequest } from '../core/page.ts';
import { routes } from '../core/route.ts';

/** The fields of a tax that are shown on records with that tax. */
export const TaxRef = Ref.extend({ rate: z.number(), status: z.boolean() });
export type TaxRef = z.infer<typeof TaxRef>;

export const Tax = z.object({
  _id: Id,
  name: z.string(),
  /** The rate in percent. */
  rate: z.number(),
  description: z.string().nullable(),
  status: z.boolean(),
  /** The numbers of categories and products that set this tax themselves; those that inherit it are not counted. */
  categoryCount: z.int(),
  productCount: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
  version: Version,
});
export type Tax = z.infer<typeof Tax>;

/** A tax with its use and its previous rates. */
export const TaxView = Tax.extend({
  /** The categories that set this tax themselves, at most 50, each with the categories above it. */
  categories: z.array(Ref.extend({ path: z.array(Ref) })),
  /** The number of products that the tax is charged on, whether they set or inherit it. */
  chargedProductCount: z.int(),
  /** The last 50 rates, newest first; `from` is null for the first one. */
  rates: z.array(z.object({ at: Instant, by: z.string(), from: Rate.nullable(), to: Rate })),
});
export type TaxView = z.infer<typeof TaxView>;

export const TaxInput = z.strictObject({
  name: requiredText('Name', 100),
  rate: Rate,
  description: optionalLongText('Description', 1000),
  status: BooleanLike.optional(),
});
export type TaxInput = z.infer<typeof TaxInput>;
export const TaxEdit = TaxInput.partial().extend({ version: Version });
export const TaxPage = pageRequest(['name', 'rate', 'updatedAt'], { status: BooleanLike });
export type TaxPage = z.infer<typeof TaxPage>;

/** The taxes set on a category or product. An empty list inherits those of the category above. */
export const TaxIds = z
  .array(Id)
  .max(20, 'At most 20 taxes')
  .transform((ids) => [...new Set(ids)]);

export const taxRoutes = routes('taxes', {
  list: {
    method: 'POST',
    path: '/tax/get',
    permission: 'tax_list',
    apiScope: 'catalogue',
    summary: 'Lists taxes',
    body: TaxPage,
    data: pageOf(Tax),
    reads: true,
    list: { screen: '/tax', exportAs: 'taxes' },
  },
  view: {
    method: 'GET',
    path: '/tax/view/{id}',
    permission: 'tax_view',
    apiScope: 'catalogue',
    summary: 'Shows a tax with its usage and rate history',
    data: TaxView,
    reads: true,
  },
  create: {
    method: 'POST',
    path: '/tax/add',
    permission: 'tax_add',
    everywhere: true,
    summary: 'Adds a tax',
    body: TaxInput,
    data: Tax,
    message: 'Tax added',
    problems: ['duplicate'],
    changes: ['taxes'],
  },
  edit: {
    method: 'PUT',
    path: '/tax/edit/{id}',
    permission: 'tax_edit',
    everywhere: true,
    summary: 'Changes a tax. Placed orders keep their rate',
    body: TaxEdit,
    data: Tax,
    message: 'Tax saved',
    problems: ['duplicate', 'version-stale'],
    changes: ['taxes', 'categories', 'products'],
  },
  remove: {
    method: 'DELETE',
    path: '/tax/delete/{id}',
    permission: 'tax_delete',
    everywhere: true,
    summary: 'Deletes a tax that no category or product uses',
    data: Deleted,
    message: 'Tax deleted',
    problems: ['in-use'],
    changes: ['taxes'],
  },
  restore: {
    method: 'PUT',
    path: '/tax/restore/{id}',
    permission: 'tax_delete',
    everywhere: true,
    summary: 'Restores a tax that you deleted within the last 30 seconds',
    data: Tax,
    message: 'Tax restored',
    problems: ['restore.too-late', 'restore.name-taken'],
    changes: ['taxes'],
  },
  dropdown: {
    method: 'GET',
    path: '/tax/dropdown',
    permission: 'tax_list',
    apiScope: 'catalogue',
    summary: 'Lists up to 50 taxes by name',
    query: z.strictObject({ search: SearchText.optional() }),
    data: z.array(TaxRef),
    reads: true,
  },
  updateStatus: {
    method: 'PUT',
    path: '/tax/update-status/{id}',
    permission: 'tax_edit',
    everywhere: true,
    summary: "Activates or deactivates a tax. Inactive taxes aren't charged",
    body: StatusBody,
    data: Tax,
    message: 'Tax saved',
    changes: ['taxes', 'categories', 'products'],
  },
});
