import { defaultSettings, type SettingsValues } from '@aisle/contract/system/settings';
import { sql } from 'kysely';
import pg from 'pg';
import { type Database, handleLostConnections, system, type Tx, transaction } from '../src/core/db/db.ts';
import type { DB } from '../src/core/db/db-types.generated.ts';
import type { Seals } from '../src/core/db/seals/seals.ts';
import type { Storage } from '../src/core/files/storage.ts';
import { type Steps, silentSteps } from '../src/core/start-lines.ts';
import { recordInstallation } from '../src/system/installation/installation.queries.ts';
import { demoPassword } from './data/people.ts';
import { cannedReplies } from './data/tickets.ts';
import { addCatalogue } from './demo/catalogue.ts';
import { addCoins, coinExpiryDays } from './demo/coins.ts';
import { addDrivers } from './demo/drivers.ts';
import { addGiftCards } from './demo/gift-cards.ts';
import { addHandIns } from './demo/hand-ins.ts';
import { type History, liveThrough } from './demo/history.ts';
import { insertRows } from './demo/insert.ts';
import { addPayables, countStock, indexOrders, withoutTriggers } from './demo/load.ts';
import { addMessages } from './demo/messages.ts';
import { Offers } from './demo/offers.ts';
import { addCustomers, addStaff } from './demo/people.ts';
import { Pictures } from './demo/pictures.ts';
import { addPlaces, addVendors, defaultFee, holidaysSince } from './demo/places.ts';
import { addPromotions, countUses } from './demo/promotions.ts';
import { addRates } from './demo/rates.ts';
import { addReturns } from './demo/returns.ts';
import { Shelves } from './demo/shelves.ts';
import { addStatements, statementSettings } from './demo/statements.ts';
import { addStockroom } from './demo/stockroom.ts';
import { addSubscriptions } from './demo/subscriptions.ts';
import { addTickets } from './demo/tickets.ts';
import { addCreditRefunds, addVendorClaims } from './demo/vendor-claims.ts';

// How to add demo data: write a function like `addMessages` that calls the services of its feature or `insertRows`, and call it
// below, after the history. Triggers, checks and totals then work as usual, and a few hundred rows take no time worth noting.
// Thousands of rows whose triggers work row by row belong to the history: simulate them in `liveThrough`, write them in
// `writeHistory` with `withoutTriggers`, and add in `demo/load.ts` in one statement what the triggers would have written. The
// test compares all ledgers, balances and totals. New drawings get ready-made pictures by `npm run demo:pictures`.

const day = 86_400_000;
const daysOfTrade = 60;
const ordersOfTrade = 6000;
/** Any number is valid. */
const demoLock = 4_151_200_2;

/** The users who can sign in to the demo marketplace, in order of their permissions, most powerful first. */
export const demoSignIns = [
  { who: 'Administrator', email: 'admin@aisle.example' },
  { who: 'Finance', email: 'finance@aisle.example' },
  { who: 'Support agent', email: 'support@aisle.example' },
  { who: 'Support agent', email: 'marcus.bell@aisle.example' },
  { who: 'Store owner', email: 'owner@aisle.example' },
  { who: 'Store clerk', email: 'clerk@aisle.example' },
];
/** The password is public, so a demo is reachable only from its own machine. */
export const knownPassword = demoPassword;

interface DemoParts {
  now?: number;
  orders?: number;
  /** The password of every user in it. */
  password?: string;
  steps?: Steps;
}
/**
 * Creates the demo marketplace in an empty database, completely or not at all; returns whether it did. The result depends only
 * on the time: its sixty days end now.
 */
