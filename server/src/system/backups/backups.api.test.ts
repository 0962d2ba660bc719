import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  copyFile,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import pg from 'pg';
import { afterAll, expect, inject, test, vi } from 'vitest';
import { startBucketServer } from '../../../test/bucket-server.ts';
import { catalogOf } from '../../../test/catalog.ts';
import { presentCursor } from '../../../test/change-builders.ts';
import { run, withDatabase } from '../../../test/database.setup.ts';
import { checkInvariants } from '../../../test/invariants.ts';
import { addGoods, addOrderLocation, advanceTo, place, placeOne } from '../../../test/order-builders.ts';
import { openShop } from '../../../test/shop.ts';
import { buildApp } from '../../app.ts';
import { type Database, openDatabase, system, transaction } from '../../core/db/db.ts';
import { migrate } from '../../core/db/setup/migrate.ts';
import { openDisk } from '../../core/files/disk.ts';
import { readSettings } from '../../core/settings.ts';
import { writeBackup } from './backup.ts';
import { restoreBackup } from './restore.ts';

const created: string[] = [];
afterAll(async () => {
  for (const name of created) await run(inject('testDatabase').url, `drop database ${name} with (force)`);
  await rm(folder, { recursive: true });
});

test('restores sign-ins, orders, stock, money and files', async () => {
  const target = await emptyTarget();

  await restoreBackup(target, whole);

  await expect(serve(target)).rejects.toThrow("The key of this installation's secrets is missing");
  await copyFile(path.join(shop.dataDir, 'secrets.key'), path.join(target.dataDir, 'secrets.key'));
  const restored = await serve(target);
  const [before, after] = await Promise.all([admin.do(orderRoutes.list, {}), restored.list(admin.headers)]);
  expect(after).toEqual(before);
  await transaction(restored.db, system, checkInvariants);
  expect(await readFile(path.join(target.dataDir, 'files/pictures/pear.webp'), 'utf8')).toBe('a pear');
  expect(await contents(target.config)).toEqual(await contents({ connectionString: shop.databaseUrl }));
  await restored.close();
});

test('starts a new history of changes after a restore', async () => {
  const cursor = await presentCursor(shop, admin);
  const target = await emptyTarget();
  await restoreBackup(target, whole);
  await mkdir(target.dataDir, { recursive: true });
  await copyFile(path.join(shop.dataDir, 'secrets.key'), path.join(target.dataDir, 'secrets.key'));
  const restored = await serve(target);
  const { records } = await restored.list(admin.headers);
  const ids = records.map(({ _id }: { _id: string }) => _id);

  await vi.waitFor(async () =>
    expect((await restored.changes(admin.headers, 'oldest')).ids).toEqual(expect.arrayContaining(ids)),
  );
  expect(await restored.changes(admin.headers, cursor)).toEqual({ code: 'changes.cursor-expired' });
  await restored.close();
});

test('backs up files of a bucket and restores them into one', async () => {
  const server = await startBucketServer();
  const bucketAt = (address: string) => openDisk(address, server.access);
  const bucket = await bucketAt('s3://shop/aisle');
  await bucket.put('pictures/plum.webp', 'a plum');
  const file = path.join(folder, 'bucket.zip');
  await writeBackup({ config: { connectionString: shop.databaseUrl }, dataDir: shop.dataDir, bucket }, file);

  await restoreBackup({ ...(await emptyTarget()), bucket: await bucketAt('s3://other/aisle') }, file);

  const restored = [...server.objects.keys()].filter((key) => key.startsWith('other/'));
  expect(restored).toEqual(['other/aisle/pictures/plum.webp']);
  expect(server.objects.get('other/aisle/pictures/plum.webp')?.toString()).toBe('a plum');
  const filled = { ...(await emptyTarget()), bucket };
  await expect(restoreBackup(filled, file)).rejects.toThrow('The bucket is not empty');
  await server.close();
});

test('enforces the same rules after a restore', async () => {
  const target = await emptyTarget();
  await restoreBackup(target, whole);

  expect(await definitions(target.config)).toEqual(await definitions({ connectionString: shop.databaseUrl }));
});

