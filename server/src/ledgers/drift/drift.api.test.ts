import { driftRoutes } from '@aisle/contract/ledgers/drift';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import pg from 'pg';
import { beforeEach, expect, test } from 'vitest';
import { jobOver, workJobs } from '../../../test/jobs-builders.ts';
import { addGoods, addOrderLocation, placeOne } from '../../../test/order-builders.ts';
import { state } from '../../../test/payable-builders.ts';
import { deliver } from '../../../test/return-builders.ts';
import { openShop } from '../../../test/shop.ts';
import { checkDriftAtNight, driftWork } from './drift-check.ts';

const shop = await openShop();
const admin = await shop.signIn();
const location = await addOrderLocation(shop);
const goods = await addGoods(shop, location, { expiresOn: '2099-02-02' });
await deliver(admin, location, goods);
await state(admin, location);
await deliver(admin, location, goods);
await placeOne(admin, location, goods);
await admin.do(inventoryRoutes.adjust, {
  body: { locationId: location, subProductId: goods, quantity: -3, reason: 'waste' },
});
await shop.sql`SELECT add_expiry_changes(1000), recount_stock_totals(1000)`;
beforeEach(() => checkDriftAtNight(shop.db));

/** Simulates changes made directly in the tables, bypassing the server. */
async function tamper(...statements: string[]): Promise<void> {
  const client = new pg.Client(shop.databaseUrl);
  await client.connect();
  try {
    for (const statement of ["SET session_replication_role = 'replica'", ...statements]) {
      await client.query(statement);
    }
  } finally {
    await client.end();
  }
}
const latest = async () => (await admin.do(driftRoutes.latest)).checks[0]!;
const brokenNow = async () => {
  await checkDriftAtNight(shop.db);
  const { findings } = await latest();
  return findings.filter(({ broken }) => broken > 0).map(({ claim }) => claim);
};
const metrics = async () => (await shop.server.inject('/metrics')).body;

test('finds no drift in data that only the server changed', async () => {
  const check = await latest();

  expect(check.findings.length).toBeGreaterThan(5);
  expect(check).toMatchObject({ broken: 0, finishedAt: expect.any(String) });
  expect(await metrics()).toContain('aisle_drift_rows 0');
});

test.each([
  [
    'UPDATE lots SET on_hand = on_hand - 1',
    [
      'Daily sums of what expires equal the lots in stock',
      'Each lot equals the sum of its movements',
      'Each stock level equals the sum of its lots',
      'Stock over all locations equals what is in lots',
    ],
    'UPDATE lots SET on_hand = on_hand + 1',
  ],
  [
    'UPDATE stock_levels SET on_hand = on_hand + 5',
    [
      'Each stock level equals the sum of its lots',
      'Each stock level equals the sum of its movements',
      'What can be sold of each product equals its stock levels',
    ],
    'UPDATE stock_levels SET on_hand = on_hand - 5',
  ],
  [
    'UPDATE expiry_days SET retail = retail + 1',
    ['Daily sums of what expires equal the lots in stock'],
    'UPDATE expiry_days SET retail = retail - 1',
  ],
  [
    'UPDATE stock_totals SET available = available + 1',
    ['What can be sold of each product equals its stock levels'],
    'UPDATE stock_totals SET available = available - 1',
  ],
  [
    'UPDATE reservations SET quantity = quantity + 1',
    ['Reserved quantities equal the sum of open reservations'],
    'UPDATE reservations SET quantity = quantity - 1',
  ],
  [
    'UPDATE ledger_entries SET amount = amount + 1 WHERE position = 1',
    ['Each journal sums to zero'],
    'UPDATE ledger_entries SET amount = amount - 1 WHERE position = 1',
  ],
  [
    'UPDATE payable_entries SET amount = amount + 1',
    [
      'Each statement equals the sum of its entries',
      'What a location is owed equals its entries in the ledger',
    ],
    'UPDATE payable_entries SET amount = amount - 1',
  ],
  [
    'DELETE FROM payable_entries WHERE statement_id IS NULL',
    ['What a location is owed equals its entries in the ledger'],
    `INSERT INTO payable_entries (location_id, journal_id, position, posted_at, amount, section)
      SELECT location_id, journal_id, position, posted_at, -amount, part FROM ledger_entries
      WHERE account = 'locationPayable' ON CONFLICT DO NOTHING`,
  ],
  [
    'UPDATE statements SET goods = goods + 1, total = total + 1',
    ['Each statement equals the sum of its entries'],
    'UPDATE statements SET goods = goods - 1, total = total - 1',
  ],
  [
    'UPDATE customers SET coin_balance = coin_balance + 7',
    ['Each coin balance equals the sum of its entries', 'Each coin balance equals what is left of its lots'],
    'UPDATE customers SET coin_balance = coin_balance - 7',
  ],
  [
    'UPDATE coin_lots SET worth = worth + 1, worth_left = worth_left + 1 WHERE coins_left > 0',
    ['The books owe what coins are worth, and those of orders on their way'],
    'UPDATE coin_lots SET worth = worth - 1, worth_left = worth_left - 1 WHERE coins_left > 0',
  ],
  [
    'UPDATE coin_lots SET coins = coins + 3 WHERE coins_left > 0',
    ['Each lot of coins equals what was moved'],
    'UPDATE coin_lots SET coins = coins - 3 WHERE coins_left > 0',
  ],
])('detects %s', async (change, claims, back) => {
  await tamper(change);
  const found = await brokenNow();
  const ready = await shop.server.inject('/readyz');
  const counted = await metrics();
  await tamper(back);

  expect(found.sort()).toEqual(claims);
  expect(ready.statusCode).toBe(200);
  expect(counted).toMatch(/aisle_drift_rows [1-9]/);
  // The check has corrected the totals of reports to match the tampered rows, and now corrects them back.
  await checkDriftAtNight(shop.db);
  expect(await brokenNow()).toEqual([]);
});

test('notifies users with access to the settings', async () => {
  await tamper('UPDATE stock_levels SET on_hand = on_hand + 5');
  await checkDriftAtNight(shop.db);
  await tamper('UPDATE stock_levels SET on_hand = on_hand - 5');

  const notices = await shop.sql`SELECT kind, permission, text FROM notices WHERE kind = 'drift'`;
  expect(notices.at(-1)).toMatchObject({ permission: 'access_setting' });
  expect(notices.at(-1)?.text).toContain('Each stock level equals the sum of its movements: 1 mismatch');
});

test('runs on request as a job', async () => {
  await workJobs(shop, { driftCheck: driftWork });
  const { jobId } = await admin.do(driftRoutes.run);

  expect(await jobOver(admin, jobId)).toMatchObject({ status: 'done', result: { broken: 0 } });
});
