import type { BoardRow } from '@aisle/contract/sales/orders/order-board';
import type { OrderLine } from '@aisle/contract/sales/orders/order-lines';
import type { OrderRow } from '@aisle/contract/sales/orders/order-list';
import type { Order, OrderEvent } from '@aisle/contract/sales/orders/order-view';
import type { Sellable } from '@aisle/contract/sales/orders/sellables';
import type { MoneyPlan, Refund } from '@aisle/contract/sales/refunds/refunds';

// Test data for orders.

export const id = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
export const morning = '2026-11-20T10:00:00.000Z';

export const line = (number: number, name: string, more: Partial<OrderLine> = {}): OrderLine => ({
  _id: id(100 + number),
  subProductId: id(200 + number),
  name,
  sku: `SKU-${number}`,
  unit: 'each',
  soldByWeight: false,
  quantity: 2,
  pickedQuantity: null,
  pickedBy: null,
  unitPrice: 500,
  discount: 0,
  taxRate: 0,
  tax: 0,
  total: 1000,
  substituteFor: null,
  addedByStaff: false,
  removed: false,
  answer: null,
  note: null,
  barcode: `400000000000${number}`,
  aisle: number < 3 ? 'Shelf A' : 'Shelf B',
  aisleName: null,
  walk: number,
  ...more,
});

export const order = (more: Partial<Order> = {}): Order => ({
  _id: id(1),
  number: 'A-1001',
  status: 'orderPlaced',
  dispatchStatus: 'awaiting',
  headlineStatus: 'orderPlaced',
  allowed: ['processing', 'rejected', 'cancelled'],
  version: 3,
  fulfilment: 'delivery',
  locationId: id(50),
  locationName: 'North',
  timeZone: 'UTC',
  mainOrder: { _id: id(2), number: 'C-77', source: 'storefront', externalId: 'web-5', siblings: [] },
  customer: {
    _id: id(60),
    name: 'Grace Hill',
    phone: '+12025550123',
    email: 'grace@home.example',
    accountName: null,
    earlierOrders: 0,
    recent: [],
  },
  address: null,
  distanceKm: null,
  slot: null,
  paymentType: 'cashOnDelivery',
  note: null,
  owner: null,
  tags: [],
  lines: [line(1, 'Apples'), line(2, 'Bread')],
  pickTolerancePercent: 10,
  itemsTotal: 2000,
  discountTotal: 0,
  taxTotal: 0,
  deliveryFee: 300,
  total: 2300,
  discounts: [],
  benefits: null,
  coinsUsed: 0,
  coinsEarned: 0,
  coinsToEarn: 0,
  paid: 0,
  refunded: 0,
  events: [event(1)],
  payments: [],
  refunds: [],
  returns: [],
  replacementFor: null,
  driverId: null,
  driver: null,
  handOverCode: null,
  picker: null,
  bags: null,
  comingBackFrom: null,
  cancelReason: null,
  paymentDueAt: null,
  processingAt: null,
  preparedAt: null,
  outAt: null,
  deliveredAt: null,
  createdAt: morning,
  updatedAt: morning,
  ...more,
});

export function event(number: number, more: Partial<OrderEvent> = {}): OrderEvent {
  return {
    _id: id(300 + number),
    kind: 'order',
    from: null,
    to: 'orderPlaced',
    by: 'Storefront',
    at: morning,
    note: null,
    undo: false,
    about: null,
    ...more,
  };
}

export const row = (number: number, customerName: string, more: Partial<OrderRow> = {}): OrderRow => ({
  _id: id(number),
  number: `A-100${number}`,
  locationId: id(50),
  locationName: 'North',
  timeZone: 'America/Chicago',
  customerName,
  status: 'orderPlaced',
  dispatchStatus: 'awaiting',
  headlineStatus: 'orderPlaced',
  fulfilment: 'delivery',
  unitCount: number,
  lineCount: number,
  total: number * 1000,
  paymentType: 'cashOnDelivery',
  slot: null,
  owner: null,
  tags: [],
  createdAt: morning,
  version: 1,
  ...more,
});

/** A card in the order queue. */
export const queued = (number: number, customerName: string, more: Partial<BoardRow> = {}): BoardRow => ({
  ...row(number, customerName),
  note: null,
  cashDue: 0,
  driverName: null,
  handOverCode: null,
  picker: null,
  bags: null,
  comingBackFrom: null,
  ...more,
});

export const sellable = (number: number, name: string, more: Partial<Sellable> = {}): Sellable => ({
  subProductId: id(400 + number),
  productId: id(500 + number),
  name,
  sku: `NEW-${number}`,
  barcode: null,
  unit: 'each',
  soldByWeight: false,
  price: 650,
  available: 9,
  minPerOrder: null,
  maxPerOrder: null,
  sameCategory: true,
  ...more,
});

export const refund = (number: number, more: Partial<Refund> = {}): Refund => ({
  _id: id(600 + number),
  status: 'refundInitiated',
  allowed: [],
  amount: 1000,
  lines: [],
  deliveryFee: 0,
  reason: 'Broken',
  coins: 0,
  coinsNotTaken: 0,
  inCoins: 0,
  coinsReturned: 0,
  byHand: true,
  reference: null,
  problem: null,
  nextTryAt: null,
  returnId: null,
  createdAt: morning,
  refundedAt: null,
  version: 2,
  ...more,
});

export const moneyPlan = (more: Partial<MoneyPlan> = {}): MoneyPlan => ({
  lines: [],
  goods: 2000,
  discount: 0,
  tax: 0,
  deliveryFee: 300,
  deliveryFeeRefundable: 300,
  amount: 2300,
  refund: 0,
  released: 2300,
  commission: 0,
  coins: 0,
  coinsNotTaken: 0,
  coinsWorth: 0,
  payout: 0,
  inBooks: false,
  by: null,
  inCoins: 0,
  coinsReturned: 0,
  refundable: 2300,
  ...more,
});

/** The pending payment of an order. */
export const duePayment = (amount = 2300): Order['payments'][number] => ({
  _id: id(11),
  kind: 'cashOnDelivery',
  provider: null,
  status: 'due',
  amount,
  reference: null,
  underWay: null,
  problem: null,
  createdAt: morning,
  updatedAt: morning,
});

/** A customer found by the order form. */
export const grace = {
  _id: id(60),
  name: 'Grace Hill',
  phone: '+12025550123',
  email: null,
  status: 'active',
} as const;
