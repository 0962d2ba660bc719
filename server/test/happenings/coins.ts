import { coinRoutes } from '@aisle/contract/customers/coins';
import { expireCoins } from '../../src/customers/coins/expiry.ts';
import { decide } from '../order-builders.ts';
import { choose, type World } from './world.ts';

type CoinEvent = (world: World, pick: number, amount: number) => Promise<number>;

const paymentTypes = { cashOnDelivery: true, card: true, coins: true };

/** What changes the coins of customers without any order. */
export const coinEvents = {
  adjustCoins: async ({ manager, subscribers }, pick, amount) =>
    (
      await manager.call(coinRoutes.adjust, {
        body: {
          customerId: choose(subscribers, pick)!,
          coins: (pick % 5 === 0 ? -4 : 9) * amount,
          reason: 'Goodwill',
        },
      })
    ).status,
  /** Some coins end, and those that come from now on are worth something else. */
  coinNight: async ({ shop }, pick, amount) => {
    await shop.db.owner.query(
      `UPDATE coin_lots SET expires_at = now() - interval '2 days'
       WHERE coins_left > 0 AND abs(hashtext(id::text)) % 7 = ${pick % 7}`,
    );
    await expireCoins(shop.db);
    await decide(shop, {
      paymentTypes,
      coins: { earnPerDollar: 2, redeemCents: 1 + (amount % 3), expiryDays: pick % 60 || null },
    });
    return 200;
  },
} satisfies Record<string, CoinEvent>;
