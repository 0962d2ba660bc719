import { parseArgs } from 'node:util';
import { orderMessageKinds } from '@aisle/contract/system/order-messages';
import pg from 'pg';
import { migrate } from '../../server/src/core/db/setup/migrate.ts';
import { connected, openBenchDatabase } from './database.ts';
import { copyRowsInto, dropIndexes } from './fill/copy.ts';
import { checkInvariants } from './fill/invariants.ts';
import { buildMarketplace } from './fill/marketplace.ts';
import { fillService } from './fill/service.ts';
import { fillStatements } from './fill/statements.ts';
import { everyTable } from './fill/tables.ts';
import { type Size, sizeOf } from './sizes.ts';

// Fills a fresh database with a marketplace:  npm run bench:fill -- --size S --data DIR
const { values: args } = parseArgs({
  options: { size: { type: 'string' }, url: { type: 'string' }, data: { type: 'string' } },
});
// Data lost in a crash is simply filled in again. When the server starts the same cluster, it uses its own settings.
const forFilling = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '32GB',
  checkpoint_timeout: '1h',
  maintenance_work_mem: '1GB',
  work_mem: '256MB',
  autovacuum: 'off',
};

const size = sizeOf(args.size);
const database = await openBenchDatabase({ size: size.name, url: args.url, data: args.data }, forFilling);
try {
  await prepare(database.config);
  const isWhole = await connected(database.config, (client) => fillAndCheck(client, size));
  if (!isWhole) process.exitCode = 1;
} finally {
  await database.stop();
}

async function prepare(config: pg.PoolConfig): Promise<void> {
  const pool = new pg.Pool({ ...config, max: 1 });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  await migrate(pool);
  await pool.end();
}

async function fillAndCheck(client: pg.Client, size: Size): Promise<boolean> {
  await rejectFilled(client);
  await timed(`Filled with ${size.name}`, () => fill(client, size));
  await timed('Vacuumed and analysed', () => client.query('VACUUM (ANALYZE)'));
  const isWhole = await timed('Checked', () => checkInvariants(client));
  await client.query('CHECKPOINT');
  console.log(isWhole ? 'Every invariant holds.' : 'Not every invariant holds.');
  return isWhole;
}

/** The database would be emptied first, so it must not contain other data. */
async function rejectFilled(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>(
    'SELECT EXISTS (SELECT FROM users) OR EXISTS (SELECT FROM locations) OR EXISTS (SELECT FROM orders) AS taken',
  );
  if (rows[0]!.taken) throw new Error('This database is not empty: the bench fills a fresh one only.');
}

/** One transaction: the data is complete or absent. Triggers are disabled, and their data is written directly. */
async function fill(client: pg.Client, size: Size): Promise<void> {
  const market = buildMarketplace(size, Math.floor(Date.now() / 60_000) * 60_000);
  const loads = everyTable(market);
  const tables = loads.map(({ table }) => table);
  await client.query('BEGIN');
  await client.query('SET LOCAL session_replication_role = replica');
  await client.query(`TRUNCATE ${tables.join(', ')} CASCADE`);
  const restore = await dropIndexes(client, tables);
  for (const load of loads) {
    const since = performance.now();
    const rows = await copyRowsInto(client, load);
    const seconds = (performance.now() - since) / 1000;
    console.log(`  ${load.table}: ${rows.toLocaleString('en-US')} rows in ${seconds.toFixed(1)} s`);
  }
  await timed('  statements and payouts', () => fillStatements(client));
  await timed('  tickets, coins and plans', () => fillService(client));
  // Does the work of the disabled triggers.
  await client.query(`INSERT INTO catalogue_words (word) SELECT DISTINCT found.word
    FROM (SELECT name FROM products UNION SELECT name FROM sub_products UNION SELECT name FROM brands) AS named,
      words_in(named.name) AS found (word)
    WHERE NOT EXISTS (SELECT FROM catalogue_words known WHERE known.word = found.word)`);
  // Emails are sent in parallel and would compete with requests for the processor. Truncating the files emptied the settings.
  await client.query(`INSERT INTO settings (values) VALUES (jsonb_build_object('orderEmails', $1::jsonb))`, [
    JSON.stringify(Object.fromEntries(orderMessageKinds.map((kind) => [kind, false]))),
  ]);
  await timed(`  ${restore.length} indexes`, async () => {
    for (const statement of restore) await client.query(statement);
  });
  // The following steps need indexes and statistics.
  await client.query('ANALYZE');
  await timed('  names and words', () => client.query('SELECT index_all_names(), index_all_order_words()'));
  await timed('  stock totals', () => client.query('SELECT fill_stock_totals()'));
  await client.query('SELECT fill_expiry_days()');
  await timed('  sums of reports', () => client.query('SELECT fill_figures()'));
  await client.query(
    `SELECT setval('order_number', (SELECT max(number) FROM orders)),
       setval('main_order_number', (SELECT max(number) FROM main_orders)),
       setval('lot_number', (SELECT max(number) FROM lots)), setval('ticket_number', (SELECT max(number) FROM tickets))`,
  );
  await client.query('COMMIT');
}

async function timed<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const since = performance.now();
  const result = await work();
  console.log(`${what} in ${((performance.now() - since) / 1000).toFixed(1)} s`);
  return result;
}
