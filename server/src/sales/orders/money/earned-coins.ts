import { coinsFor, extraCoinsFor } from '@aisle/contract/sales/orders/pricing';
import { fundedBy } from '@aisle/contract/sales/promotions/promotion-discounts';
import type { SettingsValues } from '@aisle/contract/system/settings';
import type { LockedOrder } from '../steps/order-steps.queries.ts';

type Earning = Pick<
  LockedOrder,
  'itemsTotal' | 'discountTotal' | 'coinMultiplier' | 'bonusCoins' | 'promotions'
>;
interface EarnedCoins {
  coins: number;
  worth: number;
  /** The part of the value that the marketplace doesn't leave to the funder of ordinary coins: that of the plan and of a promotion. */
  extraWorth: number;
  /** The location's share of a promotion's coins. */
  promotionOfLocation: number;
  /** The part of the value that the location pays. */
  ofLocation: number;
}
/** The coins that an order earns at its delivery, and who pays for them. */
export function earnedCoins(
  order: Earning,
  { coins, discountsFundedBy }: Pick<SettingsValues, 'coins' | 'discountsFundedBy'>,
): EarnedCoins {
  const earned = coinsFor(order, coins.earnPerDollar);
  const coinPromotion = order.promotions?.coins;
  const ordinary = {
    ...order,
    coinMultiplier: coinPromotion?.planMultiplier ?? order.coinMultiplier,
    bonusCoins: 0,
  };
  const ofPromotion = earned - coinsFor(ordinary, coins.earnPerDollar);
  const worth = earned * coins.redeemCents;
  const extraWorth = (extraCoinsFor(ordinary, coins.earnPerDollar) + ofPromotion) * coins.redeemCents;
  const promotionOfLocation = coinPromotion
    ? fundedBy(ofPromotion * coins.redeemCents, coinPromotion.funding).location
    : 0;
  const usual = discountsFundedBy === 'location' ? worth - extraWorth : 0;
  return { coins: earned, worth, extraWorth, promotionOfLocation, ofLocation: usual + promotionOfLocation };
}
