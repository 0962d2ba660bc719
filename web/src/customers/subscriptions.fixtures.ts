import type { SubscriptionPlan } from '@aisle/contract/customers/subscription-plans';
import type { Subscribed, Subscription } from '@aisle/contract/customers/subscriptions';
import { idOf } from '../../test/records.ts';

const at = '2026-11-20T16:00:00.000Z';

export const planOf = (more: Partial<SubscriptionPlan> = {}): SubscriptionPlan => ({
  _id: idOf(1),
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
  _id: idOf(20),
  customerId: idOf(10),
  customerName: 'Grace Hill',
  planId: idOf(1),
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
