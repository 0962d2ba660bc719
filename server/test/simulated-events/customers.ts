import { coinRoutes } from '@aisle/contract/customers/coins';
import { subscriptionRoutes } from '@aisle/contract/customers/subscriptions';
import { sql } from 'kysely';
import { newId } from '../../src/core/ids.ts';
import { expireCoins } from '../../src/customers/coins/expiry.ts';
import { renewSubscriptions } from '../../src/customers/subscriptions/renewals.ts';
import { lockSubscriber } from '../../src/customers/subscriptions/subscriptions.queries.ts';
import { insertCoins, postToMarketplace } from '../../src/ledgers/money/journal.queries.ts';
import { runGatewayOperations } from '../return-builders.ts';
import { choose, type World } from './world.ts';

type Relation = (world: World, pick: number, amount: number) => Promise<number>;
const once = () => ({ 'idempotency-key': newId() });
const saverOf = ({ members, subscribers }: World, pick: number) =>
  choose([...members, ...subscribers], pick)!;

/** Events between the marketplace and its customers: coins and subscriptions. */
export const relations = {
  giveCoins: async (world, pick, amount) => {
    const coins = pick % 4 ? amount * 75 : -amount * 20;
    const body = { customerId: saverOf(world, pick), coins, reason: 'Agreed' };
    return (await world.manager.call(coinRoutes.adjust, { headers: once(), body })).status;
  },
  /** Makes the coins older, so that they expire today, soon or later. */
  oldCoins: async (world, pick, amount) => {
    const coins = amount * 20;
    const lot = { worth: coins, expiryDays: pick % 3 ? -1 - (pick % 5) : amount * 5 };
    const to = { customerId: saverOf(world, pick), orderId: null, locationId: null, userId: null };
    await world.shop.look(async (tx) => {
      const { id } = await insertCoins(tx, { ...to, kind: 'adjusted', coins, causeId: newId(), lot });
      await postToMarketplace(tx, {
        kind: 'coinAdjustment',
        causeId: id,
        entries: [
          { account: 'coinsLiability', part: 'adjustment', amount: -coins },
          { account: 'discounts', part: 'adjustment', amount: coins },
        ],
      });
    });
    return 200;
  },
  night: async ({ shop }) => {
    await expireCoins(shop.db);
    return 200;
  },
  subscribe: async (world, pick, amount) => {
    const token = choose(['tok_ok', 'tok_ok', 'tok_twice', 'tok_declined'], amount)!;
    const paid = pick % 5 ? { paymentType: 'card' as const, cardToken: token, autoRenew: true } : {};
    const body = {
      customerId: choose(world.members, pick)!,
      planId: choose(world.plans, amount)!,
      paymentType: 'cash' as const,
      change: amount % 3 ? ('now' as const) : ('atEnd' as const),
      ...paid,
    };
    return (await world.manager.call(subscriptionRoutes.subscribe, { headers: once(), body })).status;
  },
  endSubscription: async ({ manager, members }, pick, amount) => {
    const { current } = await manager.do(subscriptionRoutes.ofCustomer, {
      params: { id: choose(members, pick)! },
    });
    if (!current) return 200;
    const how =
      amount % 2 ? { when: 'now' as const, refund: 'unusedDays' as const } : { when: 'atEnd' as const };
    const body = { ...how, reason: 'Moving away' };
    const ended = await manager.call(subscriptionRoutes.cancel, {
      params: { id: current._id },
      headers: once(),
      body,
    });
    return ended.status;
  },
  renew: async ({ shop, members }, pick) => {
    const customerId = choose(members, pick)!;
    const month = sql`interval '31 days'`;
    await shop.look(async (tx) => {
      await lockSubscriber(tx, customerId);
      const { rows } = await sql<{ id: string }>`
        SELECT id FROM subscriptions WHERE customer_id = ${customerId} ORDER BY starts_at`.execute(tx);
      for (const { id } of rows) {
        await sql`UPDATE subscriptions SET starts_at = starts_at - ${month}, ends_at = ends_at - ${month},
          first_starts_at = first_starts_at - ${month} WHERE id = ${id}`.execute(tx);
        await sql`UPDATE subscription_payments SET next_try_at = next_try_at - ${month} WHERE subscription_id = ${id}`.execute(
          tx,
        );
      }
    });
    await renewSubscriptions(shop.db, shop.services);
    await runGatewayOperations(shop);
    return 200;
  },
} satisfies Record<string, Relation>;
