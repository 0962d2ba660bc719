import { bodyLimitOf } from '@aisle/contract/core/route';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { expect, test } from 'vitest';
import { openShop } from '../../../../test/shop.ts';

const shop = await openShop();
const admin = await shop.signIn();

const post = (url: string, payload: string, headers: Record<string, string> = admin.headers) =>
  shop.server.inject({
    method: 'POST',
    url: `/api/v2${url}`,
    headers: { ...headers, 'content-type': 'application/json' },
    payload,
  });
const keys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]));

test.each([
  ['/auth/login', 16, '16 KiB'],
  ['/brand/create', 1024, '1 MiB'],
  ['/inventory/bulk-create', 8 * 1024, '8 MiB'],
])('limits a body at %s to %i KiB', async (url, kib, limit) => {
  const full = JSON.stringify({ name: '' });
  const padded = (bytes: number) => full + ' '.repeat(bytes - full.length);

  expect((await post(url, padded(kib * 1024))).statusCode).toBe(400);
  const refused = await post(url, padded(kib * 1024 + 1));

  expect(refused.statusCode).toBe(413);
  expect(refused.json()).toMatchObject({ error: { code: 'too-large', details: { limit } } });
});

test('limits the text fields of a form to the size of a body in total', async () => {
  const value = 'x'.repeat(600 * 1024);
  const part = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

  const answer = await shop.server.inject({
    method: 'POST',
    url: '/api/v2/brand/create',
    headers: { ...admin.headers, 'content-type': 'multipart/form-data; boundary=x' },
    payload: `${part('name')}${part('description')}--x--\r\n`,
  });

  expect(answer.statusCode).toBe(413);
});

test('returns the first fifty of a thousand field errors, with the number of the others', async () => {
  const answer = await post('/brand/create', JSON.stringify(keys(1000)));

  expect(answer.statusCode).toBe(400);
  expect(answer.json().error.fields).toHaveLength(50);
  expect(answer.json().message).toMatch(/ \(and 1000 more\)$/);
});

test('rejects an object with more than a thousand fields before validating them', async () => {
  const top = await post('/brand/create', JSON.stringify(keys(1001)));
  const inside = await post('/brand/create', JSON.stringify({ name: 'A', description: keys(1001) }));

  for (const answer of [top, inside]) {
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      message: "The request couldn't be read: An object has more than 1,000 fields",
      error: { code: 'malformed-request', fields: [{ path: '' }] },
    });
  }
});

test('rejects a body with more values than any real one', async () => {
  const body = JSON.stringify({ name: Array.from({ length: 200_000 }, () => 1) });

  expect((await post('/brand/create', body)).json().error.code).toBe('malformed-request');
});

test('accepts a bulk receipt with the maximum number of rows', () => {
  const row = {
    sku: 'S'.repeat(20),
    quantity: 1000,
    costPrice: 100,
    expiresOn: '2030-01-01',
    lotNumber: 'L'.repeat(20),
  };

  const bytes = JSON.stringify({ rows: Array.from({ length: 10_000 }, () => row) }).length;

  expect(bytes).toBeLessThan(bodyLimitOf(inventoryRoutes.bulkCreate));
});
