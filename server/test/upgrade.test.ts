import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { type Database, openDatabase } from '../src/core/db/db.ts';
import { migrate } from '../src/core/db/setup/migrate.ts';
import { checkDriftAtNight } from '../src/ledgers/drift/drift-check.ts';
import { run, withDatabase } from './database.setup.ts';
import { freshDatabase } from './database.ts';

const folder = new URL('../schema/before/', import.meta.url);
/** The first migration that stores derived values of orders and payments. */
const firstDerived = '0025';

/** Three delivered orders at one location on consecutive days, each with a line and a sale. */
const history = `
  INSERT INTO locations (id, name, code, address, time_zone, delivery_radius_km, latitude, longitude)
  VALUES ('0190aaaa-0000-7000-8000-000000000001', 'South Lamar', 'SL', '{}', 'America/Chicago', 10, 30, -97);
  INSERT INTO categories (id, name, level) VALUES ('0190aaaa-0000-7000-8000-000000000002', 'Dairy', 1);
  INSERT INTO products (id, name, slug, category_id)
  VALUES ('0190aaaa-0000-7000-8000-000000000003', 'Milk', 'milk', '0190aaaa-0000-7000-8000-000000000002');
  INSERT INTO sub_products (id, product_id, name, sku, unit, price)
  VALUES ('0190aaaa-0000-7000-8000-000000000004', '0190aaaa-0000-7000-8000-000000000003', 'Milk', 'MILK', 'each', 1000);
  INSERT INTO customers (id, first_name, last_name, phone, phone_digits)
  VALUES ('0190aaaa-0000-7000-8000-000000000005', 'Ann', 'Common', '7', '7');
  WITH row AS MATERIALIZED (
    SELECT n, gen_random_uuid() AS id, gen_random_uuid() AS journal, now() - make_interval(days => n) AS at
    FROM generate_series(1, 3) AS n
  ), main AS (
    INSERT INTO main_orders (id, customer_id, fulfilment, payment_type, source, created_at)
    SELECT id, '0190aaaa-0000-7000-8000-000000000005', 'pickup', 'cashOnDelivery', 'staff', at FROM row
  ), placed AS (
    INSERT INTO orders (location_id, id, main_order_id, customer_id, customer_name, customer_phone, status,
      headline_status, fulfilment, payment_type, items_total, tax_total, total, paid, line_count, delivered_at, created_at)
    SELECT '0190aaaa-0000-7000-8000-000000000001', id, id, '0190aaaa-0000-7000-8000-000000000005', 'Ann Common', '7',
      'delivered', 'delivered', 'pickup', 'cashOnDelivery', 1000, 80, 1080, 1080, 1, at, at FROM row
  ), line AS (
    INSERT INTO order_lines (location_id, order_id, id, position, sub_product_id, name, sku, unit, quantity,
      picked_quantity, unit_price, tax, total)
    SELECT '0190aaaa-0000-7000-8000-000000000001', id, id, 1, '0190aaaa-0000-7000-8000-000000000004', 'Milk', 'MILK',
      'each', 1, 1, 1000, 80, 1080 FROM row
  ), journal AS (
    INSERT INTO journals (location_id, id, kind, cause_id, order_id, posted_at)
    SELECT '0190aaaa-0000-7000-8000-000000000001', journal, 'sale', id, id, at FROM row
  )
  INSERT INTO ledger_entries (location_id, journal_id, position, account, part, amount, posted_at)
  SELECT '0190aaaa-0000-7000-8000-000000000001', journal, position, account, part, amount, at FROM row
  CROSS JOIN (VALUES (1, 'customerPayments', 'payment', 1080), (2, 'locationPayable', 'goods', -1000),
    (3, 'locationPayable', 'tax', -80), (4, 'locationPayable', 'commission', 100),
    (5, 'commissionIncome', 'commission', -100)) AS entry (position, account, part, amount)`;

