import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { exportRoutes } from '@aisle/contract/system/exports';
import { afterAll, expect, test } from 'vitest';
import { startBucketServer } from '../../../test/bucket-server.ts';
import { openShop } from '../../../test/shop.ts';
import { buildApp } from '../../app.ts';
import { rotateKey } from '../../system/secrets/rotation.ts';
import { openSecrets } from '../db/seals/secrets.ts';
import { keysOf, openDisk } from './disk.ts';
import { fileMismatch } from './installation.ts';
import { Storage } from './storage.ts';

const bucket = await startBucketServer();
const shop = await openShop({ files: 's3://shop/aisle', s3: bucket.access });
const otherFolder = await mkdtemp(path.join(tmpdir(), 'aisle-test-'));
const secretsKeyFile = path.join(shop.dataDir, 'secrets.key');
const other = await buildApp(shop.db, { ...shop.services.settings, dataDir: otherFolder, secretsKeyFile });
await other.server.ready();
afterAll(async () => {
  await other.server.close();
  await bucket.close();
  await rm(otherFolder, { recursive: true });
});

test('serves files that a server with another data folder wrote', async () => {
  const admin = await shop.signIn();
  const { url } = await admin.do(exportRoutes.create, {
    params: { name: 'brands' },
    query: { format: 'csv' },
    body: {},
  });

  const [here, there] = [await shop.server.inject(url!), await other.server.inject(url!)];

  expect([here.statusCode, there.statusCode]).toEqual([200, 200]);
  expect(there.body).toBe(here.body);
  expect([...bucket.objects.keys()].every((key) => key.startsWith('shop/aisle/exports/'))).toBe(true);
});

test('stores, lists and deletes bytes and streams of any length', async () => {
  const disk = await openDisk('s3://shop/lengths', bucket.access);
  const large = randomBytes(11_000_000);

  await disk.put('small.txt', 'hello');
  await disk.putStream('a/large.bin', Readable.from([large.subarray(0, 7), large.subarray(7)]));
  await disk.put('b/third.txt', '');

  expect(await disk.get('small.txt')).toBe('hello');
  expect((await buffer(await disk.getStream('a/large.bin'))).equals(large)).toBe(true);
  const keys: string[] = [];
  for await (const key of keysOf(disk)) keys.push(key);
  expect(keys).toEqual(['a/large.bin', 'b/third.txt', 'small.txt']);
  await disk.delete('a/large.bin');
  expect(await disk.exists('a/large.bin')).toBe(false);
});

test('returns 404 with a code for a file missing from the bucket', async () => {
  const missing = await shop.server.inject(shop.services.storage.url('exports/lost.csv'));

  expect([missing.statusCode, missing.json().error.code]).toEqual([404, 'file-missing']);
});

test('leaves nothing behind after a broken stream', async () => {
  const broken = new Readable({ read: () => broken.destroy(new Error('the disk is gone')) });

  await expect(shop.services.storage.putStream('broken.csv', broken)).rejects.toThrow();

  expect(await shop.services.storage.exists('broken.csv')).toBe(false);
});

test("warns a server whose files differ from the database's, and no other", async () => {
  const storageAt = async (address: string) =>
    new Storage(await openDisk(address, bucket.access), Buffer.from('key'));
  const linesOf = async (address: string, { seals } = shop.services) =>
    fileMismatch(shop.db, { seals, storage: await storageAt(address) }, address);

  expect(await linesOf('s3://shop/aisle')).toBeUndefined();
  // Simulates a restart, and a restart after the encryption key was replaced.
  const seals = await openSecrets(shop.db, shop.services.settings);
  expect(await linesOf('s3://shop/aisle', { ...shop.services, seals })).toBeUndefined();
  await rotateKey(shop.db, shop.services.settings);
  const rotated = await openSecrets(shop.db, shop.services.settings);
  expect(await linesOf('s3://shop/aisle', { ...shop.services, seals: rotated })).toBeUndefined();

  const strange = await linesOf(otherFolder);
  expect(strange).toContain(`The files in ${otherFolder} are not those that this database uses`);
  // Following the instruction of the message fixes it.
  const [, mark, file] = /write (\w+) into (.*)\.$/.exec(strange ?? '')!;
  await (await storageAt(path.dirname(file!))).put(path.basename(file!), mark!);
  expect(await linesOf(otherFolder)).toBeUndefined();
});
