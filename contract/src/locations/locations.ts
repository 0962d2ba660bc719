import { z } from 'zod';
import { isTimeZone } from '../core/dates.ts';
import {
  Address,
  BooleanLike,
  beforeNormalizing,
  Deleted,
  Email,
  Id,
  Instant,
  optionalPhone,
  Picture,
  Ref,
  requiredCode,
  requiredText,
  SearchText,
  StatusBody,
  tooLong,
  Version,
} from '../core/fields.ts';
import { Amount, Cents, Rate } from '../core/money.ts';
import { normalLine } from '../core/normal-text.ts';
import { HoursExceptions, OpeningHours } from '../core/opening-hours.ts';
import { pageOf, pageRequest } from '../core/page.ts';
import { routes } from '../core/route.ts';
import { AssignByFilter, Assignment, AssignmentCounts, ProductTreeNode } from './assignments.ts';
import { DeliveryArea } from './delivery-area.ts';
import { DeliveryFee, DeliverySlotRule } from './delivery-terms.ts';
import { locationChoiceRoutes } from './location-choices.ts';
import { MaskedPayoutAccount } from './payout-accounts.ts';

export const Location = z.object({
  _id: Id,
  name: z.string(),
  code: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  address: Address,
  latitude: z.number(),
  longitude: z.number(),
  timeZone: z.string(),
  openingHours: OpeningHours,
  hoursExceptions: HoursExceptions,
  /** The radius of the delivery area; used only without `deliveryArea`. */
  deliveryRadiusKm: z.number(),
  /** Null: the delivery area is a circle with this radius. */
  deliveryArea: DeliveryArea.nullable(),
  deliveryFee: DeliveryFee.nullable(),
  deliverySlots: DeliverySlotRule.nullable(),
  minimumOrder: Amount.nullable(),
  acceptsPickup: z.boolean(),
  /** The departments (top categories) in the sequence in which orders are picked. Null: as suggested by their names. */
  aisleOrder: z.array(Id).nullable(),
  commissionRate: z.number(),
  image: Picture.nullable(),
  status: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
  version: Version,
});
export type Location = z.infer<typeof Location>;

/** Reasons why a location can't take orders yet, in the order in which to fix them. */
export const readinessReasons = {
  switchedOff: 'The location is inactive',
  nothingAssigned: 'No sub-products are assigned to it',
  nothingActive: 'All sub-products assigned to it, or their products, are inactive',
  nothingInStock: 'None of its products are in stock',
  neverOpen: "It's closed for the next 14 days",
} as const;
export type ReadinessReason = keyof typeof readinessReasons;
const ReadinessReasonField = z.enum(Object.keys(readinessReasons) as [ReadinessReason, ...ReadinessReason[]]);

/** A location in the list, with the reasons why it can't take orders; empty if it can. */
export const LocationRow = Location.extend({ missing: z.array(ReadinessReasonField) });
export type LocationRow = z.infer<typeof LocationRow>;

export const LocationView = Location.extend({
  /** The marketplace's holidays. They apply on dates that `hoursExceptions` doesn't contain. */
  holidays: HoursExceptions,
  payoutAccount: MaskedPayoutAccount.nullable(),
  readiness: z.object({
    canTakeOrders: z.boolean(),
    missing: z.array(
      z.object({
        reason: ReadinessReasonField,
        message: z.string(),
      }),
    ),
  }),
  /**
   * The numbers of sub-products assigned to the location, and of those that can be sold now, are out of stock, or are low on
   * stock.
   */
  counts: z.object({ assigned: z.int(), sellable: z.int(), outOfStock: z.int(), low: z.int() }),
  owners: z.array(
    z.object({
      _id: Id,
      name: z.string(),
      email: z.string(),
      phone: z.string().nullable(),
      status: z.boolean(),
      lastLoginAt: Instant.nullable(),
    }),
  ),
});
export type LocationView = z.infer<typeof LocationView>;

