import type { PromotionTerms } from '../promotion-terms.ts';
import type { Candidate, Checkout, CheckoutFacts, CheckoutLine } from './checkout.ts';

const goods = { categoryIds: [], brandIds: [], productIds: [], subProductIds: [], tags: [] };
export const allGoods = { ...goods, exclude: goods, includeSale: true };
export const only = (...subProductIds: string[]) => ({ ...allGoods, subProductIds });

export const facts: CheckoutFacts = {
  placedAt: '2026-12-01T18:00:00Z',
  customer: { id: 'customer', groupIds: [], isFirstOrder: false },
  plan: null,
  fulfilment: 'pickup',
  paymentType: 'cashOnDelivery',
  source: 'staff',
  postalCode: null,
  slot: null,
  earnPerDollar: 1,
  taxOnVendorDiscounts: true,
};

export function promotion(
  number: number,
  reward: PromotionTerms['reward'],
  { terms, ...rest }: Partial<Omit<Candidate, 'terms'>> & { terms?: Partial<PromotionTerms> } = {},
): Candidate {
  return {
    promotionId: `promotion-${number}`,
    number,
    edition: 1,
    label: `Offer ${number}`,
    terms: {
      reward,
      goods: allGoods,
      conditions: {
        minGoods: 0,
        minQuantity: 0,
        firstOrder: false,
        fulfilment: null,
        paymentTypes: [],
        sources: [],
        postalCodes: [],
      },
      audience: { customerGroupIds: [], planIds: [], customerIds: [] },
      combines: { goods: true, order: true, delivery: true, plan: true },
      funding: { marketplace: 100, location: 0, vendor: 0, vendorId: null },
      ...terms,
    },
    code: null,
    locationIds: null,
    schedule: { startsAt: '2026-01-01T00:00:00Z', endsAt: null, weekly: [], by: 'placed' },
    state: 'active',
    limits: { usesLeft: null, budgetLeft: null, usesPerCustomer: null, usesByCustomer: 0 },
    granted: null,
    ...rest,
  };
}

export const line = (
  id: string,
  unitPrice: number,
  quantity = 1,
  more: Partial<CheckoutLine> = {},
): CheckoutLine => ({
  id,
  subProductId: id,
  productId: `product-${id}`,
  brandId: null,
  categoryIds: [],
  tags: [],
  unitPrice,
  isOnSale: false,
  quantity,
  soldByWeight: false,
  taxRate: 0,
  ...more,
});

/** A checkout at one location. */
export const checkoutOf = (
  lines: CheckoutLine[],
  candidates: Candidate[],
  { deliveryFee = 0, ...more }: Partial<CheckoutFacts> & { deliveryFee?: number } = {},
): Checkout => ({
  facts: { ...facts, ...more },
  orders: [{ locationId: 'store', timeZone: 'America/Chicago', lines, deliveryFee }],
  candidates,
});

export const percent = (value: number, maxAmount: number | null = null) => ({
  kind: 'percent' as const,
  percent: value,
  maxAmount,
});
export const buyGet = (
  buy: number,
  get: number,
  more: { percent?: number; times?: number | null; getGoods?: PromotionTerms['goods'] } = {},
) => ({
  kind: 'buyGet' as const,
  buy,
  get,
  percent: 100,
  getGoods: null,
  times: null,
  ...more,
});
