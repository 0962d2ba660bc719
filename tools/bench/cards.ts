import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { mainOrderRoutes } from '@aisle/contract/sales/main-orders/main-orders';
import { paymentRoutes } from '@aisle/contract/sales/payments';
import { defaultSettings, settingsRoutes } from '@aisle/contract/system/settings';
import type pg from 'pg';
import { standInPublishableKey, startStandIn } from '../stripe/server.ts';
import { control } from '../stripe/test-client.ts';
import { connected, openBenchDatabase } from './database.ts';
import { type Call, Connection, type Sent } from './http.ts';
import { people } from './people.ts';
import { baskets } from './scenarios/orders.ts';
import { renewSessions, startServer } from './server.ts';
import { sizeOf } from './sizes.ts';

// Places orders that are paid by card, through a provider that answers slowly, and measures quotes meanwhile and without that
// load: npm run bench:cards -- --size S. The orders stay.
const { values: args } = parseArgs({
  options: {
    size: { type: 'string', default: 'S' },
    url: { type: 'string' },
    data: { type: 'string' },
    orders: { type: 'string', default: '200' },
    /** The seconds within which the orders are placed. */
    seconds: { type: 'string', default: '60' },
    /** How long the provider takes for each call. */
    delay: { type: 'string', default: '2000' },
  },
});
const bars = { authorizedSeconds: 120, ofQuotes: 1.2, requestMs: 2000 };
const [orders, seconds, delay] = [args.orders, args.seconds, args.delay].map(Number) as [
  number,
  number,
  number,
];
const quotesPerSecond = 20;
const lines = 5;

const standIn = await startStandIn();
await control(standIn, 'faults', { kind: 'delay', path: '/v1/', milliseconds: delay });
const database = await openBenchDatabase({ size: sizeOf(args.size).name, url: args.url, data: args.data });
try {
  await connected(database.config, async (client) => {
    await renewSessions(client);
    // The stand-in forgets customers when it ends.
    await client.query('DELETE FROM gateway_customers');
    const server = await startServer(database.config, {
      CARD_GATEWAY: 'stripe',
      STRIPE_API_URL: standIn.url,
      STRIPE_SECRET_KEY: standIn.secretKey,
      STRIPE_PUBLISHABLE_KEY: standInPublishableKey,
      STRIPE_WEBHOOK_SECRET: 'whsec_standin',
    });
    const [placing, quoting] = [
      await Connection.open(server.port, people.administrator),
      await Connection.open(server.port, people.administrator),
    ];
    try {
      await allowCards(placing.call);
      await compare(client, placing.call, quoting.call);
    } finally {
      placing.close();
      quoting.close();
      await server.stop();
    }
  });
} finally {
  await database.stop();
  await standIn.close();
}

async function allowCards(call: Call): Promise<void> {
  const { version } = (await call(settingsRoutes.get)).data as { version: number };
  await call(settingsRoutes.update, {
    body: { paymentTypes: { ...defaultSettings.paymentTypes, card: true }, version },
  });
}

/** Half of the quotes without the load are before it and half after it, so that a slower machine shows in both. */
async function compare(client: pg.Client, placing: Call, quoting: Call): Promise<void> {
  const targets = (await baskets(lines)({ client, call: placing }, orders + 100)) as Sent[];
  const quotes = targets.slice(orders);
  await quoteFor(quoting, quotes, () => sleep(5_000));
  const before = await quoteFor(quoting, quotes, () => sleep((seconds * 1000) / 2));
  let load: Load | undefined;
  const during = await quoteFor(quoting, quotes, async () => {
    load = await placeOrders(client, placing, targets.slice(0, orders));
  });
  const after = await quoteFor(quoting, quotes, () => sleep((seconds * 1000) / 2));
  report(load!, { without: [...before, ...after], during });
}

/** The times of quotes at a steady pace while something else is done. */
async function quoteFor(
  call: Call,
  quotes: readonly Sent[],
  work: () => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = [];
  let isDone = false;
  const done = work().finally(() => {
    isDone = true;
  });
  for (let turn = 0; !isDone; turn += 1) {
    const since = performance.now();
    await call(mainOrderRoutes.quote, quotes[turn % quotes.length]);
    times.push(performance.now() - since);
    await sleep(Math.max(0, 1000 / quotesPerSecond - (performance.now() - since)));
  }
  await done;
  return times;
}