test('derives stored values from existing orders and ledger entries', async () => {
  await withUpgrade(firstDerived, [history], async (db) => {
    const { rows } = await db.owner.query(
      `SELECT section, sum(amount) AS sum, count(*) AS entries, count(statement_id) AS stated
       FROM payable_entries GROUP BY 1 ORDER BY 1`,
    );
    expect(rows).toEqual([
      { section: 'commission', sum: -300, entries: 3, stated: 0 },
      { section: 'goods', sum: 3000, entries: 3, stated: 0 },
      { section: 'tax', sum: 240, entries: 3, stated: 0 },
    ]);
    expect(await findingsOf(db)).toEqual([]);
  });
});

/**
 * Three customers before coins had lots: Ann earned 20 and 30 coins worth 2 cents each and has 35 left, Bob owes 12, and Cy
 * pays an open order with 40 of his 100 coins.
 */
const coinHistory = `
  INSERT INTO customers (id, first_name, last_name, phone, phone_digits, coin_balance)
  VALUES ('0190aaaa-0000-7000-8000-0000000000b0', 'Bob', 'Common', '8', '8', 0),
    ('0190aaaa-0000-7000-8000-0000000000c0', 'Cy', 'Common', '9', '9', 0);
  INSERT INTO ledger_entries (location_id, journal_id, position, account, part, amount, posted_at)
  SELECT j.location_id, j.id, part.position, part.account, 'earned', part.sign * 2 * (10 + 10 * j.n), j.posted_at
  FROM (SELECT *, row_number() OVER (ORDER BY posted_at) AS n FROM journals) j
  CROSS JOIN (VALUES (6, 'discounts', 1), (7, 'coinsLiability', -1)) AS part (position, account, sign) WHERE j.n <= 2;
  INSERT INTO coin_entries (customer_id, id, kind, coins, cause_id, order_id, location_id, created_at)
  SELECT '0190aaaa-0000-7000-8000-000000000005', gen_random_uuid(), 'earned', 10 + 10 * n, order_id, order_id, location_id,
    posted_at
  FROM (SELECT *, row_number() OVER (ORDER BY posted_at) AS n FROM journals) j WHERE n <= 2;
  INSERT INTO coin_entries (customer_id, id, kind, coins, cause_id)
  VALUES ('0190aaaa-0000-7000-8000-000000000005', gen_random_uuid(), 'takenBack', -15, gen_random_uuid()),
    ('0190aaaa-0000-7000-8000-0000000000b0', gen_random_uuid(), 'takenBack', -12, gen_random_uuid()),
    ('0190aaaa-0000-7000-8000-0000000000c0', gen_random_uuid(), 'adjusted', 100, gen_random_uuid());
  WITH main AS (
    INSERT INTO main_orders (id, customer_id, fulfilment, payment_type, source)
    VALUES ('0190aaaa-0000-7000-8000-0000000000d0', '0190aaaa-0000-7000-8000-0000000000c0', 'pickup', 'cashOnDelivery',
      'staff')
  ), placed AS (
    INSERT INTO orders (location_id, id, main_order_id, customer_id, customer_name, customer_phone, status,
      headline_status, fulfilment, payment_type, items_total, total, line_count, coins_used)
    VALUES ('0190aaaa-0000-7000-8000-000000000001', '0190aaaa-0000-7000-8000-0000000000d0',
      '0190aaaa-0000-7000-8000-0000000000d0', '0190aaaa-0000-7000-8000-0000000000c0', 'Cy Common', '9', 'orderPlaced',
      'orderPlaced', 'pickup', 'cashOnDelivery', 1000, 1000, 0, 40)
  ), paid AS (
    INSERT INTO payments (location_id, order_id, id, kind, provider, status, amount, authorised)
    VALUES ('0190aaaa-0000-7000-8000-000000000001', '0190aaaa-0000-7000-8000-0000000000d0', gen_random_uuid(), 'coins',
      'coins', 'authorised', 80, 80)
  )
  INSERT INTO coin_entries (customer_id, id, kind, coins, cause_id, order_id, location_id)
  VALUES ('0190aaaa-0000-7000-8000-0000000000c0', gen_random_uuid(), 'redeemed', -40,
    '0190aaaa-0000-7000-8000-0000000000d0', '0190aaaa-0000-7000-8000-0000000000d0',
    '0190aaaa-0000-7000-8000-000000000001')`;

