import type { BodyInputOf, DataOf } from '@aisle/contract/core/route';
import type { PlanBenefits } from '@aisle/contract/customers/subscription-plans';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { assign, receive } from '../catalogue-builders.ts';
import { addDriver } from '../driver-builders.ts';
import { addGoods, addOrderLocation } from '../order-builders.ts';
import { addSubscriber } from '../plan-builders.ts';
import type { Person, Shop } from '../shop.ts';
import { addSubscriber as addMember, addPlan } from '../subscription-builders.ts';

/** The possible events in a shop, some more often than others. */
export const kinds = [
  ...(['order', 'order', 'order', 'order', 'order', 'order', 'order', 'order', 'order', 'order'] as const),
  ...([
    'step',
    'step',
    'undo',
    'cancel',
    'cancelSome',
    'edit',
    'substitute',
    'weigh',
    'add',
    'pay',
    'details',
  ] as const),
  ...([
    'refundEarly',
    'payByCard',
    'payByCard',
    'toDoor',
    'toDoor',
    'toDoor',
    'toDoor',
    'drive',
    'expire',
  ] as const),
  ...(['gateway', 'askBack', 'askBack', 'stepBack', 'refund', 'refund', 'stepRefund', 'stepRefund'] as const),
  ...(['receive', 'adjust', 'transfer', 'arrive', 'count'] as const),
  ...(['adjustOwed', 'state', 'payOut', 'payOut', 'voidPayout', 'discard'] as const),
  ...(['giveCoins', 'giveCoins', 'oldCoins', 'night', 'subscribe', 'endSubscription', 'renew'] as const),
] as const;
/** One event; `pick` and `amount` select the records that it applies to. */
export interface Happening {
  what: (typeof kinds)[number];
  pick: number;
  amount: number;
}

/** The part of a marketplace that events apply to. */
export interface World {
  shop: Shop;
  manager: Person;
  locations: string[];
  goods: string[];
  drivers: string[];
  /** Customers with benefits of a plan. */
  subscribers: string[];
  /** Customers who start and cancel subscriptions to these plans. */
  members: string[];
  plans: string[];
  /** Only the latest orders; older ones stay unchanged. */
  orders: string[];
  transfers: string[];
  placed: number;
}

const benefitsOfSubscribers: readonly Partial<PlanBenefits>[] = [
  { discountPercent: 7.375, coinMultiplier: 1.5 },
  { discountPercent: 33.333, freeDeliveryAbove: 1500 },
  { coinMultiplier: 2.5, freeDeliveryAbove: 0 },
];

/** Locations that all sell the same three items: by the piece, by weight, and with an expiration date. */
export async function addWorld(shop: Shop, manager: Person, places: number, stock = 30): Promise<World> {
  const locations: string[] = [];
  for (let count = 0; count < places; count += 1) {
    locations.push(await addOrderLocation(shop, { deliveryFee: { base: 199, perMile: 101 } }));
  }
  const [first, ...others] = locations as [string, ...string[]];
  const goods = [
    await addGoods(shop, first, { stock, price: 333 }),
    await addGoods(shop, first, { stock, price: 777, byWeight: true }),
    await addGoods(shop, first, { stock, expiresOn: '2099-02-02' }),
  ];
  for (const location of others) {
    for (const one of goods) {
      await assign(shop, location, one);
      await receive(shop, location, one, { quantity: stock });
    }
  }
  const drivers: string[] = [];
  while (drivers.length < 3) drivers.push(await addDriver(manager, first, { locationIds: locations }));
  const subscribers: string[] = [];
  for (const benefits of benefitsOfSubscribers) {
    subscribers.push((await addSubscriber(shop, manager, benefits)).customerId);
  }
  const members: string[] = [];
  while (members.length < 3) members.push(await addMember(manager));
  const plans = [
    (await addPlan(manager, { benefits: { discountPercent: 12.5 } }))._id,
    (await addPlan(manager, { price: 9900, period: 'quarterly', benefits: { coinMultiplier: 3 } }))._id,
  ];
  const people = { drivers, subscribers, members, plans };
  return { shop, manager, locations, goods, ...people, orders: [], transfers: [], placed: 0 };
}

export const choose = <Item>(items: readonly Item[], pick: number): Item | undefined =>
  items[pick % items.length];

export const remember = (ids: string[], id: string): void => {
  ids.push(id);
  if (ids.length > 60) ids.shift();
};

export type OrderOfWorld = DataOf<typeof orderRoutes.view>;
export const viewOf = ({ manager }: World, id: string): Promise<OrderOfWorld> =>
  manager.do(orderRoutes.view, { params: { id } });

type Step = BodyInputOf<typeof orderRoutes.updateStatus>;
/** Takes steps until one fails. A step that the order no longer allows is a 409 like any other. */
export async function walk({ manager }: World, id: string, steps: readonly Step[]): Promise<number> {
  for (const body of steps) {
    const { status } = await manager.call(orderRoutes.updateStatus, { params: { id }, body });
    if (status !== 200) return status;
  }
  return 200;
}
