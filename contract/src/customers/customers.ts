import { z } from 'zod';
import {
  BooleanLike,
  Deleted,
  Email,
  From,
  Id,
  Instant,
  LastName,
  optionalLongText,
  Phone,
  Address as PlainAddress,
  Ref,
  requiredText,
  SearchText,
  UpTo,
  Version,
} from '../core/fields.ts';
import { Cents } from '../core/money.ts';
import { pageOf, pageRequest } from '../core/page.ts';
import { routes } from '../core/route.ts';

const customerStatuses = ['active', 'blocked'] as const;
export const CustomerStatus = z.enum(customerStatuses);
export type CustomerStatus = z.infer<typeof CustomerStatus>;

/** How a customer gave or withdrew consent to marketing messages. */
export const consentSources = [
  'staff',
  'inPerson',
  'phone',
  'writing',
  'online',
  'unsubscribeLink',
  'sync',
] as const;
export type ConsentSource = (typeof consentSources)[number];
/** Sources that staff can't enter. */
export const automaticConsentSources = ['unsubscribeLink', 'sync'] as const satisfies ConsentSource[];
export const consentSourceLabels: Record<ConsentSource, string> = {
  staff: 'Entered by staff',
  inPerson: 'In person',
  phone: 'By phone',
  writing: 'In writing',
  online: 'Online',
  unsubscribeLink: 'By the link in a message',
  sync: 'From another system',
};

/** A customer. Store users see the data that their store has; fields that only the marketplace has are null for them. */
export const Customer = z.object({
  _id: Id,
  firstName: z.string(),
  /** The last name; empty for people with one name. */
  lastName: z.string(),
  email: z.string().nullable(),
  phone: z.string(),
  status: CustomerStatus,
  /** Whether the customer has agreed to marketing messages; false by default. */
  marketingConsent: z.boolean(),
  /** When consent was given or withdrawn; null if the customer was never asked. */
  marketingConsentAt: Instant.nullable(),
  marketingConsentHow: z.enum(consentSources).nullable(),
  /** Notes of staff about the customer; null for store users. */
  notes: z.string().nullable(),
  /** The balance of coins; null for store users. */
  coinBalance: z.int().nullable(),
  /** The customer's current plan; null without a plan, and for store users. */
  currentSubscription: z
    .object({ _id: Id, planId: Id, name: z.string(), endsAt: Instant, autoRenew: z.boolean() })
    .nullable(),
  /** Only orders at locations that the user has access to. */
  orderCount: z.int(),
  lastOrderAt: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  version: Version,
});
export type Customer = z.infer<typeof Customer>;

export const CustomerAddress = z.object({
  _id: Id,
  label: z.string(),
  line1: z.string(),
  line2: z.string().nullable(),
  city: z.string(),
  state: z.string(),
  postalCode: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  isDefault: z.boolean(),
  version: Version,
});
export type CustomerAddress = z.infer<typeof CustomerAddress>;

export const CustomerView = Customer.extend({
  addresses: z.array(CustomerAddress),
  /**
   * The number of orders that weren't cancelled, rejected, failed or expired, and their total less refunds. Null for store
   * users.
   */
  lifetime: z.object({ orders: z.int(), total: Cents }).nullable(),
  /** The amount refunded, the number of returns, the total of the last 365 days, and the first order. Null for store users. */
  worth: z
    .object({
      refunded: Cents,
      returns: z.int(),
      lastYear: Cents,
      firstOrderAt: Instant.nullable(),
    })
    .nullable(),
  /** The customer that this one was merged into, which lists and reports show instead. */
  mergedInto: Ref.nullable(),
  /** Customers merged into this one, latest first. */
  merged: z.array(
    z.object({
      _id: Id,
      name: z.string(),
      phone: z.string(),
      email: z.string().nullable(),
      at: Instant,
      /** Null if the merge can no longer be undone. */
      undoUntil: Instant.nullable(),
    }),
  ),
  /** When the customer's personal data was erased; only the amounts that the books need remain. */
  erasedAt: Instant.nullable(),
  /** The latest orders: at most ten, newest first. */
  lastOrders: z.array(
    z.object({
      _id: Id,
      number: z.string(),
      locationId: Id,
      locationName: z.string(),
      headlineStatus: z.string(),
      total: Cents,
      createdAt: Instant,
    }),
  ),
});
export type CustomerView = z.infer<typeof CustomerView>;

/** A customer's first address becomes the default. Making another address the default replaces it. */
export const CustomerAddressInput = PlainAddress.extend({
  label: requiredText('Label', 40).optional(),
  isDefault: BooleanLike.optional(),
});
export type CustomerAddressInput = z.infer<typeof CustomerAddressInput>;