test('moves the coins of customers into lots, and sets negative balances to zero', async () => {
  await withUpgrade('0038', [history, coinHistory], async (db) => {
    const { rows: customers } = await db.owner.query(`
      SELECT c.first_name AS name, c.coin_balance::int AS balance, coalesce(sum(l.coins_left), 0)::int AS coins,
        coalesce(sum(l.worth_left), 0)::int AS worth, max(e.sum)::int AS entries
      FROM customers c LEFT JOIN coin_lots l ON l.customer_id = c.id
      JOIN LATERAL (SELECT sum(coins) FROM coin_entries e WHERE e.customer_id = c.id) e ON true
      GROUP BY c.id ORDER BY 1`);
    expect(customers).toEqual([
      { name: 'Ann', balance: 35, coins: 35, worth: 70, entries: 35 },
      { name: 'Bob', balance: 0, coins: 0, worth: 0, entries: 0 },
      { name: 'Cy', balance: 60, coins: 60, worth: 60, entries: 60 },
    ]);
    // The coins that pay for the open order are returned at the value that they pay.
    await db.owner.query(`
      INSERT INTO coin_entries (customer_id, id, kind, coins, cause_id, order_id, location_id, worth)
      SELECT customer_id, gen_random_uuid(), 'returned', 40, order_id, order_id, location_id, 0 FROM coin_entries
      WHERE kind = 'redeemed';
      UPDATE orders SET status = 'cancelled', headline_status = 'cancelled' WHERE status = 'orderPlaced'`);
    const { rows: back } = await db.owner.query(
      "SELECT coins::int, worth::int, balance_after::int FROM coin_entries WHERE kind = 'returned'",
    );
    expect(back).toEqual([{ coins: 40, worth: 80, balance_after: 100 }]);
    expect(await findingsOf(db)).toEqual([]);
  });
});

/** Passes a database that was filled before a migration and then upgraded. */
async function withUpgrade(
  first: string,
  fill: readonly string[],
  look: (db: Database) => Promise<void>,
): Promise<void> {
  const { url } = inject('testDatabase');
  const name = `aisle_test_${randomBytes(6).toString('hex')}`;
  await run(url, `create database ${name}`);
  const db = await openDatabase({ connectionString: withDatabase(url, name) }, 2);
  try {
    await applyBefore(db.owner, first);
    for (const text of fill) await db.owner.query(text);
    await migrate(db.owner);
    await look(db);
  } finally {
    await db.close();
    await run(url, `drop database if exists ${name} with (force)`);
  }
}

test('rejects a database that a newer version has migrated, without changes', async () => {
  const { url, drop } = await freshDatabase();
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  // Dropping the database ends a connection that is still closing.
  pool.on('error', () => {});
  const applied = () => pool.query('SELECT name FROM schema_migrations ORDER BY name');
  try {
    await pool.query(
      "DELETE FROM schema_migrations WHERE name LIKE '0054%'; INSERT INTO schema_migrations (name) VALUES ('9999-newer.sql')",
    );
    const before = (await applied()).rows;

    await expect(migrate(pool)).rejects.toThrow(
      'This database was migrated by a newer Aisle (9999-newer.sql). Start that version or a later one',
    );

    expect((await applied()).rows).toEqual(before);
  } finally {
    await pool.end();
    await drop();
  }
});

/** The findings of the nightly check, which must have compared some rows. */
async function findingsOf(db: Database): Promise<unknown[]> {
  await checkDriftAtNight(db);
  const checks = await db.owner.query('SELECT findings FROM drift_checks');
  const findings = checks.rows[0].findings as { broken: number }[];
  expect(findings.length).toBeGreaterThan(5);
  return findings.filter(({ broken }) => broken > 0);
}

