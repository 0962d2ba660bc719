import { type Subscription, subscriptionRoutes } from '@aisle/contract/customers/subscriptions';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openShop } from '../../../test/shop.ts';
import {
  addPlan,
  addSubscriber,
  age,
  historyOf,
  subscribeTo,
  workSubscriptions,
} from '../../../test/subscription-builders.ts';

// If a plan renews and its customer never cancels it, the renewal survives all other attempts in between.

const shop = await openShop({ cardGateway: 'simulated' });
const clerk = await shop.signIn();
const prices = [1000, 3000, 9000];
const plans = await Promise.all(prices.map(async (price) => (await addPlan(clerk, { price }))._id));
plans.push((await addPlan(clerk, { price: 20_000, period: 'yearly' }))._id);

const dayFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const recordsOf = async (customerId: string): Promise<Subscription[]> =>
  (await historyOf(clerk, customerId)).records;
const statusNow = (records: readonly Subscription[], status: Subscription['status']) =>
  records.find((one) => one.status === status && !one.isExpired);
/** Processes the gateway's responses, then the work that became due. */
async function settle() {
  await workSubscriptions(shop);
  await workSubscriptions(shop);
}
const cancel = (id: string, body: { when: 'now' | 'atEnd'; refund?: 'none' | 'unusedDays' }) =>
  clerk.call(subscriptionRoutes.cancel, {
    params: { id },
    body: { reason: 'Changed my mind', ...body } as never,
  });

const declinedCards = ['tok_declined', 'tok_lost', 'tok_no_capture'];
const subscribing = fc.record({
  kind: fc.constant('subscribe' as const),
  plan: fc.nat({ max: 3 }),
  change: fc.constantFrom('now' as const, 'atEnd' as const),
  card: fc.constantFrom('tok_ok', 'tok_ok', 'cash', ...declinedCards),
  /** Starts on a later day instead of at the end of the current plan. */
  startsIn: fc.option(fc.constantFrom(5, 40, 100), { freq: 4 }),
});
const cancelling = fc.record({
  kind: fc.constant('cancel' as const),
  which: fc.constantFrom('upcoming' as const, 'upcoming' as const, 'current' as const),
  when: fc.constantFrom('now' as const, 'atEnd' as const),
  refund: fc.constantFrom('none' as const, 'unusedDays' as const),
});
const step = fc.record({
  action: fc.oneof(subscribing, subscribing, cancelling, fc.constant({ kind: 'nothing' as const })),
  /** Days that pass before and after the gateway responds. */
  before: fc.constantFrom(0, 0, 10, 32),
  after: fc.constantFrom(0, 0, 0, 10, 32),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

async function take(customerId: string, { action }: Step, cancelled: Set<string>): Promise<void> {
  if (action.kind === 'subscribe') {
    const { plan, change, card, startsIn } = action;
    const paid =
      card === 'cash' ? { paymentType: 'cash' as const } : { paymentType: 'card' as const, cardToken: card };
    const when = startsIn === null ? { change } : { startsAt: dayFrom(startsIn) };
    const { status } = await clerk.call(subscriptionRoutes.subscribe, {
      body: { customerId, planId: plans[plan]!, ...paid, ...when },
    });
    expect([200, 409]).toContain(status);
  } else if (action.kind === 'cancel') {
    const found = statusNow(await recordsOf(customerId), action.which);
    if (!found) return;
    const refund = action.when === 'now' ? action.refund : 'none';
    const { status } = await cancel(found._id, { when: action.when, refund });
    expect([200, 409]).toContain(status);
    if (status === 200) cancelled.add(found._id);
  }
}

/** After a change fully paid by credit, a bad card stays undetected until the renewal. */
async function hasGoodCard(id: string): Promise<boolean> {
  const { rows } = await shop.db.owner.query('SELECT FROM subscriptions WHERE id = $1 AND card_token = $2', [
    id,
    'tok_ok',
  ]);
  return rows.length > 0;
}

/** The current subscription, if its customer expects it to renew. */
function wantedOf(records: readonly Subscription[], cancelled: Set<string>): Subscription | undefined {
  const current = statusNow(records, 'current');
  return current?.paymentType === 'card' && !cancelled.has(current._id) ? current : undefined;
}

test('renews a plan unless its customer cancelled it or another plan follows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 7 }), async (steps) => {
      const customerId = await addSubscriber(clerk);
      await subscribeTo(clerk, customerId, plans[1]!, { paymentType: 'card' });
      await settle();
      const cancelled = new Set<string>();
      for (const one of steps) {
        const before = wantedOf(await recordsOf(customerId), cancelled);
        const canPay = before && (await hasGoodCard(before._id));
        const endings = cancelled.size;
        await take(customerId, one, cancelled);
        for (const days of [one.before, one.after]) {
          if (days > 0) await age(shop, customerId, `${days} days`);
          await settle();
        }
        const records = await recordsOf(customerId);
        const follows = statusNow(records, 'upcoming') !== undefined;
        // A plan due for renewal still exists, or another renewing plan has replaced it.
        const hasCash = records.some(
          ({ paymentType, status }) => paymentType === 'cash' && status !== 'cancelled',
        );
        if (canPay && cancelled.size === endings && !hasCash) {
          expect(statusNow(records, 'current') !== undefined || follows).toBe(true);
        }
        const wanted = wantedOf(records, cancelled);
        if (wanted) expect(wanted.autoRenew || follows).toBe(true);
      }
      // Without an upcoming subscription, the current plan renews again.
      const following = statusNow(await recordsOf(customerId), 'upcoming');
      if (following) await cancel(following._id, { when: 'now' });
      const records = await recordsOf(customerId);
      const wanted = wantedOf(records, cancelled);
      if (wanted && !statusNow(records, 'upcoming')) {
        expect(wanted).toMatchObject({ autoRenew: true, reason: null });
      }
    }),
    { numRuns: 25 },
  );
}, 240_000);
