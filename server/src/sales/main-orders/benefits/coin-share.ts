import { formatMoney } from '@aisle/contract/core/money';
import { formatCount } from '@aisle/contract/core/pluralize';
import type { QuoteInput, QuoteProblem } from '@aisle/contract/sales/main-orders/main-orders';
import type { Settings } from '@aisle/contract/system/settings';
import { refusal } from '../../orders/lines/selling-rule.ts';
import type { Buyer } from '../basket.queries.ts';

/** The part of an order that is paid with coins, as a number of coins and in cents. */
export interface CoinPart {
  coins: number;
  amount: number;
}

/**
 * Spreads coins over the orders of a checkout in sequence, up to the total of each. If coins pay for everything, the last coin
 * may be worth more than it pays for; otherwise the rest is paid with money.
 */
export function spreadCoins(
  totals: readonly number[],
  { coins, paymentType }: Pick<QuoteInput, 'coins' | 'paymentType'>,
  coinCents: number,
): CoinPart[] {
  const isAll = paymentType === 'coins';
  let left = isAll ? Number.POSITIVE_INFINITY : (coins ?? 0);
  return totals.map((total) => {
    if (coinCents === 0) return { coins: 0, amount: 0 };
    const max = isAll ? Math.ceil(total / coinCents) : Math.floor(total / coinCents);
    const used = Math.min(left, max);
    left -= used;
    return { coins: used, amount: Math.min(total, used * coinCents) };
  });
}

/**
 * The number of coins that the customer must have. A request for more coins than that is rejected, even if the orders would use
 * fewer.
 */
export const requiredCoins = (
  { coins = 0, paymentType }: Pick<QuoteInput, 'coins' | 'paymentType'>,
  parts: readonly CoinPart[],
): number => (paymentType === 'coins' ? parts.reduce((sum, part) => sum + part.coins, 0) : coins);

/** Why coins can't be redeemed as requested. If the balance is hidden, only `suffices` decides. */
export function coinProblem(
  { coins = 0, paymentType }: Pick<QuoteInput, 'coins' | 'paymentType'>,
  parts: readonly CoinPart[],
  buyer: (Pick<Buyer, 'name' | 'coinBalance'> & { suffices?: boolean }) | null,
  { coins: rule, paymentTypes }: Settings,
): QuoteProblem[] {
  if (coins === 0 && paymentType !== 'coins') return [];
  if (!paymentTypes.coins || rule.redeemCents === 0) {
    return [refusal('coins-off', "Coins can't be redeemed here")];
  }
  if (!buyer) return [];
  if (buyer.coinBalance === null) {
    if (buyer.suffices) return [];
    return [refusal('coins-short', `${buyer.name} doesn't have that many coins`)];
  }
  if (requiredCoins({ coins, paymentType }, parts) <= buyer.coinBalance) return [];
  const has = Math.max(0, buyer.coinBalance);
  const worth = formatMoney(has * rule.redeemCents);
  return [refusal('coins-short', `${buyer.name} has ${formatCount(has)} coins, worth ${worth}`)];
}