interface Load {
  placedSeconds: number;
  /** From the first order until the last one was authorized. */
  authorizedSeconds: number;
  authorized: number;
  slowestRequestMs: number;
  /** Transactions that waited for more than a second, of all that were seen. */
  heldTransactions: number;
}

async function placeOrders(client: pg.Client, call: Call, targets: readonly Sent[]): Promise<Load> {
  const begin = performance.now();
  const elapsed = () => (performance.now() - begin) / 1000;
  const checkouts: string[] = [];
  let slowestRequestMs = 0;
  let heldTransactions = 0;
  const timed = async (...request: Parameters<Call>) => {
    const since = performance.now();
    const got = await call(...request);
    slowestRequestMs = Math.max(slowestRequestMs, performance.now() - since);
    return got;
  };
  for (const [nth, target] of targets.entries()) {
    await sleep(Math.max(0, (seconds / orders) * nth - elapsed()) * 1000);
    const body = { ...(target.body as object), paymentType: 'card' };
    const { _id: id } = (await timed(mainOrderRoutes.create, { body })).data as { _id: string };
    await timed(paymentRoutes.confirm, { params: { id }, body: { token: 'pm_card_visa' } });
    checkouts.push(id);
    heldTransactions += await countHeld(client);
  }
  const placedSeconds = elapsed();
  let authorized = 0;
  while (authorized < orders && elapsed() < 3 * bars.authorizedSeconds) {
    await sleep(500);
    authorized = await countAuthorized(client, checkouts);
    heldTransactions += await countHeld(client);
  }
  return { placedSeconds, authorizedSeconds: elapsed(), authorized, slowestRequestMs, heldTransactions };
}

async function countAuthorized(client: pg.Client, checkouts: readonly string[]): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int FROM orders o WHERE o.main_order_id = ANY ($1) AND EXISTS (SELECT FROM payments p
       WHERE p.location_id = o.location_id AND p.order_id = o.id AND p.status = 'authorised')`,
    [checkouts],
  );
  return rows[0]!.count;
}

async function countHeld(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database()
       AND state LIKE 'idle in transaction%' AND state_change < now() - interval '1 second'`,
  );
  return rows[0]!.count;
}

function report(load: Load, quotes: { without: number[]; during: number[] }): void {
  const judge = (isMet: boolean, text: string) => {
    if (!isMet) process.exitCode = 1;
    console.log(`${isMet ? 'met     ' : 'NOT MET '}${text}`);
  };
  const { authorized, authorizedSeconds, placedSeconds, slowestRequestMs, heldTransactions } = load;
  judge(
    authorized === orders && authorizedSeconds <= bars.authorizedSeconds,
    `${authorized} of ${orders} orders, placed within ${placedSeconds.toFixed(0)} s, are authorized ` +
      `${authorizedSeconds.toFixed(0)} s after the first one (at most ${bars.authorizedSeconds} s)`,
  );
  judge(
    slowestRequestMs < Math.min(bars.requestMs, delay),
    `no request waits for the provider: the slowest one took ${slowestRequestMs.toFixed(0)} ms`,
  );
  judge(heldTransactions === 0, `no connection is held: ${heldTransactions} transactions waited`);
  const [without, during] = [quotes.without, quotes.during].map((times) => ({
    count: times.length,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
  })) as [Quotes, Quotes];
  const ratio = during.p99 / without.p99;
  judge(
    ratio <= bars.ofQuotes,
    `quotes: p99 ${without.p99.toFixed(1)} → ${during.p99.toFixed(1)} ms, ${ratio.toFixed(2)} times as long ` +
      `(at most ${bars.ofQuotes}); p50 ${without.p50.toFixed(1)} → ${during.p50.toFixed(1)} ms, ` +
      `${without.count} and ${during.count} quotes`,
  );
}
interface Quotes {
  count: number;
  p50: number;
  p99: number;
}

function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}
