import { defaultSettings, type SettingsValues } from '@aisle/contract/system/settings';
import { sql } from 'kysely';
import { type Database, system, type Tx, transaction } from '../src/core/db/db.ts';
import type { Seals } from '../src/core/db/seals/seals.ts';
import type { Storage } from '../src/core/files/storage.ts';
import { recountMarkedMetrics } from '../src/ledgers/figures/figure-claims.queries.ts';
import { recordInstallation } from '../src/system/installation/installation.queries.ts';
import { demoPassword } from './data/people.ts';
import { cannedReplies } from './data/tickets.ts';
import { addCatalogue } from './demo/catalogue.ts';
import { addCoins, coinExpiryDays } from './demo/coins.ts';
import { addDrivers } from './demo/drivers.ts';
import { addHandIns } from './demo/hand-ins.ts';
import { type History, liveThrough } from './demo/history.ts';
import { insertRows } from './demo/insert.ts';
import { addMessages } from './demo/messages.ts';
import { addCustomers, addStaff } from './demo/people.ts';
import { Pictures } from './demo/pictures.ts';
import { addPlaces, addVendors, defaultFee, holidaysSince } from './demo/places.ts';
import { addRates } from './demo/rates.ts';
import { addReturns } from './demo/returns.ts';
import { Shelves } from './demo/shelves.ts';
import { addStatements, statementSettings } from './demo/statements.ts';
import { addStockroom } from './demo/stockroom.ts';
import { addSubscriptions } from './demo/subscriptions.ts';
import { addTickets } from './demo/tickets.ts';

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
}
/**
 * Creates the demo marketplace in an empty database, completely or not at all; returns whether it did. The result depends only
 * on the time: its sixty days end now.
 */
export async function makeDemo(
  db: Database,
  { storage, seals }: { storage: Storage; seals: Seals },
  { now = Date.now(), orders = ordersOfTrade, password = demoPassword }: DemoParts = {},
): Promise<boolean> {
  const made = await transaction(db, system, async (tx) => {
    // Another server of this installation may start to do the same.
    await sql`SELECT pg_advisory_xact_lock(${demoLock})`.execute(tx);
    if (!(await isEmpty(tx))) return false;
    // PostgreSQL has no statistics for these tables yet. A server that assumes they are tiny would scan them completely for
    // each foreign key.
    await sql`SET LOCAL enable_seqscan = off`.execute(tx);
    const start = now - daysOfTrade * day;
    const opened = start - 30 * day;
    await decideSettings(tx, opened);
    const goods = await addCatalogue(tx, new Pictures(storage, opened), opened);
    const stores = await addPlaces(tx, new Pictures(storage, opened), opened);
    const suppliers = await addVendors(tx, opened);
    const staff = await addStaff(tx, stores, { at: opened, password });
    const drivers = await addDrivers(tx, new Pictures(storage, opened, 'photo'), stores, opened);
    const customers = await addCustomers(tx, start, now);

    const shelves = stores.map((store) => {
      const clerk =
        staff.find(({ role, locationKeys }) => role === 'clerk' && locationKeys.includes(store.key)) ??
        staff[0]!;
      const dailyLines = (orders / daysOfTrade / stores.length) * 4.6 * store.popularity;
      return new Shelves(store, goods, suppliers, clerk.id, { dailyLines, now });
    });
    const history = liveThrough({ shelves, customers, staff, drivers, start, now, orders });
    await assign(tx, shelves);
    await writeHistory(tx, history, shelves);
    await addCoins(tx, { earned: history.coins, staff, now });
    await addHandIns(tx, { stores, staff, now });
    await addReturns(tx, staff, now);
    await addRates(tx, stores);
    await addStockroom(tx, stores, staff);
    await addSubscriptions(tx, { customers, now });
    await addStatements(tx, { stores, staff, seals, start, now });
    await addTickets(tx, { stores, staff, now });
    await addMessages(tx, { staff, now });
    // Every day of the history is marked for a recount. Reports would count all of them until the job has run.
    while (await recountMarkedMetrics(tx));
    await recordInstallation(tx, { isDemo: true, hasOwnPasswords: password !== demoPassword });
    return true;
  });
  // Runs the job now instead of waiting for its schedule.
  if (made) await db.owner.query('ANALYZE');
  return made;
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

async function writeHistory(tx: Tx, history: History, all: readonly Shelves[]): Promise<void> {
  for (const { lotRows, receipts, movements } of all) {
    await insertRows(tx, 'lots', lotRows);
    await insertRows(tx, 'stock_movements', receipts);
    await insertRows(tx, 'stock_movements', movements);
  }
  await insertRows(tx, 'customer_locations', history.customerLocations);
  await insertRows(tx, 'main_orders', history.mainOrders);
  await insertRows(tx, 'orders', history.orders);
  await insertRows(tx, 'trips', history.trips);
  await insertRows(tx, 'deliveries', history.deliveries);
  await sql`SELECT apply_delivery(location_id, id) FROM deliveries WHERE ended_at IS NULL`.execute(tx);
  await insertRows(tx, 'order_lines', history.lines);
  await insertRows(tx, 'order_events', history.events);
  await insertRows(tx, 'reservations', history.reservations);
  await insertRows(tx, 'payments', history.payments);
  await insertRows(tx, 'simulated_gateway', history.gateway);
  await insertRows(tx, 'refunds', history.refunds);
  await insertRows(tx, 'journals', history.journals);
  await insertRows(tx, 'ledger_entries', history.entries);
}