export const CustomerInput = z.strictObject({
  firstName: requiredText('First name', 100),
  lastName: LastName.default(''),
  email: z
    .union([Email, z.literal('').transform(() => null), z.null()], { error: 'Enter a valid email' })
    .optional(),
  phone: Phone,
  notes: optionalLongText('Notes', 2000),
  marketingConsent: BooleanLike.optional(),
  /** How the customer gave or withdrew consent; if omitted, staff entered it. */
  marketingConsentHow: z.enum(consentSources).exclude(automaticConsentSources).optional(),
  addresses: z.array(CustomerAddressInput).max(20).optional(),
});
export type CustomerInput = z.infer<typeof CustomerInput>;
export const CustomerEdit = CustomerInput.omit({ addresses: true, lastName: true })
  .partial()
  .extend({ lastName: LastName.optional(), version: Version });
export const CustomerPage = pageRequest(['createdAt', 'name'], {
  status: CustomerStatus,
  marketingConsent: z.boolean(),
  locationId: Id,
  /** Members of a group. Users of single locations see no groups. */
  groupId: Id,
  /** Customers added at or after `from` and before `to`. */
  from: From,
  to: UpTo,
  /** Customers with an order that counts as a sale, placed at or after `orderedFrom` and before `orderedTo`. */
  orderedFrom: From,
  orderedTo: UpTo,
  /** Customers without an order placed at or after `notOrderedFrom` and before `notOrderedTo`. */
  notOrderedFrom: From,
  notOrderedTo: UpTo,
});
export type CustomerPage = z.infer<typeof CustomerPage>;

export const CustomerChoice = z.object({
  _id: Id,
  name: z.string(),
  phone: z.string(),
  email: z.string().nullable(),
  status: CustomerStatus,
});
export type CustomerChoice = z.infer<typeof CustomerChoice>;

export const customerRoutes = routes('customers', {
  list: {
    method: 'POST',
    path: '/customer/list',
    permission: 'customer_list',
    summary: 'Lists customers, newest first',
    body: CustomerPage,
    data: pageOf(Customer),
    reads: true,
    list: { screen: '/customers', exportAs: 'customers' },
  },
  create: {
    method: 'POST',
    path: '/customer/create',
    permission: 'customer_add',
    summary: 'Adds a customer',
    body: CustomerInput,
    data: CustomerView,
    message: 'Customer added',
    problems: ['duplicate'],
    changes: ['customers'],
  },
  edit: {
    method: 'PUT',
    path: '/customer/edit/{id}',
    permission: 'customer_edit',
    summary: 'Changes a customer',
    body: CustomerEdit,
    data: CustomerView,
    message: 'Customer saved',
    problems: ['duplicate', 'version-stale', 'customers.merged', 'customers.erased'],
    changes: ['customers'],
  },
  remove: {
    method: 'DELETE',
    path: '/customer/delete/{id}',
    permission: 'customer_delete',
    summary: 'Deletes a customer who never ordered',
    data: Deleted,
    message: 'Customer deleted',
    problems: ['in-use', 'customers.merged', 'customers.erased'],
    changes: ['customers'],
  },
  show: {
    method: 'GET',
    path: '/customer/show/{id}',
    permission: 'customer_view',
    summary: 'Shows a customer with addresses and recent orders',
    data: CustomerView,
    reads: true,
  },
  editAddress: {
    method: 'PUT',
    path: '/customer/addressedit/{addressId}',
    permission: 'customer_edit',
    summary: 'Changes an address of a customer',
    body: CustomerAddressInput.partial().extend({ version: Version }),
    data: CustomerAddress,
    message: 'Address saved',
    problems: ['version-stale'],
    changes: ['customers'],
  },
  addAddress: {
    method: 'POST',
    path: '/customer/add-address/{id}',
    permission: 'customer_edit',
    summary: 'Adds an address to a customer',
    body: CustomerAddressInput,
    data: CustomerAddress,
    message: 'Address added',
    changes: ['customers'],
  },
  removeAddress: {
    method: 'DELETE',
    path: '/customer/delete-address/{addressId}',
    permission: 'customer_edit',
    summary: 'Deletes an address of a customer. Orders keep their copy',
    data: Deleted,
    message: 'Address deleted',
    changes: ['customers'],
  },
  dropdown: {
    method: 'GET',
    path: '/customer/customerDropdown',
    permission: 'customer_list',
    summary: 'Lists up to 50 customers by name, phone or email',
    query: z.strictObject({ search: SearchText.optional() }),
    data: z.array(CustomerChoice),
    reads: true,
  },
  changeStatus: {
    method: 'PUT',
    path: '/customer/change-status/{id}',
    permission: 'customer_change_status',
    summary: 'Blocks or unblocks a customer',
    body: z.strictObject({ status: CustomerStatus }),
    data: CustomerView,
    message: 'Customer saved',
    changes: ['customers'],
  },
  adminAddresses: {
    method: 'GET',
    path: '/customer/get-admin-address',
    permission: 'customer_list',
    summary: "Lists the marketplace's own addresses, which are those of its locations",
    data: z.array(
      z.object({
        _id: Id,
        name: z.string(),
        code: z.string(),
        phone: z.string().nullable(),
        address: PlainAddress,
        latitude: z.number(),
        longitude: z.number(),
      }),
    ),
    reads: true,
  },
});