export async function makeDemo(
  db: Database,
  { storage, seals }: { storage: Storage; seals: Seals },
  { now = Date.now(), orders = ordersOfTrade, password = demoPassword, steps = silentSteps }: DemoParts = {},
): Promise<boolean> {
  return asOwner(db, async (tx) => {
    // Another server of this installation may start to do the same.
    await sql`SELECT pg_advisory_xact_lock(${demoLock})`.execute(tx);
    if (!(await isEmpty(tx))) return false;
    // PostgreSQL has no statistics for these tables yet. A server that assumes they are tiny would scan them completely for
    // each foreign key.
    await sql`SET LOCAL enable_seqscan = off`.execute(tx);
    const start = now - daysOfTrade * day;
    const opened = start - 30 * day;
    await decideSettings(tx, opened);
    steps.begin('Catalog with pictures');
    const goods = await addCatalogue(tx, new Pictures(storage, opened), opened);
    steps.count(goods.length);
    steps.begin('Stores and customers');
    const stores = await addPlaces(tx, new Pictures(storage, opened), opened);
    const suppliers = await addVendors(tx, opened);
    const staff = await addStaff(tx, stores, { at: opened, password });
    const drivers = await addDrivers(tx, new Pictures(storage, opened, 'photo'), stores, opened);
    const customers = await addCustomers(tx, start, now);
    const offers = new Offers(await addPromotions(tx, { stores, now }));
    steps.count(customers.length);

    steps.begin('Orders of sixty days');
    const shelves = stores.map((store) => {
      const clerk =
        staff.find(({ role, locationKeys }) => role === 'clerk' && locationKeys.includes(store.key)) ??
        staff[0]!;
      const dailyLines = (orders / daysOfTrade / stores.length) * 4.6 * store.popularity;
      return new Shelves(store, goods, suppliers, clerk.id, { dailyLines, now });
    });
    const history = liveThrough(
      { shelves, customers, staff, drivers, offers, start, now, orders },
      steps.count,
    );
    steps.begin('Stock, payments and journals');
    await assign(tx, shelves);
    await writeHistory(tx, history, shelves, steps);
    await addCoins(tx, { earned: history.coins, staff, now });
    // From now on, statements are planned for what the tables contain. A small sample is enough until the autovacuum.
    await sql`SET LOCAL default_statistics_target = 20`.execute(tx);
    await sql`ANALYZE`.execute(tx);
    await sql`SET LOCAL enable_seqscan = on`.execute(tx);
    steps.begin('Cash, returns and stockroom');
    await addHandIns(tx, { stores, staff, now });
    await addReturns(tx, staff, now);
    await addRates(tx, stores);
    await addStockroom(tx, stores, staff);
    steps.begin('Subscriptions and statements');
    await addSubscriptions(tx, { customers, now });
    await addCreditRefunds(tx, { staff, now });
    await addStatements(tx, { stores, staff, seals, start, now });
    await addVendorClaims(tx, { staff, now });
    steps.begin('Tickets and totals');
    await addTickets(tx, { stores, staff, now });
    await addGiftCards(tx, { customers, staff, seals, now });
    await addMessages(tx, { staff, now });
    // Reports would otherwise count the days of the history themselves until the job has run.
    await sql`SELECT fill_figures()`.execute(tx);
    await recordInstallation(tx, { isDemo: true, hasOwnPasswords: password !== demoPassword });
    return true;
  });
}

/** Runs `work` in a transaction of the owner of the tables, who can load history without triggers. */
async function asOwner<Result>(db: Database, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const { password, ...config } = db.owner.options;
  const pool = new pg.Pool({ ...config, password, max: 1, pipeline: true } as pg.PoolConfig);
  handleLostConnections(pool);
  try {
    return await transaction({ ...db, all: pool }, system, async (tx) => {
      // The settings of requests, which the services expect.
      await sql`SET LOCAL jit = off`.execute(tx);
      await sql`SET LOCAL random_page_cost = 1.1`.execute(tx);
      await sql`SET LOCAL enable_memoize = off`.execute(tx);
      await sql`SET LOCAL max_parallel_workers_per_gather = 0`.execute(tx);
      return work(tx);
    });
  } finally {
    await pool.end();
  }
}

