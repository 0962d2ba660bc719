import { lineAmount } from '@aisle/contract/core/money';
import { distanceBetween } from '../../src/sales/orders/lines/pricing.ts';
import type { OrderPricing } from '../../src/sales/promotions/order-pricing.ts';
import type { Random } from '../data/random.ts';
import type { Good } from './catalogue.ts';
import type { Customer } from './people.ts';
import type { Shelves } from './shelves.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

export interface Checkout {
  at: number;
  customer: Customer;
  fulfilment: 'delivery' | 'pickup';
  paymentType: 'cashOnDelivery' | 'card';
  baskets: Basket[];
}
export interface Basket {
  shelves: Shelves;
  items: { good: Good; quantity: number }[];
  /** Its promotions, if any. */
  pricing?: OrderPricing | undefined;
}

/** The relative number of orders by local hour, starting at 7 in the morning. */
const hours = [2, 4, 6, 8, 9, 8, 6, 5, 6, 9, 11, 10, 7, 4, 2];
const morningUtc = 12;
/** Fridays and Saturdays are busiest. */
const weekdays = [1.05, 0.9, 0.85, 0.9, 1, 1.2, 1.25];

/** The times of orders in the days before `now`: more each week, and always some in the last minutes. */
export function momentsOf(dice: Random, start: number, now: number, orders: number): number[] {
  const days = Math.round((now - start) / day);
  const perDay = orders / days;
  const moments: number[] = [];
  for (let index = 0; index <= days; index += 1) {
    const midnight = Math.floor((start + index * day) / day) * day;
    const growth = 0.85 + (0.3 * index) / days;
    const count = Math.round(
      perDay * growth * weekdays[new Date(midnight).getUTCDay()]! * (0.93 + dice.next() * 0.14),
    );
    for (let order = 0; order < count; order += 1) {
      const hourOfDay = dice.weighted(hours.map((weight, at) => [at, weight] as const));
      moments.push(midnight + (morningUtc + hourOfDay + dice.next()) * hour);
    }
  }
  // Ensures open orders at any time of day.
  for (let order = 0; order < 44; order += 1) moments.push(now - dice.next() ** 1.4 * 140 * minute - 20_000);
  return moments.filter((at) => at > start && at < now).sort((a, b) => a - b);
}

/** The basket of a customer at a point in time; empty if the customer finds nothing. */
function shop(dice: Random, shelves: Shelves, at: number): Basket['items'] {
  const wanted = Math.max(1, Math.round(dice.normal(4.6, 2.6)));
  const items = new Map<string, Basket['items'][number]>();
  for (let tries = 0; items.size < wanted && tries < wanted * 3; tries += 1) {
    const good = shelves.browse();
    const quantity = quantityOf(dice, good);
    if (!items.has(good.id) && shelves.available(good, at) >= quantity)
      items.set(good.id, { good, quantity });
  }
  return [...items.values()];
}

function quantityOf(dice: Random, good: Good): number {
  const usual = good.soldByWeight
    ? dice.int(2, 10) / 4
    : dice.weighted([
        [1, 70],
        [2, 20],
        [3, 6],
        [4, 4],
      ] as const);
  const least = good.minPerOrder ?? 0;
  const most = good.maxPerOrder ?? Number.POSITIVE_INFINITY;
  return Math.min(most, Math.max(least, usual));
}

const worth = (items: Basket['items']): number =>
  items.reduce((sum, { good, quantity }) => sum + lineAmount(good.price, quantity), 0);

/** A customer orders, usually at the nearest store, sometimes at two. */
export function checkOut(
  dice: Random,
  at: number,
  customer: Customer,
  all: readonly Shelves[],
): Checkout | undefined {
  const home = all.find(({ store }) => store.key === customer.locationKey) ?? all[0]!;
  const first = dice.chance(0.85)
    ? home
    : dice.weighted(all.map((each) => [each, each.store.popularity] as const));
  const baskets = [{ shelves: first, items: shop(dice, first, at) }];
  if (dice.chance(0.03)) {
    const second = dice.pick(all.filter((each) => each !== first));
    baskets.push({ shelves: second, items: shop(dice, second, at) });
  }
  const filled = baskets.filter(({ items }) => items.length > 0 && worth(items) >= 1500);
  if (filled.length === 0) return undefined;
  const canCollect = filled.every(({ shelves }) => shelves.store.acceptsPickup);
  const door = customer.addresses.find(({ isDefault }) => isDefault) ?? customer.addresses[0];
  const isInReach = filled.every(
    ({ shelves: { store } }) => door && distanceBetween(store, door)! <= store.deliveryRadiusKm,
  );
  if (!isInReach && !canCollect) return undefined;
  return {
    at,
    customer,
    fulfilment: !isInReach || (canCollect && dice.chance(0.24)) ? 'pickup' : 'delivery',
    paymentType: dice.chance(0.55) ? 'cashOnDelivery' : 'card',
    baskets: filled,
  };
}