test('marks the pages of restored tables as visible to all for index-only scans', async () => {
  const target = await emptyTarget();
  await restoreBackup(target, whole);

  const client = new pg.Client(target.config);
  await client.connect();
  const { rows } = await client.query<{ name: string; isVisible: boolean }>(`
    SELECT relname AS name, relallvisible > 0 AS "isVisible" FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND reltuples > 0
      AND relname NOT IN ('schema_migrations', 'schema_functions')`);
  await client.end();
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['orders', 'order_lines', 'lots']));
  expect(rows.filter(({ isVisible }) => !isVisible)).toEqual([]);
});

test('contains every order confirmed before its start, with matching totals', async () => {
  const placed: string[] = [];
  let isOver = false;
  const clerk = async () => {
    while (!isOver) {
      const main = await place(admin, { lines: [{ subProductId: goods, locationId, quantity: 1 }] });
      placed.push(main.orders[0]!._id);
    }
  };
  const clerks = [clerk(), clerk()];
  await expect.poll(() => placed.length, { timeout: 20_000 }).toBeGreaterThan(4);
  const before = [...placed];

  await backupTo(path.join(folder, 'busy.zip'));

  isOver = true;
  await Promise.all(clerks);
  const target = await emptyTarget();
  await restoreBackup(target, path.join(folder, 'busy.zip'));
  const client = new pg.Client(target.config);
  await client.connect();
  const { rows } = await client.query<{ id: string }>('SELECT id FROM orders');
  await client.end();
  const kept = new Set(rows.map(({ id }) => id));
  expect(before.filter((id) => !kept.has(id))).toEqual([]);
});

test('lets only the owner read a backup, and leaves nothing after a failure', async () => {
  expect((await stat(whole)).mode & 0o777).toBe(0o600);

  const nowhere = path.join(folder, 'failed.zip');
  const source = { config: { connectionString: inject('testDatabase').url }, dataDir: shop.dataDir };
  await expect(writeBackup(source, nowhere)).rejects.toThrow();

  expect([existsSync(nowhere), existsSync(`${nowhere}.part`)]).toEqual([false, false]);
});

test('removes the unfinished archives of killed backups, and nothing else', async () => {
  const shelf = await mkdtemp(path.join(folder, 'shelf-'));
  const head = (await readFile(whole)).subarray(0, 5000);
  const old = new Date(Date.now() - 2 * 60 * 60_000);
  const parts: [name: string, bytes: Buffer, at: Date][] = [
    ['aisle-2026-11-20T00-13-00Z.zip.part', head, old],
    ['by hand.zip.part', head, old],
    ['still written.zip.part', head, new Date()],
    [
      'download.zip.part',
      Buffer.from('PK\u0003\u0004 of a browser, which names its files the same way'),
      old,
    ],
    ['empty.zip.part', Buffer.alloc(0), old],
  ];
  for (const [name, bytes, at] of parts) {
    await writeFile(path.join(shelf, name), bytes);
    await utimes(path.join(shelf, name), at, at);
  }

  await backupTo(path.join(shelf, 'new.zip'));

  expect((await readdir(shelf)).sort()).toEqual([
    'download.zip.part',
    'empty.zip.part',
    'new.zip',
    'still written.zip.part',
  ]);
});

test.each([
  ['is truncated', async (file: string) => truncate(file, Math.floor((await stat(file)).size / 2))],
  ['has changed bytes in the middle', (file: string) => changeBytes(file)],
  ["isn't a ZIP file", (file: string) => writeFile(file, 'Hello')],
])('rejects a backup that %s before writing anything', async (_, damage) => {
  const file = path.join(folder, `${randomBytes(4).toString('hex')}.zip`);
  await writeFile(file, await readFile(whole));
  await damage(file);
  const target = await emptyTarget();

  await expect(restoreBackup(target, file)).rejects.toThrow(/damaged or not a backup/);

  expect(await contents(target.config)).toEqual([]);
});

test('refuses to start on a database with an unfinished restore', async () => {
  const target = await emptyTarget();
  const onStep = (step: string) => {
    if (step.startsWith('All rows')) throw new Error('The power went');
  };

  await expect(restoreBackup({ ...target, onStep }, whole)).rejects.toThrow('The power went');

  const pool = new pg.Pool({ ...target.config, max: 1 });
  await expect(migrate(pool)).rejects.toThrow("A restore into this database didn't finish");
  await pool.end();
});