/** Creates the schema as it was before a migration. */
async function applyBefore(pool: pg.Pool, first: string): Promise<void> {
  await pool.query(
    'CREATE TABLE schema_migrations (name text PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())',
  );
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql') && name < first).sort();
  for (const name of names) {
    await pool.query(await readFile(new URL(name, folder), 'utf8'));
    await pool.query('INSERT INTO schema_migrations (name) VALUES ($1)', [name]);
  }
}

/** Three locations that are all closed at Christmas; one is open on New Year's Day. */
const holidays = `
  INSERT INTO locations (id, name, code, address, time_zone, delivery_radius_km, latitude, longitude, hours_exceptions)
  SELECT gen_random_uuid(), 'Location ' || n, 'L' || n, '{}', 'America/Chicago', 10, 30, -97,
    CASE WHEN n = 1 THEN '[{"date": "2030-01-01", "spans": [{"opens": "10:00", "closes": "14:00"}]}]' ELSE '[]' END::jsonb
      || '[{"date": "2030-12-25", "spans": [], "note": "Christmas"}]'
  FROM generate_series(1, 3) AS n`;

test('keeps dates on which all locations are closed as holidays of the marketplace', async () => {
  await withUpgrade('0073', [holidays], async (db) => {
    const { rows: settings } = await db.owner.query(
      `SELECT "values" -> 'holidays' AS holidays FROM settings`,
    );
    const { rows: locations } = await db.owner.query(
      'SELECT hours_exceptions AS own FROM locations ORDER BY name',
    );

    expect(settings[0].holidays).toEqual([{ date: '2030-12-25', spans: [], note: 'Christmas' }]);
    expect(locations.map(({ own }) => own.map(({ date }: { date: string }) => date))).toEqual([
      ['2030-01-01'],
      [],
      [],
    ]);
  });
});

/**
 * Pictures of all kinds before they were separated: of a brand, a driver, a delivery, a return, and unused ones; and other
 * files.
 */
const pictures = `
  INSERT INTO files (id, kind, storage_key, mime, bytes, name)
  SELECT format('0190aaaa-0000-7000-8000-0000000000e%s', n)::uuid, 'image', 'x', 'image/webp', 1, name
  FROM unnest(ARRAY['logo', 'portrait', 'doorstep', 'leak', 'unused']) WITH ORDINALITY AS given (name, n);
  INSERT INTO files (id, kind, storage_key, mime, bytes, name)
  SELECT format('0190aaaa-0000-7000-8000-0000000000d%s', n)::uuid, kind, kind, 'x/x', 1, kind
  FROM unnest(ARRAY['csv', 'document', 'export', 'mail']) WITH ORDINALITY AS given (kind, n);
  INSERT INTO brands (id, name, logo_id)
  VALUES ('0190aaaa-0000-7000-8000-0000000000f1', 'Fresh', '0190aaaa-0000-7000-8000-0000000000e1');
  INSERT INTO drivers (id, name, phone, photo_id)
  VALUES ('0190aaaa-0000-7000-8000-0000000000f2', 'Dee', '1', '0190aaaa-0000-7000-8000-0000000000e2');
  INSERT INTO trips (location_id, id, driver_id)
  VALUES ('0190aaaa-0000-7000-8000-000000000001', '0190aaaa-0000-7000-8000-0000000000f3', '0190aaaa-0000-7000-8000-0000000000f2');
  INSERT INTO deliveries (location_id, id, trip_id, order_id, driver_id, driver_name, status, promised_at,
    offer_expires_at, drop_code, ended_at, proof, proof_file_id)
  SELECT location_id, gen_random_uuid(), '0190aaaa-0000-7000-8000-0000000000f3', id, '0190aaaa-0000-7000-8000-0000000000f2',
    'Dee', 'delivered', now(), now(), '1', now(), 'photo', '0190aaaa-0000-7000-8000-0000000000e3'
  FROM orders ORDER BY created_at LIMIT 1;
  WITH returned AS (
    INSERT INTO returns (location_id, id, order_id, customer_id, kind, line_count)
    SELECT location_id, id, id, customer_id, 'return', 1 FROM orders ORDER BY created_at LIMIT 1
    RETURNING location_id, id, order_id
  )
  INSERT INTO return_lines (location_id, return_id, id, order_id, line_id, position, quantity, photos)
  SELECT r.location_id, r.id, gen_random_uuid(), r.order_id, l.id, 1, 1, '{0190aaaa-0000-7000-8000-0000000000e4}'
  FROM returned r JOIN order_lines l ON l.order_id = r.order_id`;

