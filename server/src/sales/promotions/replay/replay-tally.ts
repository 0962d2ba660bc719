import { lineAmount } from '@aisle/contract/core/money';
import type { Candidate } from '@aisle/contract/sales/promotions/engine/checkout';
import { discountOfPromotion } from '@aisle/contract/sales/promotions/engine/price-checkout';
import { chosenOf, type PricedCheckoutOrder } from '@aisle/contract/sales/promotions/engine/price-order';
import { funders } from '@aisle/contract/sales/promotions/funders';
import type { Funded } from '@aisle/contract/sales/promotions/promotion-discounts';
import { maxReplayExamples, type ReplayResult } from '@aisle/contract/sales/promotions/promotion-replay';
import type { PastCheckout, PastLine, PastOrder } from './replay.queries.ts';

type Sums = Pick<ReplayResult, 'orders' | 'ordersTouched' | 'discount'>;
export type Tally = Omit<
  ReplayResult,
  'from' | 'until' | 'assumesCode' | 'ordersWithCode' | 'byLocation' | 'byDay'
> & {
  locations: Map<string, ReplayResult['byLocation'][number]>;
  days: Map<string, ReplayResult['byDay'][number]>;
};

const noSums: Sums = { orders: 0, ordersTouched: 0, discount: 0 };
export const emptyTally = (): Tally => ({
  ...noSums,
  uses: 0,
  byFunder: { marketplace: 0, location: 0, vendor: 0 },
  revenue: 0,
  marginBefore: 0,
  marginAfter: 0,
  coins: 0,
  examples: [],
  locations: new Map(),
  days: new Map(),
});

/** The orders of a checkout in one sequence, priced without and with the promotion. */
export interface Repriced {
  checkout: PastCheckout;
  before: readonly PricedCheckoutOrder[];
  after: readonly PricedCheckoutOrder[];
}

/** Adds a checkout and returns the discount that the promotion gives it; null if it doesn't apply. */
export function addCheckout(
  tally: Tally,
  { checkout, before, after }: Repriced,
  promotion: Candidate,
): number | null {
  let discount: number | null = null;
  for (const [index, order] of checkout.orders.entries()) {
    const found = addOrder(tally, { checkout, order, was: before[index]!, is: after[index]! }, promotion);
    if (found !== null) discount = (discount ?? 0) + found;
  }
  if (discount !== null) tally.uses += 1;
  return discount;
}

interface RepricedOrder {
  checkout: PastCheckout;
  order: PastOrder;
  was: PricedCheckoutOrder;
  is: PricedCheckoutOrder;
}
function addOrder(
  tally: Tally,
  { checkout, order, was, is }: RepricedOrder,
  promotion: Candidate,
): number | null {
  const isTouched = chosenOf(is.choice).includes(promotion);
  const discount = isTouched ? discountOfPromotion(promotion, is) : 0;
  const { locationId, locationName, day } = order;
  for (const sums of [
    tally,
    entryOf(tally.locations, locationId, { ...noSums, locationId, name: locationName }),
    entryOf(tally.days, day, { ...noSums, day }),
  ]) {
    sums.orders += 1;
    sums.ordersTouched += isTouched ? 1 : 0;
    sums.discount += discount;
  }
  const revenue = was.itemsTotal - was.discountTotal;
  tally.revenue += revenue;
  tally.marginBefore += revenue - costOf(order.lines);
  tally.marginAfter += revenue - costOf(order.lines) - (ownPart(is) - ownPart(was));
  tally.coins += is.coins - was.coins;
  if (!isTouched) return null;
  for (const funder of funders) tally.byFunder[funder] += fundedOf(promotion, is)[funder];
  tally.examples = [
    ...tally.examples,
    {
      orderId: order.orderId,
      number: order.number,
      locationName,
      placedAt: checkout.placedAt,
      totalBefore: was.total,
      totalAfter: is.total,
      discount,
    },
  ]
    .sort((a, b) => b.discount - a.discount)
    .slice(0, maxReplayExamples);
  return discount;
}

function entryOf<Entry>(entries: Map<string, Entry>, key: string, empty: Entry): Entry {
  const entry = entries.get(key) ?? empty;
  entries.set(key, entry);
  return entry;
}

const costOf = (lines: readonly PastLine[]): number =>
  lines.reduce((sum, { cost, quantity }) => sum + lineAmount(cost, quantity), 0);

/** The discounts of an order that no vendor pays. */
const ownPart = ({ lines, deliveryDiscount, deliveryFunded }: PricedCheckoutOrder): number =>
  lines.reduce(
    (sum, { discount, discounts }) =>
      sum + discount - discounts.reduce((paid, { funded }) => paid + funded.vendor, 0),
    deliveryDiscount - deliveryFunded.vendor,
  );

/** Who pays the promotion's discount of an order. */
function fundedOf(promotion: Candidate, { lines, choice, deliveryFunded }: PricedCheckoutOrder): Funded {
  const onItems = lines.flatMap(({ discounts }) =>
    discounts.filter(({ candidate }) => candidate === promotion).map(({ funded }) => funded),
  );
  const all = choice.delivery === promotion ? [...onItems, deliveryFunded] : onItems;
  const sumOf = (funder: keyof Funded) => all.reduce((sum, funded) => sum + funded[funder], 0);
  return { marketplace: sumOf('marketplace'), location: sumOf('location'), vendor: sumOf('vendor') };
}
