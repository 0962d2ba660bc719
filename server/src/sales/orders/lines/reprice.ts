import type { Address } from '@aisle/contract/core/fields';
import { priceLine, type Totals, totalsOf } from '@aisle/contract/sales/orders/pricing';
import type { Candidate, Checkout, CheckoutLine } from '@aisle/contract/sales/promotions/engine/checkout';
import { priceCheckout } from '@aisle/contract/sales/promotions/engine/price-checkout';
import { isSalePrice } from '@aisle/contract/sales/promotions/promotion-discounts';
import { PaymentType } from '@aisle/contract/system/payment-types';
import type { Tx } from '../../../core/db/db.ts';
import { getSettings } from '../../../system/settings/settings.service.ts';
import {
  findGoodsFacts,
  findKeptPromotions,
  type GoodsFacts,
  type KeptPromotions,
} from '../../promotions/candidates.queries.ts';
import { type OrderPricing, type PromotionUse, pricingOf } from '../../promotions/order-pricing.ts';
import type { LockedLine, LockedOrder } from '../steps/order-steps.queries.ts';

/** Changed details of an order, which conditions of promotions compare. */
interface ChangedDetails {
  address: Address | null;
  slotFrom: string | null;
  paymentType: string;
  /** The delivery fee before its promotion. */
  deliveryFee: number;
}

export interface Repriced {
  lines: LockedLine[];
  /** The values of the order that follow from its promotions. */
  order: Totals &
    Pick<
      LockedOrder,
      'deliveryDiscount' | 'coinMultiplier' | 'bonusCoins' | 'discountPercent' | 'promotions'
    >;
  uses: PromotionUse[];
}

type Repriceable = Pick<
  LockedOrder,
  | 'locationId'
  | 'id'
  | 'customerId'
  | 'fulfilment'
  | 'placedAt'
  | 'paymentType'
  | 'deliveryFee'
  | 'deliveryDiscount'
>;

/**
 * Prices an order that isn't picked yet again, with the promotions that it met when it was placed. Undefined if it met none: then
 * each line keeps its price.
 */
export async function reprice(
  tx: Tx,
  order: Repriceable,
  lines: readonly LockedLine[],
  changed?: ChangedDetails,
): Promise<Repriced | undefined> {
  const kept = await findKeptPromotions(tx, order);
  if (!kept?.candidates) return undefined;
  const goods = await findGoodsFacts(
    tx,
    lines.map(({ subProductId }) => subProductId),
  );
  const { coins, taxOnVendorDiscounts } = await getSettings(tx);
  const settings = { earnPerDollar: coins.earnPerDollar, taxOnVendorDiscounts };
  const { postalCode, slotFrom } = kept.details;
  const details = {
    postalCode: changed ? (changed.address?.postalCode ?? null) : postalCode,
    slotFrom: changed ? changed.slotFrom : slotFrom,
    paymentType: changed?.paymentType ?? order.paymentType,
    deliveryFee: changed?.deliveryFee ?? order.deliveryFee + order.deliveryDiscount,
  };
  const checkout = checkoutOf(order, kept, { lines, goods, details, settings });
  const result = priceCheckout(checkout);
  const pricing = pricingOf(result.orders[0]!, checkout.orders[0]!, checkout, result);
  return applyPricing(lines, pricing);
}

function applyPricing(lines: readonly LockedLine[], pricing: OrderPricing): Repriced {
  const priced = lines.map((line) => {
    if (line.removed) return line;
    const discounts = pricing.discounts.get(line.id) ?? [];
    return priceLine({ ...line, discounts }, line.pickedQuantity ?? line.quantity, pricing.planPercent);
  });
  const { deliveryDiscount, coinMultiplier, bonusCoins, planPercent, promotions } = pricing;
  return {
    lines: priced,
    order: {
      ...totalsOf(priced, pricing.deliveryFee),
      deliveryDiscount,
      coinMultiplier,
      bonusCoins,
      discountPercent: planPercent,
      promotions,
    },
    uses: pricing.uses,
  };
}

interface Facts {
  lines: readonly LockedLine[];
  goods: ReadonlyMap<string, GoodsFacts>;
  details: KeptPromotions['details'] & Pick<ChangedDetails, 'paymentType' | 'deliveryFee'>;
  settings: Pick<Checkout['facts'], 'earnPerDollar' | 'taxOnVendorDiscounts'>;
}
function checkoutOf(
  order: Repriceable,
  kept: KeptPromotions,
  { lines, goods, details, settings }: Facts,
): Checkout {
  const { plan, source } = kept.facts;
  return {
    facts: {
      placedAt: order.placedAt,
      customer: { id: order.customerId, groupIds: [], isFirstOrder: false },
      // A fee that the plan waived is 0 already, and stays so.
      plan: plan && { ...plan, freeDeliveryAbove: null },
      fulfilment: order.fulfilment,
      paymentType: PaymentType.safeParse(details.paymentType).data,
      source,
      postalCode: order.fulfilment === 'pickup' ? null : details.postalCode,
      slot: details.slotFrom ? { from: details.slotFrom } : null,
      ...settings,
    },
    candidates: kept.candidates.map(
      ({ share, ...candidate }): Candidate => ({
        ...candidate,
        state: 'active',
        limits: { usesLeft: null, budgetLeft: null, usesPerCustomer: null, usesByCustomer: 0 },
        granted: { share },
      }),
    ),
    orders: [
      {
        locationId: order.locationId,
        timeZone: kept.timeZone,
        deliveryFee: details.deliveryFee,
        lines: lines
          .filter(({ removed }) => !removed)
          .map((line) => lineOf(line, goods.get(line.subProductId))),
      },
    ],
  };
}

const lineOf = (line: LockedLine, facts: GoodsFacts | undefined): CheckoutLine => ({
  id: line.id,
  subProductId: line.subProductId,
  productId: facts?.productId ?? null,
  brandId: facts?.brandId ?? null,
  categoryIds: facts?.categoryIds ?? [],
  tags: facts?.tags ?? [],
  unitPrice: line.unitPrice,
  isOnSale: isSalePrice(line.priceSource),
  quantity: line.quantity,
  soldByWeight: line.soldByWeight,
  taxRate: line.taxRate,
});