test('separates photos of people and places from pictures of the marketplace', async () => {
  await withUpgrade('0081', [history, pictures], async (db) => {
    const { rows } = await db.owner.query(
      'SELECT name, kind, location_id AS "locationId" FROM files ORDER BY id',
    );

    const here = '0190aaaa-0000-7000-8000-000000000001';
    expect(rows).toEqual([
      ...['csv', 'document', 'export', 'mail'].map((kind) => ({ name: kind, kind, locationId: null })),
      { name: 'logo', kind: 'image', locationId: null },
      { name: 'portrait', kind: 'photo', locationId: null },
      { name: 'doorstep', kind: 'photo', locationId: here },
      { name: 'leak', kind: 'photo', locationId: here },
      { name: 'unused', kind: 'image', locationId: null },
    ]);
  });
});

/**
 * Subscriptions whose renewal was disabled: because of a planned change of plan that is still planned or was cancelled later,
 * and because the customer requested it.
 */
const renewals = `
  INSERT INTO customers (id, first_name, last_name, phone, phone_digits)
  SELECT format('0190aaaa-0000-7000-8000-0000000000f%s', n)::uuid, name, 'Common', n, n
  FROM unnest(ARRAY['Planned', 'Cancelled', 'Asked']) WITH ORDINALITY AS given (name, n);
  INSERT INTO subscription_plans (id, name) VALUES ('0190aaaa-0000-7000-8000-0000000000aa', 'Basic'),
    ('0190aaaa-0000-7000-8000-0000000000bb', 'Plus');
  INSERT INTO plan_editions (plan_id, number, name, price, period) SELECT id, 1, name, 1000, 'monthly' FROM subscription_plans;
  INSERT INTO subscriptions (id, customer_id, plan_id, edition, starts_at, ends_at, first_starts_at, months, payment_type,
    card_token, price, reason)
  SELECT gen_random_uuid(), id, '0190aaaa-0000-7000-8000-0000000000aa', 1, now() - interval '10 days',
    now() - interval '10 days' + interval '1 month', now() - interval '10 days', 1, 'card', 'tok_ok', 1000,
    CASE first_name WHEN 'Asked' THEN 'Moved away' ELSE 'Plus follows' END FROM customers;
  INSERT INTO subscriptions (id, customer_id, plan_id, edition, starts_at, ends_at, first_starts_at, months, payment_type,
    price, cancelled_at)
  SELECT gen_random_uuid(), s.customer_id, '0190aaaa-0000-7000-8000-0000000000bb', 1, s.ends_at,
    s.ends_at + interval '1 month', s.ends_at, 1, 'cash', 1000, CASE c.first_name WHEN 'Cancelled' THEN now() END
  FROM subscriptions s JOIN customers c ON c.id = s.customer_id WHERE c.first_name <> 'Asked'`;

test('restores renewals that a planned change of plan had disabled', async () => {
  await withUpgrade('0097', [renewals], async (db) => {
    const { rows } = await db.owner.query(`
      SELECT c.first_name AS name, s.auto_renew AS wanted, s.reason, n.auto_renew AS renews
      FROM subscriptions s JOIN customers c ON c.id = s.customer_id JOIN current_subscriptions n ON n.id = s.id ORDER BY 1`);
    expect(rows).toEqual([
      { name: 'Asked', wanted: false, reason: 'Moved away', renews: false },
      { name: 'Cancelled', wanted: true, reason: null, renews: true },
      { name: 'Planned', wanted: true, reason: null, renews: false },
    ]);
  });
});
