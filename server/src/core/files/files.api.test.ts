import { Readable } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { openShop } from '../../../test/shop.ts';
import { problem } from '../problem.ts';
import { pictureOf } from './images.ts';

const shop = await openShop();
await shop.services.storage.put('exports/orders.csv', 'number\n1\n');
await shop.services.storage.put('images/milk/small.webp', 'picture');

test('serves a file for 15 minutes without caching', async () => {
  const url = shop.services.storage.url('exports/orders.csv');

  const opened = await shop.server.inject(url);
  expect([opened.statusCode, opened.body]).toEqual([200, 'number\n1\n']);
  expect(opened.headers['cache-control']).toBe('no-store');

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 15 * 60_000 + 1000 });
  try {
    expect((await shop.server.inject(url)).statusCode).toBe(404);
  } finally {
    vi.useRealTimers();
  }
});

test('lets browsers cache a picture for days', async () => {
  const { small } = pictureOf(shop.services.storage, 'milk', 'Milk')!;

  const { statusCode, headers } = await shop.server.inject(small);

  expect(statusCode).toBe(200);
  expect(headers['cache-control']).toContain('immutable');
});

test('returns different 404 codes for a missing file and an unsigned URL', async () => {
  const missing = await shop.server.inject(shop.services.storage.url('exports/lost.csv'));
  const unsigned = await shop.server.inject('/files/exports/orders.csv?e=9999999999&s=made-up');

  expect([missing.statusCode, missing.json().error.code]).toEqual([404, 'file-missing']);
  expect([unsigned.statusCode, unsigned.json().error.code]).toEqual([404, 'not-found']);
});

test('throws the original stream error and leaves no partial file', async () => {
  const { storage } = shop.services;
  const reason = problem('exports.too-many', { most: 1 });
  const stream = Readable.from(
    (async function* () {
      yield 'number\n';
      throw reason;
    })(),
  );

  await expect(storage.putStream('exports/half.csv', stream)).rejects.toBe(reason);
  expect(await storage.exists('exports/half.csv')).toBe(false);
});
