import { z } from 'zod';
import {
  Address,
  BooleanLike,
  Choice,
  DateOnly,
  Deleted,
  Email,
  Id,
  Instant,
  optionalCode,
  optionalPhone,
  optionalText,
  requiredText,
  SearchText,
  StatusBody,
  Version,
} from '../core/fields.ts';
import { itemNames } from '../core/item-name.ts';
import { Cents } from '../core/money.ts';
import { pageOf, pageRequest } from '../core/page.ts';
import { routes } from '../core/route.ts';
import { taxNumberProblem } from '../core/us-address.ts';

export const Vendor = z.object({
  _id: Id,
  name: z.string(),
  contact: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  address: Address.nullable(),
  taxNumber: z.string().nullable(),
  paymentTerms: z.string().nullable(),
  status: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
  version: Version,
});
export type Vendor = z.infer<typeof Vendor>;

/** A vendor with totals of its deliveries to the locations that the user has access to. */
export const VendorView = Vendor.extend({
  receiptCount: z.int(),
  /** The sum of received quantity times cost, for receipts with a known cost. */
  spend: Cents,
  /** The last twelve calendar months in UTC, earliest first, including months without a receipt. */
  months: z.array(z.object({ month: z.string(), receipts: z.int(), spend: Cents })),
  /** The locations that the vendor delivered to, highest spend first. */
  locations: z.array(
    z.object({ _id: Id, name: z.string(), receipts: z.int(), spend: Cents, lastAt: Instant }),
  ),
  /** Average number of days until expiration when items with an expiration date were received; null if there were none. */
  shelfDays: z.number().nullable(),
  /** Expired lots that were discarded: their number, their cost, and their share of the cost of dated items. */
  expiredWaste: z.object({ lots: z.int(), cost: Cents, share: z.number().nullable() }),
  /** The number of deliveries with a promised day, and how many of them arrived by that day in the location's time zone. */
  onTime: z.object({ promised: z.int(), onTime: z.int(), share: z.number().nullable() }),
  lastReceipts: z.array(
    z.object({
      _id: Id,
      number: z.string(),
      locationId: Id,
      locationName: z.string(),
      subProductName: z.string(),
      ...itemNames,
      sku: z.string(),
      quantity: z.number(),
      costPrice: Cents.nullable(),
      expiresOn: DateOnly.nullable(),
      receivedAt: Instant,
    }),
  ),
});
export type VendorView = z.infer<typeof VendorView>;

const VendorParts = z.strictObject({
  name: requiredText('Name', 120),
  contact: optionalText('Contact', 120),
  email: z
    .union([Email, z.literal('').transform(() => null), z.null()], { error: 'Enter a valid email' })
    .optional(),
  phone: optionalPhone,
  address: Address.nullable().optional(),
  taxNumber: optionalCode('Tax number', 60),
  paymentTerms: optionalText('Payment terms', 200),
  status: BooleanLike.optional(),
});
export const VendorInput = VendorParts.superRefine(({ taxNumber, address }, context) => {
  const message = taxNumberProblem(taxNumber, address);
  if (message) context.addIssue({ code: 'custom', path: ['taxNumber'], message });
});
export type VendorInput = z.infer<typeof VendorInput>;
export const VendorEdit = VendorParts.partial().extend({ version: Version });
export const VendorPage = pageRequest(['name', 'updatedAt'], { status: z.boolean() });
export type VendorPage = z.infer<typeof VendorPage>;

export const vendorRoutes = routes('vendors', {
  list: {
    method: 'POST',
    path: '/vendor/list',
    permission: 'vendor_list',
    summary: 'Lists vendors',
    body: VendorPage,
    data: pageOf(Vendor),
    reads: true,
    list: { screen: '/vendors', exportAs: 'vendors' },
  },
  create: {
    method: 'POST',
    path: '/vendor/create',
    permission: 'vendor_add',
    everywhere: true,
    summary: 'Adds a vendor',
    body: VendorInput,
    data: Vendor,
    message: 'Vendor added',
    problems: ['duplicate'],
    changes: ['vendors'],
  },
  edit: {
    method: 'PUT',
    path: '/vendor/edit/{id}',
    permission: 'vendor_edit',
    everywhere: true,
    summary: 'Changes a vendor',
    body: VendorEdit,
    data: Vendor,
    message: 'Vendor saved',
    problems: ['duplicate', 'version-stale'],
    changes: ['vendors', 'inventory'],
  },
  remove: {
    method: 'DELETE',
    path: '/vendor/delete/{id}',
    permission: 'vendor_delete',
    everywhere: true,
    summary: 'Deletes a vendor without receipts',
    data: Deleted,
    message: 'Vendor deleted',
    problems: ['in-use'],
    changes: ['vendors'],
  },
  restore: {
    method: 'PUT',
    path: '/vendor/restore/{id}',
    permission: 'vendor_delete',
    everywhere: true,
    summary: 'Restores a vendor that you deleted within the last 30 seconds',
    data: Vendor,
    message: 'Vendor restored',
    problems: ['restore.too-late', 'restore.name-taken'],
    changes: ['vendors'],
  },
  view: {
    method: 'GET',
    path: '/vendor/view/{id}',
    permission: 'vendor_view',
    summary: 'Shows a vendor with receipts and spend',
    data: VendorView,
    reads: true,
  },
  dropdown: {
    method: 'GET',
    path: '/vendor/dropdown',
    permission: 'vendor_list',
    summary: 'Lists up to 50 vendors by name',
    query: z.strictObject({ search: SearchText.optional() }),
    data: z.array(Choice),
    reads: true,
  },
  updateStatus: {
    method: 'PUT',
    path: '/vendor/update-status/{id}',
    permission: 'vendor_edit',
    everywhere: true,
    summary: 'Activates or deactivates a vendor',
    body: StatusBody,
    data: Vendor,
    message: 'Vendor saved',
    changes: ['vendors'],
  },
});
