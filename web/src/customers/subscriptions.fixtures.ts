import type { CustomerView } from '@aisle/contract/customers/customers';
import type { SubscriptionPlan } from '@aisle/contract/customers/subscription-plans';
import type { Subscribed, Subscription } from '@aisle/contract/customers/subscriptions';

const id = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const at = '2026-11-20T16:00:00.000Z';

export const planOf = (more: Partial<SubscriptionPlan> = {}): SubscriptionPlan => ({
  _id: id(1),
  name: 'Fresh',
  description: null,
  price: 999,
  period: 'monthly',
  benefits: { freeDeliveryAbove: 3500, discountPercent: 5, coinMultiplier: 1 },
  status: true,
  subscribers: 12,
  monthlyIncome: 11_988,
  churned: 1,
  churnShare: 7.7,
  nextRenewalAt: '2026-11-28T16:00:00.000Z',
  createdAt: at,
  updatedAt: at,
  version: 3,
  ...more,
});

export const subscriptionOf = (more: Partial<Subscription> = {}): Subscription => ({
  _id: id(20),
  customerId: id(10),
  customerName: 'Grace Hill',
  planId: id(1),
  edition: {
    number: 1,
    name: 'Fresh',
    price: 999,
    period: 'monthly',
    benefits: { freeDeliveryAbove: 3500, discountPercent: 5, coinMultiplier: 1 },
  },
  startsAt: at,
  endsAt: '2026-12-20T16:00:00.000Z',
  status: 'current',
  isExpired: false,
  autoRenew: true,
  paymentType: 'card',
  pricePaid: 999,
  refunded: 0,
  payments: [],
  cancelledAt: null,
  reason: null,
  invoiceNumber: 'I-50001',
  timeZone: 'America/Chicago',
  previousId: null,
  createdAt: at,
  ...more,
});

export const subscribedOf = (more: Partial<Subscribed> = {}): Subscribed => ({
  ...subscriptionOf(),
  price: 2000,
  credit: 640,
  total: 1360,
  refund: 0,
  unusedDays: 19,
  periodDays: 30,
  benefitsGained: ['10% off goods'],
  benefitsLost: ['5% off goods'],
  invoiceLines: [
    { text: 'Plus, monthly, 11/22/2026 to 12/22/2026', amount: 2000 },
    { text: 'Credit for 19 unused days of Fresh', amount: -640 },
  ],
  ...more,
});

export const customerOf = (more: Partial<CustomerView> = {}): CustomerView => ({
  _id: id(10),
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
  createdAt: at,
  updatedAt: at,
  version: 1,
  addresses: [],
  lifetime: { orders: 0, total: 0 },
  worth: { refunded: 0, returns: 0, lastYear: 0, firstOrderAt: null },
  mergedInto: null,
  merged: [],
  erasedAt: null,
  lastOrders: [],
  ...more,
});
