import { type DispatchStatus, headlineOf, type OrderStatus } from '@aisle/contract/sales/orders/order-flow';
import { isCalledOff } from '@aisle/contract/sales/orders/order-status-groups';
import { random } from '../../../server/seed/data/random.ts';
import type { Marketplace } from './marketplace.ts';

const minute = 60_000;
const day = 1440 * minute;

/** One order in its current state. The generator reuses the object, so callers must not keep it. */
export interface Order {
  index: number;
  mainOrder: number;
  /** A main order can be split over two locations. */
  isFirstOfMain: boolean;
  customer: number;
  location: number;
  status: OrderStatus;
  dispatchStatus: DispatchStatus | null;
  headlineStatus: string;
  fulfilment: 'delivery' | 'pickup';
  paymentType: 'cashOnDelivery' | 'card';
  lines: Line[];
  itemsTotal: number;
  taxTotal: number;
  deliveryFee: number;
  total: number;
  /** When it was placed, and when it reached each later status; absent for statuses that it didn't reach. */
  placedAt: number;
  reached: Reached[];
  commissionRate: number;
}
interface Line {
  slot: number;
  subProduct: number;
  /** The quantity in thousandths. */
  quantity: number;
  goods: number;
  tax: number;
}
interface Reached {
  status: OrderStatus;
  at: number;
}

const wayOfDelivery: OrderStatus[] = [
  'processing',
  'prepared',
  'awaitingForDelivery',
  'outOfDelivery',
  'delivered',
];
const wayOfPickup: OrderStatus[] = ['processing', 'prepared', 'pickup', 'delivered'];

/** The outcomes of old orders, and of those of the last three days. */
const oldEnds = [
  ['delivered', 930],
  ['cancelled', 45],
  ['rejected', 10],
  ['expired', 8],
  ['failed', 7],
] as const satisfies [OrderStatus, number][];
const recentEnds = [
  ['pending', 50],
  ['orderPlaced', 330],
  ['processing', 150],
  ['prepared', 60],
  ['awaitingForDelivery', 80],
  ['outOfDelivery', 60],
  ['delivered', 240],
  ['cancelled', 30],
] as const satisfies [OrderStatus, number][];

/** All orders in the order in which they were placed; every call returns the same ones. */
export function* everyOrder(market: Marketplace): Generator<Order> {
  const { size, now, start, subProducts, locations } = market;
  const dice = random(size.orders);
  const lines = Array.from(
    { length: size.linesPerOrder },
    (): Line => ({ slot: 0, subProduct: 0, quantity: 0, goods: 0, tax: 0 }),
  );
  const order = { lines, reached: [] as Reached[] } as unknown as Order;
  let mainOrder = -1;
  let splits = false;
  for (let index = 0; index < size.orders; index += 1) {
    order.index = index;
    order.isFirstOfMain = !splits;
    if (splits) {
      // The rest of the main order, at the customer's other location.
      splits = false;
      const { home, second } = market.customer(order.customer);
      order.location = order.location === home ? second : home;
    } else {
      mainOrder += 1;
      order.customer = Math.floor(dice.next() ** 1.6 * size.customers);
      const { home, second } = market.customer(order.customer);
      order.location = dice.chance(0.85) ? home : second;
      order.placedAt = Math.floor(
        start + ((index + dice.next() * 0.9) / size.orders) * (now - start - 2 * minute),
      );
      order.fulfilment = dice.chance(0.8) ? 'delivery' : 'pickup';
      order.paymentType = dice.chance(0.6) ? 'cashOnDelivery' : 'card';
      splits = index + 1 < size.orders && dice.chance(0.08);
    }
    order.mainOrder = mainOrder;
    order.commissionRate = locations[order.location]!.commissionRate;
    decideStatus();
    fillLines();
    yield order;
  }

  function decideStatus(): void {
    const age = now - order.placedAt;
    let status: OrderStatus = dice.weighted<OrderStatus>(age > 3 * day ? oldEnds : recentEnds);
    // Delivery takes time.
    if (status === 'delivered' && age < 4 * 60 * minute) status = 'orderPlaced';
    const way = order.fulfilment === 'delivery' ? wayOfDelivery : wayOfPickup;
    if (order.fulfilment === 'pickup' && (status === 'awaitingForDelivery' || status === 'outOfDelivery')) {
      status = 'pickup';
    }
    order.status = status;
    order.reached.length = 0;
    const steps = isCalledOff(status) ? [status] : way.slice(0, way.indexOf(status) + 1);
    let at = order.placedAt;
    for (const [step, reached] of steps.entries()) {
      at = Math.min(at + dice.int(2 * minute, 40 * minute), now - (steps.length - step) * 1000);
      order.reached.push({ status: reached, at });
    }
    order.dispatchStatus = dispatchOf();
    order.headlineStatus = headlineOf(order);
  }

  function dispatchOf(): DispatchStatus | null {
    if (order.fulfilment === 'pickup' || isCalledOff(order.status)) return null;
    if (order.status === 'awaitingForDelivery') return dice.chance(0.6) ? 'inQueue' : 'offQueue';
    return order.status === 'outOfDelivery' || order.status === 'delivered' ? 'offQueue' : 'awaiting';
  }

  function fillLines(): void {
    order.itemsTotal = 0;
    order.taxTotal = 0;
    for (const [position, line] of order.lines.entries()) {
      do line.slot = Math.floor(dice.next() ** 2 * size.assortment);
      while (takenBefore(position, line.slot));
      line.subProduct = market.subProductAt(order.location, line.slot);
      const { price, taxRate, soldByWeight } = subProducts[line.subProduct]!;
      line.quantity = soldByWeight ? dice.int(300, 2500) : 1000 * (dice.chance(0.65) ? 1 : dice.int(2, 4));
      // The rounding rule of the contract (half up, once per line). The amounts are small enough for numbers.
      line.goods = Math.floor((price * line.quantity + 500) / 1000);
      line.tax = Math.floor((line.goods * Math.round(taxRate * 1000) + 50_000) / 100_000);
      order.itemsTotal += line.goods;
      order.taxTotal += line.tax;
    }
    order.deliveryFee = order.fulfilment === 'delivery' ? dice.pick([0, 399, 499, 599]) : 0;
    order.total = order.itemsTotal + order.taxTotal + order.deliveryFee;
  }

  function takenBefore(position: number, slot: number): boolean {
    for (let earlier = 0; earlier < position; earlier += 1) {
      if (order.lines[earlier]!.slot === slot) return true;
    }
    return false;
  }
}

/** When the order reached a status; undefined if it didn't. */
export const reachedAt = (order: Order, status: OrderStatus): number | undefined =>
  order.reached.find((each) => each.status === status)?.at;

export const isDelivered = (order: Order): boolean => order.status === 'delivered';
export const isEnded = (order: Order): boolean => isCalledOff(order.status);
