import type { Permission } from '../../permissions.ts';

interface ChangedResource {
  /** The permission of users who hear of its changes. */
  permission: Permission;
  /** The topic of its live events if not its own name: the resource whose lists show it. */
  topic?: string;
  /** All users with the permission hear of its changes, even if the audit entry belongs to a location. */
  everywhere?: true;
  /** Users of certain locations don't hear of records without a location. */
  marketplaceOnly?: true;
}
/** The resources whose changes are recorded, by their name in the audit log, and who hears of each change. */
export const changedResources = {
  adjustments: { permission: 'location_report', topic: 'statements' },
  apiKeys: { permission: 'access_setting', topic: 'api-key' },
  brands: { permission: 'brand_list' },
  bulkEdits: { permission: 'sub_product_list' },
  categories: { permission: 'category_list' },
  customerAddresses: { permission: 'customer_list', topic: 'customers', everywhere: true },
  customers: { permission: 'customer_list', everywhere: true },
  drivers: { permission: 'driver_list' },
  handIns: { permission: 'driver_view' },
  imports: { permission: 'access_setting' },
  inventory: { permission: 'inventory_list' },
  locationRates: { permission: 'store_list', topic: 'locations' },
  locations: { permission: 'store_list', everywhere: true },
  messages: { permission: 'customer_list' },
  orders: { permission: 'order_list' },
  payoutAccounts: { permission: 'store_list', topic: 'locations' },
  payoutRuns: { permission: 'statement_payment', topic: 'statements' },
  products: { permission: 'product_list' },
  recalls: { permission: 'inventory_view' },
  settings: { permission: 'access_setting' },
  statements: { permission: 'location_report' },
  stockCounts: { permission: 'inventory_list', topic: 'inventory' },
  subProducts: { permission: 'sub_product_list' },
  subscriptionPlans: { permission: 'subscriptionPlan_list' },
  subscriptions: { permission: 'subscriptionPlan_list' },
  support: { permission: 'support_list', marketplaceOnly: true },
  taxes: { permission: 'tax_list' },
  transfers: { permission: 'inventory_list', topic: 'inventory' },
  users: { permission: 'user_list' },
  vendors: { permission: 'vendor_list' },
  webhooks: { permission: 'access_setting' },
} as const satisfies Record<string, ChangedResource>;
export type ChangedResourceName = keyof typeof changedResources;

const resources: Readonly<Record<string, ChangedResource>> = changedResources;
export const changedResource = (name: ChangedResourceName): ChangedResource => resources[name]!;

export const isChangedResource = (name: string): name is ChangedResourceName =>
  Object.hasOwn(resources, name);

/** Whether users of certain locations hear of an event without a location. */
export const concernsAllLocations = (resource: string): boolean =>
  !isChangedResource(resource) || !changedResource(resource).marketplaceOnly;

/** The topic under which browsers hear of a row of the change log. Announcements are stored by their topic. */
export const topicOf = (resource: string): string =>
  (isChangedResource(resource) ? changedResource(resource).topic : undefined) ?? resource;
