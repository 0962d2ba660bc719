import type { AuditedResource } from '@aisle/contract/audit-sentences';
import type { AuditListed } from '@aisle/contract/system/audit';
import type { Destination } from '../../core/pages/screens.ts';

/** The page of a record by its resource, or the list that finds the record by its name. */
const pages: Partial<Record<AuditedResource, (id: string, name: string | undefined) => Destination>> = {
  brands: (_, search) => ({ to: '/brand', search: { search } }),
  categories: (id) => ({ to: '/category', search: { id } }),
  customerGroups: (id) => ({ to: '/customer-groups/view/$id', params: { id } }),
  customers: (id) => ({ to: '/customers/view/$id', params: { id } }),
  drivers: (id) => ({ to: '/driver/view/$id', params: { id } }),
  imports: (id) => ({ to: '/imports', search: { id } }),
  inventory: (id) => ({ to: '/inventory/view/$id', params: { id } }),
  locationRates: (id) => ({ to: '/locations/locationTax/$id', params: { id } }),
  locations: (id) => ({ to: '/locations/view/$id', params: { id } }),
  messages: (id) => ({ to: '/messages/view/$id', params: { id } }),
  orders: (id) => ({ to: '/orders/view/$id', params: { id } }),
  payoutAccounts: (id) => ({ to: '/locations/view/$id', params: { id } }),
  payoutRuns: (id) => ({ to: '/statements/payout-runs/$id', params: { id } }),
  products: (id) => ({ to: '/products/view/$id', params: { id } }),
  promotions: (id) => ({ to: '/promotions/view/$id', params: { id } }),
  recalls: (id) => ({ to: '/recalls/view/$id', params: { id } }),
  statements: (id) => ({ to: '/statements/$id', params: { id } }),
  stockCounts: (id) => ({ to: '/inventory/counts/$id', params: { id } }),
  subProducts: (_, search) => ({ to: '/products/variants', search: { search } }),
  subscriptionPlans: (_, search) => ({ to: '/subscription', search: { search } }),
  subscriptions: (_, search) => ({ to: '/subscription-history', search: { search } }),
  support: (id) => ({ to: '/supports/$id', params: { id } }),
  taxes: (_, search) => ({ to: '/tax', search: { search } }),
  transfers: (id) => ({ to: '/inventory/transfers/$id', params: { id } }),
  users: (_, search) => ({ to: '/users', search: { search } }),
  vendors: (id) => ({ to: '/vendors/view/$id', params: { id } }),
  webhooks: (id) => ({ to: '/settings/webhooks/$id', params: { id } }),
};
const found: Readonly<Partial<Record<string, (typeof pages)[AuditedResource]>>> = pages;

/** The page of an entry's record; undefined if it has none, or was deleted. */
export function pageOfRecord({
  resource,
  recordId,
  recordName,
  recordExists,
}: AuditListed): Destination | undefined {
  if (!recordId || !recordExists) return undefined;
  return found[resource]?.(recordId, recordName ?? undefined);
}
