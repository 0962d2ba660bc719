import type { CustomerView } from '@aisle/contract/customers/customers';
import { idOf, stored } from '../../test/records.ts';

export const customerOf = (more: Partial<CustomerView> = {}): CustomerView => ({
  ...stored,
  _id: idOf(1),
  firstName: 'Grace',
  lastName: 'Hill',
  email: null,
  phone: '+12025550123',
  status: 'active',
  marketingConsent: false,
  marketingConsentAt: null,
  marketingConsentHow: null,
  notes: null,
  coinBalance: 0,
  currentSubscription: null,
  orderCount: 0,
  lastOrderAt: null,
  addresses: [],
  lifetime: { orders: 0, total: 0 },
  worth: { refunded: 0, returns: 0, lastYear: 0, firstOrderAt: null },
  mergedInto: null,
  merged: [],
  erasedAt: null,
  lastOrders: [],
  ...more,
});