export const LocationInput = z.strictObject({
  name: requiredText('Name', 120),
  code: requiredCode('Code', 30).regex(
    /^[A-Za-z0-9._-]+$/,
    'Only letters, digits, dots and hyphens are allowed',
  ),
  phone: optionalPhone,
  email: z
    .union([Email, z.literal('').transform(() => null), z.null()], { error: 'Enter a valid email' })
    .optional(),
  address: Address,
  latitude: z.number({ error: 'Enter a latitude' }).min(-90, 'From -90 to 90').max(90, 'From -90 to 90'),
  longitude: z
    .number({ error: 'Enter a longitude' })
    .min(-180, 'From -180 to 180')
    .max(180, 'From -180 to 180'),
  timeZone: z
    .string({ error: 'Time zone is required' })
    .max(...beforeNormalizing)
    .overwrite(normalLine)
    .min(1, 'Time zone is required')
    .max(100, tooLong('Enter a time zone like America/Chicago'))
    .refine(isTimeZone, 'Enter a time zone like America/Chicago'),
  openingHours: OpeningHours.optional(),
  hoursExceptions: HoursExceptions.optional(),
  deliveryRadiusKm: z
    .number({ error: 'Enter a distance' })
    .gt(0, 'Enter a distance above 0')
    .max(500, 'At most 500 km'),
  deliveryArea: DeliveryArea.nullable().optional(),
  deliveryFee: DeliveryFee.nullable().optional(),
  deliverySlots: DeliverySlotRule.nullable().optional(),
  minimumOrder: Amount.nullable().optional(),
  acceptsPickup: BooleanLike.optional(),
  commissionRate: Rate,
  status: BooleanLike.optional(),
});
export type LocationInput = z.infer<typeof LocationInput>;
export const LocationEdit = LocationInput.partial().extend({
  version: Version,
  /** Removes the picture. */
  removeImage: BooleanLike.optional(),
  /** The departments in the sequence in which orders are picked; null for the suggested one. */
  aisleOrder: z
    .array(Id)
    .min(1, 'Choose at least one department')
    .max(500, 'At most 500 departments')
    .refine((ids) => new Set(ids).size === ids.length, 'List each department once')
    .nullable()
    .optional(),
});
export type LocationEdit = z.infer<typeof LocationEdit>;
export const LocationPage = pageRequest(['name', 'code', 'updatedAt'], { status: z.boolean() });
export type LocationPage = z.infer<typeof LocationPage>;

/** The departments of a location's assortment in the sequence in which orders are picked. */
export const Aisles = z.object({
  aisles: z.array(z.object({ _id: Id, name: z.string(), items: z.int() })),
  /** The location hasn't sorted its departments, so heavy goods come first, and cold and frozen goods last. */
  isSuggested: z.boolean(),
  version: Version,
});
export type Aisles = z.infer<typeof Aisles>;

export const StockHealth = z.object({
  /** The number of different sub-products in stock. */
  kinds: z.int(),
  outOfStock: z.int(),
  low: z.int(),
  /** The number of lots with remaining stock that expire within `expiringDays` days, and of expired ones. */
  expiring: z.int(),
  expiringDays: z.int(),
  expired: z.int(),
  /** The value of lots with a known cost, and the number of lots without one. */
  valueAtCost: Cents,
  expiringAtCost: Cents,
  lots: z.int(),
  lotsWithoutCost: z.int(),
});
export type StockHealth = z.infer<typeof StockHealth>;

/**
 * The place of a delivery, rounded to three decimals of a degree, about a hundred yards, because the map needs no house
 * numbers.
 */
export const DeliveredPlace = z.object({ latitude: z.number(), longitude: z.number() });
export type DeliveredPlace = z.infer<typeof DeliveredPlace>;

