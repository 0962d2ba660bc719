import { copyFile, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { backupRoutes } from '@aisle/contract/system/backups';
import { notificationRoutes } from '@aisle/contract/system/notifications';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { startBucketServer } from '../../../test/bucket-server.ts';
import { openShop } from '../../../test/shop.ts';
import { ArchiveReader } from './archive-reader.ts';
import { backUpWhenDue, backupAge } from './schedule.ts';
import { readFrom } from './shelf.ts';

const parent = await mkdtemp(path.join(tmpdir(), 'aisle-test-backups-'));
const folder = path.join(parent, 'kept');
const shop = await openShop({ backupTo: folder, backupKeep: 2 });
const admin = await shop.signIn();
afterAll(() => rm(parent, { recursive: true }));
beforeEach(() => rm(folder, { recursive: true, force: true }));

const at = (hours: number) => new Date(Date.UTC(2026, 10, 20, hours, 13));
const visit = (now: Date) => backUpWhenDue(shop.db, shop.services, now);

test('writes a backup once a day and keeps the configured number', async () => {
  for (let hour = 0; hour <= 72; hour += 1) await visit(at(hour));

  const names = (await readdir(folder)).sort();
  expect(names).toEqual(['aisle-2026-11-22T00-13-00Z.zip', 'aisle-2026-11-23T00-13-00Z.zip']);
  const latest = await ArchiveReader.open(path.join(folder, names.at(-1)!));
  await latest.verify();
  latest.close();
  expect(await backupAge(shop.services.settings, at(73))).toBe(3600);
});

test('writes a missed backup within an hour of the next start', async () => {
  await visit(at(0));
  await visit(at(40));

  expect(await readdir(folder)).toHaveLength(2);
});

test('ignores other files in the folder', async () => {
  await visit(at(0));
  await writeFile(path.join(folder, 'notes.txt'), 'Keys are with Jane');
  await visit(at(24));
  await visit(at(48));

  expect(await readdir(folder)).toContain('notes.txt');
});

test('stores backups in a bucket without leaving files on disk', async () => {
  const server = await startBucketServer();
  const settings = { ...shop.services.settings, backupTo: 's3://safe/aisle', s3: server.access };
  const before = await readdir(shop.dataDir);
  // The folder of a killed backup, and the folder of a running one.
  const killed = path.join(shop.dataDir, 'backup-aB3dE6');
  const current = path.join(shop.dataDir, 'backup-zY9xW8');
  const old = new Date(Date.now() - 2 * 60 * 60_000);
  for (const one of [killed, current]) {
    await mkdir(one);
    await writeFile(path.join(one, 'aisle.zip.part'), 'half');
    await utimes(one, old, old);
  }
  await utimes(path.join(killed, 'aisle.zip.part'), old, old);
  await utimes(killed, old, old);

  for (const hour of [0, 24, 48]) await backUpWhenDue(shop.db, { ...shop.services, settings }, at(hour));

  expect([...server.objects.keys()].sort()).toEqual([
    'safe/aisle/aisle-2026-11-21T00-13-00Z.zip',
    'safe/aisle/aisle-2026-11-22T00-13-00Z.zip',
  ]);
  expect(await backupAge(settings, at(49))).toBe(3600);
  expect((await readdir(shop.dataDir)).filter((name) => !before.includes(name))).toEqual(['backup-zY9xW8']);
  const copy = path.join(parent, 'copy.zip');
  await readFrom('s3://safe/aisle/aisle-2026-11-22T00-13-00Z.zip', server.access, async (file) => {
    await copyFile(file, copy);
  });
  const archive = await ArchiveReader.open(copy);
  await archive.verify();
  archive.close();
  await server.close();
});

test('notifies administrators once of failed backups until the next good one', async () => {
  const log: string[] = [];
  const services = {
    settings: { ...shop.services.settings, backupTo: '/dev/null/backups' },
    log: { error: (_: object, message: string) => void log.push(message), info: () => {} },
  };
  await backUpWhenDue(shop.db, services, at(0));
  await backUpWhenDue(shop.db, services, at(1));

  const open = async () =>
    (await admin.do(notificationRoutes.list, { body: { filters: { kind: 'backup', state: 'open' } } }))
      .records;
  expect((await open()).map(({ text }) => text)).toEqual(['There is no backup yet']);
  expect(log).toEqual(['backup not made', 'backup not made']);
  const clerk = await shop.signIn({ permissions: ['store_view'] });
  const centers = [await admin.do(notificationRoutes.get), await clerk.do(notificationRoutes.get)];
  expect(centers.map(({ system, unread }) => [system.map(({ text }) => text), unread])).toEqual([
    [['There is no backup yet'], 1],
    [[], 0],
  ]);

  await visit(new Date());
  expect(await open()).toEqual([]);
  const { backups, isLate, isScheduled } = await admin.do(backupRoutes.latest);
  expect({ isLate, isScheduled, count: backups.length }).toEqual({
    isLate: false,
    isScheduled: true,
    count: 1,
  });
});
