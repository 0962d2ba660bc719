/** The first word of a path, or the first two, where it is not the resource's own name (the first word of query keys). */
const names: Record<string, string> = {
  user: 'users',
  category: 'categories',
  tax: 'taxes',
  brand: 'brands',
  driver: 'drivers',
  'hand-in': 'handIns',
  vendor: 'vendors',
  product: 'products',
  subProduct: 'subProducts',
  customer: 'customers',
  'subscription-plan': 'subscriptionPlans',
  'subscription-plan/subscription-history': 'subscriptions',
  'subscription-plan/customer': 'subscriptions',
  'subscription-plan/subscribe': 'subscriptions',
  'subscription-plan/cancel': 'subscriptions',
  'subscription-plan/pdf': 'subscriptions',
  'subscription-plan/coin-history': 'coins',
  'subscription-plan/coin-explain': 'coins',
  'subscription-plan/coin-adjust': 'coins',
  order: 'orders',
  'main-order': 'mainOrders',
  'payment-details': 'orders',
  'payment-details/statement': 'statements',
  statement: 'statements',
  store: 'locations',
  notification: 'notifications',
  'notification/bulk': 'messages',
  'notification/bulk-list': 'messages',
  'notification/bulk-results': 'messages',
  'notification/channels': 'messages',
  'notification/preview-bulk-notification': 'messages',
  'notification/send-bulk-notification': 'messages',
  'notification/test-bulk-notification': 'messages',
  'notification/stop-bulk': 'messages',
  'notification/resume-bulk': 'messages',
  'notification/unsubscribe': 'messages',
  'notification/job': 'jobs',
  job: 'jobs',
  'bulk-edit': 'bulkEdits',
  recall: 'recalls',
  'audit/history': 'histories',
  import: 'imports',
  report: 'reports',
  'report-schedule': 'reportSchedules',
  'saved-view': 'savedViews',
  webhook: 'webhooks',
  'possible-duplicate': 'possibleDuplicates',
  'commission-simulator': 'commissionSimulator',
};

/** The resource a path belongs to: '/brand/list' → 'brands'. */
export function resourceOf(path: string): string {
  const [, word = '', second] = path.split('/');
  return names[`${word}/${second}`] ?? names[word] ?? word;
}

/** Resources that change with a live topic besides the one of its name: stock is shown in other lists too. */
const alsoChanged: Record<string, readonly string[]> = {
  stock: ['inventory', 'expiry'],
  // A checkout's status is that of its orders, and orders earn coins.
  orders: ['mainOrders', 'coins'],
  // Their paths begin with the records that they change.
  orderBulk: ['orders'],
  orderMessages: ['orders'],
  bulkEdits: ['products', 'subProducts'],
  // The grid of prices and the differences of assortments are read below a location.
  prices: ['locations'],
};

/** The resources to read again after an event of a topic: whatever changes, the audit log has a new entry. */
export const resourcesChangedBy = (topic: string): readonly string[] => [
  ...new Set([topic, ...(alsoChanged[topic] ?? []), 'audit']),
];