async function isEmpty(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ empty: boolean }>`
    SELECT NOT EXISTS (SELECT FROM locations) AND NOT EXISTS (SELECT FROM products)
      AND NOT EXISTS (SELECT FROM customers) AND NOT EXISTS (SELECT FROM brands) AS empty`.execute(tx);
  return rows[0]!.empty;
}

async function decideSettings(tx: Tx, opened: number): Promise<void> {
  const values: SettingsValues = {
    ...defaultSettings,
    brandName: 'Aisle',
    paymentTypes: { cashOnDelivery: true, card: true, coins: false },
    tenders: { storeCredit: true, giftCards: true },
    deliveryInfo: {
      feeBase: defaultFee.base,
      feePerMile: defaultFee.perMile,
      freeAbove: defaultFee.freeAbove,
      slots: [
        { from: '08:00', to: '10:00' },
        { from: '10:00', to: '12:00' },
        { from: '12:00', to: '14:00' },
        { from: '16:00', to: '18:00' },
        { from: '18:00', to: '20:00' },
      ],
    },
    minimumOrder: 1500,
    holidays: holidaysSince(opened),
    coins: { ...defaultSettings.coins, expiryDays: coinExpiryDays },
    ...statementSettings,
    support: { ...defaultSettings.support, address: 'help@aisle.example', cannedReplies },
    // Stores keep few units of items that sell slowly. With the default threshold of 5, hundreds would be low.
    // A demo starts set up.
    setup: { isShown: false, done: [] },
    stockDefaults: { ...defaultSettings.stockDefaults, threshold: 2 },
  };
  await tx
    .updateTable('settings')
    .set({ values: JSON.stringify(values) })
    .execute();
}

async function assign(tx: Tx, all: readonly Shelves[]): Promise<void> {
  await insertRows(
    tx,
    'location_sub_products',
    all.flatMap(({ store, assortment }) =>
      assortment.map(({ good, threshold, shelf }) => ({
        location_id: store.id,
        sub_product_id: good.id,
        assigned: true,
        threshold,
        shelf_code: shelf,
      })),
    ),
  );
}

/** Writes the rows of the history in the order of their references. */
async function writeHistory(tx: Tx, history: History, all: readonly Shelves[], steps: Steps): Promise<void> {
  const lots = all.flatMap(({ lotRows }) => lotRows);
  const movements = all.flatMap((shelves) => [...shelves.receipts, ...shelves.movements]);
  const { coins: _, ...rows } = history;
  const total = [lots, movements, ...Object.values(rows)].reduce((sum, { length }) => sum + length, 0);
  let done = 0;
  const write = async (table: keyof DB, some: readonly Record<string, unknown>[]) => {
    await insertRows(tx, table, some);
    done += some.length;
    steps.count(done, total);
  };
  await write('lots', lots);
  await withoutTriggers(tx, ['stock_movements'], () => write('stock_movements', movements));
  await countStock(tx);
  await write('customer_locations', rows.customerLocations);
  await write('main_orders', rows.mainOrders);
  await withoutTriggers(tx, ['orders'], () => write('orders', rows.orders));
  await indexOrders(tx);
  await write('trips', rows.trips);
  await write('deliveries', rows.deliveries);
  await sql`SELECT apply_delivery(location_id, id) FROM deliveries WHERE ended_at IS NULL`.execute(tx);
  await write('order_lines', rows.lines);
  await write('order_events', rows.events);
  await write('reservations', rows.reservations);
  await write('promotion_uses', rows.promotionUses);
  await write('order_candidates', rows.candidates);
  await countUses(tx);
  await write('payments', rows.payments);
  await write('simulated_gateway', rows.gateway);
  await write('refunds', rows.refunds);
  await withoutTriggers(tx, ['journals', 'ledger_entries'], async () => {
    await write('journals', rows.journals);
    await write('ledger_entries', rows.entries);
  });
  await addPayables(tx);
}
