import { percentOf } from '@aisle/contract/core/money';
import type { CheckoutFacts, CheckoutLine } from '@aisle/contract/sales/promotions/engine/checkout';
import { checkEligibility } from '@aisle/contract/sales/promotions/engine/eligibility';
import { indexLines, matchesGoods } from '@aisle/contract/sales/promotions/engine/goods';
import type { ItemOffers, OffersInput } from '@aisle/contract/sales/promotions/promotions';
import type { Tx } from '../../../core/db/db.ts';
import { wrongField } from '../../../core/problem.ts';
import {
  findShelf,
  type Memberships,
  membershipsOf,
  type RunningPromotion,
  runningPromotions,
  type ShelfItem,
} from './offers.queries.ts';

/** The promotions that the shelf of a storefront shows, by item. Items without any are included. */
export async function offersOf(
  tx: Tx,
  { locationId, subProductIds, customerId }: OffersInput,
): Promise<ItemOffers[]> {
  const shelf = await findShelf(tx, locationId, subProductIds);
  if (!shelf) throw wrongField('locationId', 'Not found');
  const running = await runningPromotions(tx, locationId);
  const groupIds = running.flatMap(({ terms }) => terms.audience.customerGroupIds);
  const facts = factsOf(
    customerId === undefined
      ? undefined
      : { id: customerId, ...(await membershipsOf(tx, customerId, groupIds)) },
  );
  const open = running.filter((promotion) =>
    runsNow(promotion, { locationId, timeZone: shelf.timeZone }, facts),
  );
  const items = new Map(shelf.items.map((item) => [item.subProductId, item]));
  return [...new Set(subProductIds)].map((subProductId) => {
    const item = items.get(subProductId);
    return { subProductId, offers: item ? open.flatMap((promotion) => offerOn(item, promotion)) : [] };
  });
}

/** Everything but the time and the customer is open. */
const factsOf = (customer: (Memberships & { id: string }) | undefined): CheckoutFacts => ({
  placedAt: new Date().toISOString(),
  customer: customer && { id: customer.id, groupIds: customer.groupIds, isFirstOrder: true },
  plan: customer?.planId
    ? {
        planId: customer.planId,
        name: '',
        discountPercent: 0,
        freeDeliveryAbove: null,
        coinMultiplier: 1,
      }
    : null,
  fulfilment: 'delivery',
  paymentType: undefined,
  source: 'storefront',
  postalCode: undefined,
  slot: undefined,
  earnPerDollar: 0,
  taxOnVendorDiscounts: true,
});

/** Whether all conditions are met except those on the goods, which the basket decides. */
function runsNow(
  { terms, ...promotion }: RunningPromotion,
  place: { locationId: string; timeZone: string },
  facts: CheckoutFacts,
): boolean {
  const conditions = { ...terms.conditions, fulfilment: null };
  const { refusal } = checkEligibility(
    {
      ...promotion,
      terms: { ...terms, conditions },
      code: null,
      locationIds: null,
      state: 'active',
      limits: { usesLeft: null, budgetLeft: null, usesPerCustomer: null, usesByCustomer: 0 },
      granted: null,
    },
    [indexLines({ ...place, lines: [], deliveryFee: 0 })],
    facts,
  );
  return refusal === null || refusal.reason === 'no-matching-goods';
}

function offerOn(
  item: ShelfItem,
  { terms, promotionId, label, endsAt }: RunningPromotion,
): ItemOffers['offers'] {
  const { reward, goods } = terms;
  const line: CheckoutLine = { ...item, id: item.subProductId, quantity: 1, taxRate: 0 };
  const isReduced =
    reward.kind === 'buyGet' && reward.getGoods !== null && matchesGoods(reward.getGoods, line);
  if (!matchesGoods(goods, line) && !isReduced) return [];
  const offer = { promotionId, label, endsAt };
  if (reward.kind !== 'percent' && reward.kind !== 'price') return [offer];
  const unitPrice =
    reward.kind === 'price'
      ? Math.min(reward.price, item.unitPrice)
      : item.unitPrice - percentOf(item.unitPrice, reward.percent);
  return unitPrice < item.unitPrice ? [{ ...offer, unitPrice }] : [];
}
