import type { Candidate, CheckoutLine } from '@aisle/contract/sales/promotions/engine/checkout';
import { matchesGoods } from '@aisle/contract/sales/promotions/engine/goods';
import { priceCheckout } from '@aisle/contract/sales/promotions/engine/price-checkout';
import { defaultSettings } from '@aisle/contract/system/settings';
import { type OrderPricing, pricingOf } from '../../src/sales/promotions/order-pricing.ts';
import { randomFor } from '../data/random.ts';
import type { Checkout } from './baskets.ts';
import { zone } from './payouts.ts';

type Item = Checkout['baskets'][number]['items'][number];
interface Offer {
  candidate: Candidate;
  from: number;
  until: number;
}

/** Prices the checkouts of the past with the promotions that ran then. */
export class Offers {
  private readonly dice = randomFor('offers');
  private readonly buyers = new Set<string>();
  private readonly offers: readonly Offer[];
  private readonly byGood = new Map<string, readonly Offer[]>();

  constructor(candidates: readonly Candidate[]) {
    this.offers = candidates.map((candidate) => ({
      candidate,
      from: Date.parse(candidate.schedule.startsAt),
      until: Date.parse(candidate.schedule.endsAt ?? '9999-12-31'),
    }));
  }

  /** The promotions of an item at a time. */
  private offersOf(item: Item, at: number): Candidate[] {
    let offers = this.byGood.get(item.good.id);
    if (!offers) {
      const line = lineOf(item, 0);
      offers = this.offers.filter(({ candidate: { terms } }) => matchesGoods(terms.goods, line));
      this.byGood.set(item.good.id, offers);
    }
    return offers.filter(({ from, until }) => from <= at && at < until).map(({ candidate }) => candidate);
  }

  /** Many customers who want an item of a set buy enough of it. */
  completeSets({ at, baskets }: Checkout): void {
    for (const { shelves, items } of baskets) {
      for (const item of items) {
        const { good, quantity } = item;
        const set = Math.max(0, ...this.offersOf(item, at).map(({ terms }) => setOf(terms.reward)));
        if (good.soldByWeight || quantity >= set || !this.dice.chance(0.6)) continue;
        const wanted = Math.min(set, good.maxPerOrder ?? set, Math.floor(shelves.available(good, at)));
        item.quantity = Math.max(quantity, wanted);
      }
    }
  }

  /** One for each basket; empty without a promotion. Some customers enter a code with their first order. */
  price(checkout: Checkout): OrderPricing[] {
    const { customer, at, baskets } = checkout;
    const isFirstOrder = !this.buyers.has(customer.id);
    this.buyers.add(customer.id);
    const hasCode = isFirstOrder && this.dice.chance(0.3);
    const found = new Map<Candidate, number>();
    for (const item of baskets.flatMap(({ items }) => items)) {
      for (const offer of this.offersOf(item, at)) {
        found.set(offer, (found.get(offer) ?? 0) + item.quantity);
      }
    }
    const candidates = [...found]
      .filter(([{ code, terms }, quantity]) => (code === null || hasCode) && quantity >= setOf(terms.reward))
      .map(([offer]) => offer);
    if (candidates.length === 0) return [];
    const orders = baskets.map(({ shelves, items }) => ({
      locationId: shelves.store.id,
      timeZone: zone,
      deliveryFee: 0,
      lines: items.map(lineOf),
    }));
    const priced = {
      facts: {
        placedAt: new Date(at).toISOString(),
        customer: { id: customer.id, groupIds: [], isFirstOrder },
        plan: null,
        fulfilment: checkout.fulfilment,
        paymentType: checkout.paymentType,
        source: 'storefront' as const,
        postalCode: null,
        slot: null,
        earnPerDollar: defaultSettings.coins.earnPerDollar,
        taxOnVendorDiscounts: defaultSettings.taxOnVendorDiscounts,
      },
      orders,
      candidates,
    };
    const result = priceCheckout(priced);
    return result.orders.map((order, index) => pricingOf(order, orders[index]!, priced, result));
  }
}

const setOf = (reward: Candidate['terms']['reward']): number =>
  reward.kind === 'buyGet' ? reward.buy + reward.get : reward.kind === 'bundle' ? reward.quantity : 0;

const lineOf = ({ good, quantity }: Item, index: number): CheckoutLine => ({
  id: String(index),
  subProductId: good.id,
  productId: good.productId,
  brandId: good.brandId,
  categoryIds: good.categoryIds,
  tags: good.tags,
  unitPrice: good.price,
  isOnSale: good.isOnSale,
  quantity,
  soldByWeight: good.soldByWeight,
  taxRate: good.taxRate,
});
