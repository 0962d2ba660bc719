import type { Permission } from '../../permissions.ts';

export interface History {
  /** The permission for viewing a record and its history. */
  permission: Permission;
  /** Entries belong to a location: users of certain locations see only those of theirs. */
  ofLocations?: true;
}
interface ChangedResource {
  /** The permission to get events about its changes. */
  permission: Permission;
  /** The topic of its live events, if it isn't the resource's own name: the resource whose lists show it. */
  topic?: string;
  /** All users with the permission get its events, even if the audit entry belongs to a location. */
  everywhere?: true;
  /** Set if each record has a readable history. */
  history?: History;
  /** Users of certain locations don't get events about records without a location. */
  marketplaceOnly?: true;
}
/** The resources whose changes are recorded, by their name in the audit log, and the users who get events about them. */
export const changedResources = {
  adjustments: { permission: 'location_report', topic: 'statements' },
  apiKeys: { permission: 'access_setting', topic: 'api-key', history: { permission: 'access_setting' } },
  brands: { permission: 'brand_list', history: { permission: 'brand_list' } },
  bulkActions: { permission: 'access_setting' },
  bulkEdits: { permission: 'sub_product_list' },
  categories: { permission: 'category_list', history: { permission: 'category_view' } },
  connections: { permission: 'access_setting', history: { permission: 'access_setting' } },
  // Balances belong to the marketplace. The audit log has its entries under customers.
  credits: { permission: 'customer_view', marketplaceOnly: true },
  customerAddresses: { permission: 'customer_list', topic: 'customers', everywhere: true },
  customerGroups: {
    permission: 'customer_list',
    marketplaceOnly: true,
    history: { permission: 'customer_list' },
  },
  customers: { permission: 'customer_list', everywhere: true, history: { permission: 'customer_view' } },
  disputes: {
    permission: 'dispute_list',
    history: { permission: 'dispute_list', ofLocations: true },
  },
  drivers: { permission: 'driver_list', history: { permission: 'driver_view' } },
  giftCards: {
    permission: 'gift_card_list',
    marketplaceOnly: true,
    history: { permission: 'gift_card_view' },
  },
  handIns: { permission: 'driver_view' },
  imports: { permission: 'access_setting' },
  inventory: { permission: 'inventory_list', history: { permission: 'inventory_view', ofLocations: true } },
  locationRates: {
    permission: 'store_list',
    topic: 'locations',
    history: { permission: 'store_tax_comm_view', ofLocations: true },
  },
  locations: {
    permission: 'store_list',
    everywhere: true,
    history: { permission: 'store_view', ofLocations: true },
  },
  messageDrafts: { permission: 'customer_list' },
  messages: { permission: 'customer_list', history: { permission: 'customer_list' } },
  orders: { permission: 'order_list', history: { permission: 'order_view', ofLocations: true } },
  payoutAccounts: { permission: 'store_list', topic: 'locations' },
  payoutRuns: {
    permission: 'statement_payment',
    topic: 'statements',
    history: { permission: 'statement_payment' },
  },
  products: { permission: 'product_list', history: { permission: 'product_view' } },
  promotions: {
    permission: 'promotion_list',
    history: { permission: 'promotion_view', ofLocations: true },
  },
  reconciliation: {
    permission: 'reconciliation_list',
    marketplaceOnly: true,
    history: { permission: 'reconciliation_list' },
  },
  recalls: { permission: 'inventory_view', history: { permission: 'inventory_view' } },
  settings: { permission: 'access_setting', history: { permission: 'access_setting' } },
  statements: {
    permission: 'location_report',
    history: { permission: 'location_report', ofLocations: true },
  },
  // Counts can be blind: only users who decide about them see other users' results.
  stockCounts: {
    permission: 'inventory_list',
    topic: 'inventory',
    history: { permission: 'inventory_edit', ofLocations: true },
  },
  subProducts: { permission: 'sub_product_list', history: { permission: 'sub_product_view' } },
  subscriptionPlans: {
    permission: 'subscriptionPlan_list',
    history: { permission: 'subscriptionPlan_view' },
  },
  subscriptions: { permission: 'subscriptionPlan_list', history: { permission: 'subscriptionPlan_list' } },
  support: {
    permission: 'support_list',
    marketplaceOnly: true,
    history: { permission: 'support_view', ofLocations: true },
  },
  taxes: { permission: 'tax_list', history: { permission: 'tax_view' } },
  transfers: {
    permission: 'inventory_list',
    topic: 'inventory',
    history: { permission: 'inventory_view', ofLocations: true },
  },
  users: { permission: 'user_list', history: { permission: 'user_view' } },
  vendorClaims: {
    permission: 'vendor_claim_list',
    marketplaceOnly: true,
    history: { permission: 'vendor_claim_list' },
  },
  vendors: { permission: 'vendor_list', history: { permission: 'vendor_view' } },
  webhooks: { permission: 'access_setting', history: { permission: 'access_setting' } },
} as const satisfies Record<string, ChangedResource>;
export type ChangedResourceName = keyof typeof changedResources;

const resources: Readonly<Record<string, ChangedResource>> = changedResources;
export const changedResource = (name: ChangedResourceName): ChangedResource => resources[name]!;

export const isChangedResource = (name: string): name is ChangedResourceName =>
  Object.hasOwn(resources, name);

/** Whether users of certain locations get an event without a location. */
export const concernsAllLocations = (resource: string): boolean =>
  !isChangedResource(resource) || !changedResource(resource).marketplaceOnly;

/** The topic of live events about a row of the change log. Announcements are stored under their topic. */
export const topicOf = (resource: string): string =>
  (isChangedResource(resource) ? changedResource(resource).topic : undefined) ?? resource;
