import type { Candidate, CheckoutLine } from '@aisle/contract/sales/promotions/engine/checkout';
import { matchesGoods } from '@aisle/contract/sales/promotions/engine/goods';
import { priceCheckout } from '@aisle/contract/sales/promotions/engine/price-checkout';
import { defaultSettings } from '@aisle/contract/system/settings';
import { type OrderPricing, pricingOf } from '../../src/sales/promotions/order-pricing.ts';
import { randomFor } from '../data/random.ts';
import type { Checkout } from './baskets.ts';
import { zone } from './payouts.ts';

/** Prices the checkouts of the past with the promotions that ran then. */
export class Offers {
  private readonly dice = randomFor('offers');
  private readonly buyers = new Set<string>();
  private readonly candidates: readonly Candidate[];

  constructor(candidates: readonly Candidate[]) {
    this.candidates = candidates;
  }

  private running(at: number): Candidate[] {
    return this.candidates.filter(
      ({ schedule: { startsAt, endsAt } }) =>
        Date.parse(startsAt) <= at && (endsAt === null || at < Date.parse(endsAt)),
    );
  }

  /** Many customers who want an item of a set buy enough of it. */
  completeSets({ at, baskets }: Checkout): void {
    const sets = this.running(at).filter(({ terms }) => setOf(terms.reward) > 0);
    for (const { shelves, items } of baskets) {
      for (const item of items) {
        const found = sets.find(({ terms }) => matchesGoods(terms.goods, lineOf(item, 0)));
        const { good, quantity } = item;
        const set = found ? setOf(found.terms.reward) : 0;
        const wanted = Math.min(set, good.maxPerOrder ?? set, shelves.available(good, at));
        if (!good.soldByWeight && wanted > quantity && this.dice.chance(0.6))
          item.quantity = Math.floor(wanted);
      }
    }
  }

  /** One for each basket; empty without a promotion. Some customers enter a code with their first order. */
  price(checkout: Checkout): OrderPricing[] {
    const { customer, at } = checkout;
    const isFirstOrder = !this.buyers.has(customer.id);
    this.buyers.add(customer.id);
    const hasCode = isFirstOrder && this.dice.chance(0.3);
    const orders = checkout.baskets.map(({ shelves, items }) => ({
      locationId: shelves.store.id,
      timeZone: zone,
      deliveryFee: 0,
      lines: items.map(lineOf),
    }));
    const lines = orders.flatMap((order) => order.lines);
    const candidates = this.running(at).filter(
      ({ code, terms }) =>
        (code === null || hasCode) && lines.some((line) => matchesGoods(terms.goods, line)),
    );
    if (candidates.length === 0) return [];
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

const lineOf = (
  { good, quantity }: Checkout['baskets'][number]['items'][number],
  index: number,
): CheckoutLine => ({
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