test('leaves a non-empty database or folder unchanged', async () => {
  const source = { config: { connectionString: shop.databaseUrl }, dataDir: path.join(folder, 'other') };
  await expect(restoreBackup(source, whole)).rejects.toThrow('The database is not empty');

  const target = await emptyTarget();
  await expect(restoreBackup({ ...target, dataDir: shop.dataDir }, whole)).rejects.toThrow(
    /files is not empty/,
  );
  expect(await contents(target.config)).toEqual([]);
});

const backupTo = (file: string) =>
  writeBackup({ config: { connectionString: shop.databaseUrl }, dataDir: shop.dataDir }, file);

const shop = await openShop();
const admin = await shop.signIn();
const locationId = await addOrderLocation(shop);
const goods = await addGoods(shop, locationId, { stock: 1000 });
await advanceTo(admin, await placeOne(admin, locationId, goods), 'delivered');
await placeOne(admin, locationId, goods);
await shop.services.storage.put('pictures/pear.webp', Buffer.from('a pear'));
const folder = await mkdtemp(path.join(tmpdir(), 'aisle-test-backup-'));
const whole = path.join(folder, 'whole.zip');
await backupTo(whole);

interface Target {
  config: { connectionString: string };
  dataDir: string;
}
async function emptyTarget(): Promise<Target> {
  const { url } = inject('testDatabase');
  const name = `aisle_test_${randomBytes(6).toString('hex')}`;
  await run(url, `create database ${name}`);
  created.push(name);
  return { config: { connectionString: withDatabase(url, name) }, dataDir: path.join(folder, name) };
}

async function serve(target: Target) {
  const db: Database = await openDatabase(target.config, 4);
  const settings = readSettings({ DATA_DIR: target.dataDir, LOG_LEVEL: 'error', DEMO: '0' });
  const { server } = await buildApp(db, settings);
  await server.ready();
  return {
    db,
    list: async (headers: Record<string, string>) => {
      const got = await server.inject({ method: 'POST', url: '/api/v2/order/list', headers });
      return got.json().data;
    },
    changes: async (headers: Record<string, string>, cursor: string) => {
      const got = await server.inject({ url: `/api/v2/changes?topics=order&cursor=${cursor}`, headers });
      return {
        code: got.json().error?.code,
        ids: got.json().data?.changes.map(({ id }: { id: string }) => id),
      };
    },
    close: async () => {
      await server.close();
      await db.close();
    },
  };
}

/** Returns a checksum of the rows of each table. */
async function contents(config: pg.ClientConfig): Promise<{ name: string; rows: string }[]> {
  const client = new pg.Client(config);
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
    );
    const found = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ rows: string }>(
        `SELECT md5(coalesce(string_agg(t::text, E'\\n' ORDER BY t::text), '')) AS rows FROM ${name} t`,
      );
      found.push({ name, rows: rows[0]!.rows });
    }
    // Excludes tables that change meanwhile (sessions, requests, changes, emails), and migrations, which contain their time.
    const moving = [
      'limit_counts',
      'sessions',
      'write_positions',
      'mails',
      'order_messages',
      'change_readers',
      'change_feed',
      'change_feed_state',
      'schema_migrations',
    ];
    return found.filter(({ name }) => !moving.includes(name));
  } finally {
    await client.end();
  }
}

/** Returns constraints, indexes, triggers, policies and functions as the database prints them. */
async function definitions(config: pg.ClientConfig): Promise<string[]> {
  const client = new pg.Client(config);
  await client.connect();
  try {
    return await catalogOf(client);
  } finally {
    await client.end();
  }
}

/** Changes more bytes than the header of an entry has, because some of it isn't checked, such as the file's time. */
async function changeBytes(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  const at = Math.floor((await handle.stat()).size / 2);
  const { buffer } = await handle.read(Buffer.alloc(200), 0, 200, at);
  await handle.write(
    buffer.map((byte) => byte ^ 255),
    0,
    200,
    at,
  );
  await handle.close();
}
