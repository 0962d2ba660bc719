import { z } from 'zod';
import { From, Id, Instant, UpTo } from '../core/fields.ts';
import { pageOf, pageRequest } from '../core/page.ts';
import { partOfRecord, routes, without } from '../core/route.ts';
import type { Permission } from '../permissions.ts';

export const AuditEntry = z.object({
  _id: Id,
  at: Instant,
  /** Null for a program. */
  userId: Id.nullable(),
  /** The name at that time: it outlives the user. */
  actorName: z.string(),
  action: z.string(),
  /** The resource's plural name: 'brands'. */
  resource: z.string(),
  recordId: Id.nullable(),
  locationId: Id.nullable(),
  before: z.unknown(),
  after: z.unknown(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** In the log of everything, where it does not go without saying what an entry is about. */
export const AuditListed = AuditEntry.extend({
  /** The current or last name of the record; null if it has neither name nor number. */
  recordName: z.string().nullable(),
});
export type AuditListed = z.infer<typeof AuditListed>;

/** How people and programs get in: what the log says of accounts beside what was changed. */
export const accountActions = [
  'signedIn',
  'signInFailed',
  'signedOut',
  'sessionsEnded',
  'refused',
  'passwordLinkRequested',
  'reset-password',
  'change-password',
  'add-second-factor',
  'remove-second-factor',
  'reset-second-factor',
  'new-recovery-codes',
  'use-recovery-code',
  'keyFirstUsed',
  'viewedAs',
  'viewAsEnded',
] as const;

interface History {
  /** The permission to view a record is enough to view its history. */
  permission: Permission;
  /** Entries belong to a location: people of single locations see those of theirs. */
  ofLocations?: true;
}
/** The records whose history can be read one by one, by the name of their resource in the log. */
export const histories = {
  apiKeys: { permission: 'access_setting' },
  brands: { permission: 'brand_list' },
  categories: { permission: 'category_view' },
  customers: { permission: 'customer_view' },
  drivers: { permission: 'driver_view' },
  inventory: { permission: 'inventory_view', ofLocations: true },
  locationRates: { permission: 'store_tax_comm_view', ofLocations: true },
  locations: { permission: 'store_view', ofLocations: true },
  messages: { permission: 'customer_list' },
  orders: { permission: 'order_view', ofLocations: true },
  payoutRuns: { permission: 'statement_payment' },
  products: { permission: 'product_view' },
  recalls: { permission: 'inventory_view' },
  settings: { permission: 'access_setting' },
  statements: { permission: 'location_report', ofLocations: true },
  // Counting may be blind: only those who decide see what others counted.
  stockCounts: { permission: 'inventory_edit', ofLocations: true },
  subProducts: { permission: 'sub_product_view' },
  subscriptionPlans: { permission: 'subscriptionPlan_view' },
  subscriptions: { permission: 'subscriptionPlan_list' },
  support: { permission: 'support_view', ofLocations: true },
  taxes: { permission: 'tax_view' },
  transfers: { permission: 'inventory_view', ofLocations: true },
  users: { permission: 'user_view' },
  vendors: { permission: 'vendor_view' },
  webhooks: { permission: 'access_setting' },
} as const satisfies Record<string, History>;
export type HistoryResource = keyof typeof histories;
/** The settings are one record. */
export const settingsId = '00000000-0000-0000-0000-000000000000';

export const historyOf = (resource: string): History | undefined =>
  Object.hasOwn(histories, resource) ? histories[resource as HistoryResource] : undefined;

/** Entries about accounts that are no changes, for users who can read the whole log. */
export const onlyInTheLog = [...accountActions, 'assign-roles'] as const;

export const AuditPage = pageRequest(['at'], {
  resource: z.string().max(100),
  action: z.string().max(100),
  recordId: Id,
  userId: Id,
  from: From,
  to: UpTo,
});
export type AuditPage = z.infer<typeof AuditPage>;

export const auditRoutes = routes('audit', {
  list: {
    method: 'POST',
    path: '/audit/list',
    permission: 'access_setting',
    summary: 'Lists who changed what, newest first by default',
    body: AuditPage,
    data: pageOf(AuditListed),
    reads: true,
    list: { screen: '/audit', exportAs: 'audit' },
  },
  history: {
    method: 'POST',
    path: '/audit/history/{name}/{id}',
    /** And what viewing the record takes, by its resource: see `histories`. */
    permission: 'signedIn',
    summary:
      'Lists who changed one record, newest first by default. The name is its resource, such as brands. Takes the permission to view the record',
    body: pageRequest(['at'], {}),
    data: pageOf(AuditEntry),
    reads: true,
    resource: 'histories',
    list: {
      screen: partOfRecord,
      exportAs: without('The audit log exports it'),
      liveTopic: without('It is opened to be read once'),
    },
  },
});
