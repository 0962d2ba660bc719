import { chmodSync, existsSync, mkdtempSync } from 'node:fs';
import { copyFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { startPostgres } from '@aisle/embedded-postgres/postgres';
import { afterAll, expect, test, vi } from 'vitest';
import { openStore } from '../../../test/order-builders.ts';
import { buildApp } from '../../app.ts';
import { readChanges } from '../../core/changes/change-reader.ts';
import { openDatabase, system, transaction } from '../../core/db/db.ts';
import { readSettings } from '../../core/settings.ts';
import { writeBackup } from '../../system/backups/backup.ts';
import { restoreBackup } from '../../system/backups/restore.ts';
import { orderMessageReader, setUpOf } from './order-messages.service.ts';

// A restore loads live events and their position into a cluster whose transaction numbers start elsewhere.

const shelf = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

const { shop, manager: clerk, addOrder } = await openStore({ server: { demo: true }, goods: { stock: 100 } });
const folder = mkdtempSync(path.join(shelf, 'aisle-test-restored-'));
chmodSync(folder, 0o711);
const cluster = await startPostgres({ dataDir: folder, tune: { fsync: 'off' }, ownRole: true });
afterAll(async () => {
  await cluster.stop();
  await rm(folder, { recursive: true });
});

const place = (email: string) =>
  addOrder({
    customer: { firstName: 'Ada', lastName: 'Lovelace', phone: `+1512555${count++}`, email },
  });
let count = 1000;

/** Empty transactions that only advance the transaction number. */
const burnTransactions = (number: number) =>
  shop.db.owner.query(
    `DO $$ BEGIN FOR i IN 1..${number} LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$`,
  );

async function backUp(file: string): Promise<void> {
  await burnTransactions(20_000);
  const before = await place('before@shoppers.example');
  await vi.waitFor(
    async () => {
      await shop.look((tx) => readChanges(tx, orderMessageReader(setUpOf(shop.services.settings))));
      expect(await mailsTo(shop.db.owner, 'before@shoppers.example')).toHaveLength(1);
    },
    { timeout: 10_000, interval: 50 },
  );
  expect(before.status).toBe('orderPlaced');
  // Sends nothing while another transaction holds the position.
  await shop.look(async (tx) => {
    await tx.selectFrom('change_readers').select('change_id').forUpdate().execute();
    await place('meanwhile@shoppers.example');
    await writeBackup({ config: { connectionString: shop.databaseUrl }, dataDir: shop.dataDir }, file);
  });
}

type Queried = { query: (text: string, values: unknown[]) => Promise<{ rows: unknown[] }> };
const mailsTo = async (at: Queried, recipient: string) =>
  (await at.query('SELECT subject FROM mails WHERE recipient = $1', [recipient])).rows;

test('sends each email once after a restore into a cluster with fewer transactions', async () => {
  const file = path.join(folder, 'shop.zip');
  await backUp(file);
  const target = { config: cluster.connection, dataDir: path.join(folder, 'restored') };
  await restoreBackup(target, file);
  await copyFile(path.join(shop.dataDir, 'secrets.key'), path.join(target.dataDir, 'secrets.key'));

  const db = await openDatabase(cluster.connection, 4);
  const { server } = await buildApp(
    db,
    readSettings({ DATA_DIR: target.dataDir, LOG_LEVEL: 'error', DEMO: '0' }),
  );
  await server.ready();
  try {
    const [now, then] = await Promise.all([counterOf(db.owner), counterOf(shop.db.owner)]);
    expect(now).toBeLessThan(then);
    const order = (await clerk.do(orderRoutes.list, { body: { search: 'Lovelace' } })).records[0]!;
    const delivered = await server.inject({
      method: 'PUT',
      url: `/api/v2/order/update-status/${order._id}`,
      headers: clerk.headers,
      payload: { status: 'cancelled', note: 'Out of eggs' },
    });
    expect(delivered.statusCode, delivered.body).toBe(200);

    await vi.waitFor(
      async () => expect(await mailsTo(db.owner, 'meanwhile@shoppers.example')).toHaveLength(2),
      {
        timeout: 15_000,
        interval: 100,
      },
    );
    const isSetUp = { sms: false, push: false };
    while (await transaction(db, system, (tx) => readChanges(tx, orderMessageReader(isSetUp))));
    expect(await mailsTo(db.owner, 'meanwhile@shoppers.example')).toHaveLength(2);
    expect(await mailsTo(db.owner, 'before@shoppers.example')).toHaveLength(1);
  } finally {
    await server.close();
    await db.close();
  }
}, 60_000);

const counterOf = async (at: Queried) =>
  Number(
    (await at.query('SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS next', [])).rows.map(
      (row) => (row as { next: string }).next,
    )[0],
  );