const recordRoutes = routes('locations', {
  list: {
    method: 'POST',
    path: '/store/list',
    permission: 'store_list',
    apiScope: 'catalogue',
    summary: 'Lists locations',
    body: LocationPage,
    data: pageOf(LocationRow),
    reads: true,
    list: { screen: '/locations', exportAs: 'locations' },
  },
  create: {
    method: 'POST',
    path: '/store/add',
    permission: 'store_add',
    everywhere: true,
    summary: 'Adds a location',
    body: LocationInput,
    files: { image: { kind: 'image' } },
    data: Location,
    message: 'Location added',
    problems: ['duplicate'],
    changes: ['locations'],
  },
  clone: {
    method: 'POST',
    path: '/store/clone/{id}',
    permission: 'store_add',
    everywhere: true,
    summary:
      'Copies a location with its settings, hours, delivery, assortment and rates. The copy is inactive',
    body: z.strictObject({ name: LocationInput.shape.name, code: LocationInput.shape.code }),
    data: Location,
    message: "Location copied. It's inactive until you activate it",
    problems: ['duplicate'],
    changes: ['locations', 'products', 'subProducts', 'categories'],
  },
  edit: {
    method: 'PUT',
    path: '/store/edit/{id}',
    permission: 'store_edit',
    summary: 'Changes a location. Only the marketplace can change its commission',
    body: LocationEdit,
    files: { image: { kind: 'image' } },
    data: Location,
    message: 'Location saved',
    problems: ['duplicate', 'version-stale', 'not-allowed'],
    changes: ['locations'],
  },
  remove: {
    method: 'DELETE',
    path: '/store/delete/{id}',
    permission: 'store_delete',
    everywhere: true,
    summary: 'Deletes a location without stock, orders or staff',
    data: Deleted,
    message: 'Location deleted',
    problems: ['in-use'],
    changes: ['locations'],
  },
  view: {
    method: 'GET',
    path: '/store/view/{id}',
    permission: 'store_view',
    apiScope: 'catalogue',
    summary: 'Shows a location and whether it can take orders',
    data: LocationView,
    reads: true,
  },
  aisles: {
    method: 'GET',
    path: '/store/aisles/{id}',
    permission: 'store_view',
    summary:
      'Lists the departments sold at a location in the sequence in which orders are picked. Change it by `aisleOrder` of the location',
    data: Aisles,
    reads: true,
  },
  stockHealth: {
    method: 'GET',
    path: '/store/stock-health/{id}',
    permission: 'inventory_list',
    summary: 'Shows stock on hand, low and expiring stock, and its cost at a location',
    data: StockHealth,
    reads: true,
  },
  deliveries: {
    method: 'GET',
    path: '/store/deliveries/{id}',
    permission: 'order_list',
    summary: 'Lists the destinations of the latest deliveries of a location, up to 300',
    data: z.object({ places: z.array(DeliveredPlace) }),
    reads: true,
  },
  slots: {
    method: 'GET',
    path: '/store/slots/{id}',
    permission: 'order_add',
    orPermission: 'order_edit',
    apiScope: 'orders',
    summary:
      'Lists the delivery slots that can be booked at a location in the next days, and how full they are',
    query: z.strictObject({ days: z.coerce.number().int().min(1).max(14).optional() }),
    data: z.object({
      timeZone: z.string(),
      /** True if the location has custom slots; false if it offers those of the marketplace. */
      isOwn: z.boolean(),
      slots: z.array(z.object({ from: Instant, to: Instant, left: z.int().nullable(), isFull: z.boolean() })),
    }),
    reads: true,
  },
  holidays: {
    method: 'GET',
    path: '/store/holidays',
    permission: 'store_list',
    summary: "Lists the marketplace's holidays, which locations inherit",
    data: HoursExceptions,
    reads: true,
  },
  assign: {
    method: 'POST',
    path: '/store/add-subProduct',
    permission: 'assign_subProduct',
    summary: 'Assigns sub-products to a location with price and limits, or removes them',
    body: z.strictObject({
      locationId: Id,
      subProducts: z.array(Assignment).min(1, 'Choose a sub-product').max(1000, 'At most 1,000 in one call'),
    }),
    data: AssignmentCounts,
    message: 'Assignment saved',
    changes: ['locations', 'products', 'subProducts', 'categories', 'stock', 'notifications'],
  },
  assignByFilter: {
    method: 'POST',
    path: '/store/assign-by-filter',
    permission: 'assign_subProduct',
    summary: 'Assigns or removes all sub-products of a category, of a brand, or of the whole catalog',
    body: AssignByFilter,
    data: AssignmentCounts,
    message: 'Assignment saved',
    changes: ['locations', 'products', 'subProducts', 'categories', 'stock', 'notifications'],
  },
  productTree: {
    method: 'GET',
    path: '/store/product-tree/{id?}',
    permission: 'Assign_Product_View',
    summary: 'Lists the products assigned to a location, one branch of the category tree at a time',
    query: z.strictObject({
      /** The category whose branch is returned; if omitted: the topmost categories. */
      parentId: Id.optional(),
      /** Finds products by name, SKU or barcode, and categories by name, anywhere in the tree. */
      search: SearchText.optional(),
      /** The location, for users with several locations, if the path contains none. */
      locationId: Id.optional(),
      /** Continues after the last product of an earlier response. */
      cursor: z.string().max(500).optional(),
    }),
    data: z.object({
      location: Ref,
      tree: z.array(ProductTreeNode),
      nextCursor: z.string().nullable(),
    }),
    reads: true,
  },
  updateStatus: {
    method: 'PUT',
    path: '/store/update-status/{id}',
    permission: 'store_edit',
    summary: 'Activates or deactivates a location',
    body: StatusBody,
    data: Location,
    message: 'Location saved',
    changes: ['locations'],
  },
});

export const locationRoutes = { ...recordRoutes, ...locationChoiceRoutes };
