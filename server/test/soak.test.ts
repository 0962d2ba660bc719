import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expireCoins } from '../src/customers/coins/expiry.ts';
import { checkInvariants } from './invariants.ts';
import { decide } from './order-builders.ts';
import { openShop } from './shop.ts';
import { checkCoins } from './simulated-events/coin-claims.ts';
import { happen, happening } from './simulated-events/simulate.ts';
import { addWorld, type Happening } from './simulated-events/world.ts';

// Hundreds of orders, or thousands with SOAK_ORDERS, while several users do everything possible at once. The seed decides which
// actions are tried and in which order. With SOAK_WORKERS=1 a run is exactly repeatable.

const wanted = Number(process.env.SOAK_ORDERS ?? 200);
const seed = Number(process.env.SOAK_SEED ?? 20_260_101);
const concurrency = Number(process.env.SOAK_WORKERS ?? 6);
const perOrder = 1000;
/** The number of additional orders in a short run, fifty at a time, until every final status was reached. */
const maxMore = 1000;

const shop = await openShop({ cardGateway: 'simulated' }, { isLarge: true });
await decide(shop, { paymentTypes: { cashOnDelivery: true, card: true, coins: true } });
const manager = await shop.signIn();
// A long run takes longer than an entered password stays valid.
await shop.sql`UPDATE sessions SET confirmed_at = now() + interval '1 day'`;
const world = await addWorld(shop, manager, 4, 400);

test(
  `${wanted} orders in random interleavings leave stock, money and coins in balance`,
  async () => {
    const outcomes = new Map<string, number>();
    const unexpected: string[] = [];
    const next = happenings();
    let goal = wanted;
    const worker = async () => {
      while (world.placed < goal) {
        const one = next.next().value;
        const status = await happen(world, one);
        const key = `${one.what} ${status}`;
        outcomes.set(key, (outcomes.get(key) ?? 0) + 1);
        if (![200, 400, 409].includes(status)) unexpected.push(`${key}: ${JSON.stringify(one)}`);
      }
    };
    const work = () =>
      Promise.all(Array.from({ length: concurrency }, worker)).catch((error: Error) => {
        throw new Error(`With SOAK_SEED=${seed}: ${error.message}`, { cause: error });
      });

    await work();
    // Some final statuses are rare: a short run continues until it has reached each of them, within limits.
    while (goal < wanted + maxMore && (await neverReached()).length > 0) {
      goal += 50;
      await work();
    }

    console.log(
      `${world.placed} orders, SOAK_SEED=${seed}, ${concurrency} at once, ${await deadlocks()} deadlocks: ${summaryOf(outcomes)}`,
    );
    expect(unexpected).toEqual([]);
    await expireCoins(shop.db);
    await shop.look(checkCoins);
    await shop.look(checkInvariants);
    expect(await neverReached()).toEqual([]);
  },
  60_000 + (wanted + maxMore) * perOrder,
);

/** The number of deadlocks. The server retries a request then, without effect for the user. */
async function deadlocks(): Promise<number> {
  const rows = await shop.sql`SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()`;
  return rows[0]!.deadlocks;
}

/** An endless sequence, the same for the same seed. */
function* happenings(): Generator<Happening, never> {
  for (let part = 0; ; part += 1) yield* fc.sample(happening, { seed: seed + part, numRuns: 1000 });
}

const summaryOf = (outcomes: Map<string, number>): string =>
  [...outcomes]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([key, count]) => `${key} ×${count}`)
    .join(', ');

/** Statuses that a run of this length must reach; otherwise it would prove little. */
async function neverReached(): Promise<string[]> {
  const rows = await shop.sql`
    SELECT 'order ' || s AS name, EXISTS (SELECT FROM orders WHERE status = s) AS reached
      FROM unnest(ARRAY['delivered', 'cancelled', 'expired']) s
    UNION ALL SELECT 'movement ' || k, EXISTS (SELECT FROM stock_movements WHERE kind = k)
      FROM unnest(ARRAY['receipt', 'reserve', 'release', 'pick', 'return', 'waste', 'damage', 'count', 'transferOut', 'transferIn']) k
    UNION ALL SELECT 'refund ' || r, EXISTS (SELECT FROM refunds WHERE status = r)
      FROM unnest(ARRAY['refunded', 'refundFailed']) r
    UNION ALL SELECT 'a refund tried again', EXISTS (SELECT FROM refunds WHERE refusals > 0 AND status <> 'refundFailed')
    UNION ALL SELECT 'a refund before delivery', EXISTS (SELECT FROM refunds WHERE before_sale AND of_sale AND status = 'refunded')
    UNION ALL SELECT 'request ' || b, EXISTS (SELECT FROM returns WHERE status = b)
      FROM unnest(ARRAY['returned', 'replaced']) b
    UNION ALL SELECT 'substitute', EXISTS (SELECT FROM order_lines WHERE substitute_for IS NOT NULL)
    UNION ALL SELECT 'short pick', EXISTS (SELECT FROM order_lines WHERE picked_quantity < quantity)
    UNION ALL SELECT 'weighed', EXISTS (SELECT FROM order_lines WHERE picked_quantity <> round(picked_quantity))
    UNION ALL SELECT 'brought by a driver', EXISTS (SELECT FROM deliveries WHERE status = 'delivered' AND return_id IS NULL)
    UNION ALL SELECT 'a driver sent for a return', EXISTS (SELECT FROM deliveries WHERE return_id IS NOT NULL AND accepted_at IS NOT NULL)
    UNION ALL SELECT 'a discount, a fee waived and coins beyond the usual', EXISTS (SELECT FROM orders WHERE status = 'delivered'
      AND discount_total > 0 AND delivery_saved > 0) AND EXISTS (SELECT FROM orders WHERE status = 'delivered'
      AND coin_multiplier > 1)
    UNION ALL SELECT 'statement ' || s, EXISTS (SELECT FROM statements WHERE status = s)
      FROM unnest(ARRAY['open', 'paid']) s
    UNION ALL SELECT 'a payout voided', EXISTS (SELECT FROM payouts WHERE voided_at IS NOT NULL)
    UNION ALL SELECT 'a correction', EXISTS (SELECT FROM payable_entries WHERE section = 'corrections')
    UNION ALL SELECT 'coins ' || k, EXISTS (SELECT FROM coin_entries WHERE kind = k)
      FROM unnest(ARRAY['earned', 'redeemed', 'returned', 'takenBack', 'adjusted', 'expired']) k
    UNION ALL SELECT 'an order paid in coins alone', EXISTS (SELECT FROM orders WHERE status = 'delivered'
      AND payment_type = 'coins')
    UNION ALL SELECT 'a renewed subscription', EXISTS (SELECT FROM subscriptions WHERE kind = 'renewal')
    UNION ALL SELECT 'subscription payment ' || s, EXISTS (SELECT FROM subscription_payments WHERE status = s)
      FROM unnest(ARRAY['captured', 'failed', 'refunded']) s`;
  return rows.filter(({ reached }) => !reached).map(({ name }) => name);
}
