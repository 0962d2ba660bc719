import { productRoutes } from '@aisle/contract/catalog/products';
import { supportRoutes } from '@aisle/contract/service/support';
import type { FastifyRequest } from 'fastify';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { addProduct } from '../../../test/catalogue-builders.ts';
import { openShop, type SentFile } from '../../../test/shop.ts';
import { newId } from '../ids.ts';
import { problem } from '../problem.ts';
import { once } from './idempotency.ts';
import type { Handler } from './serve.ts';

const shop = await openShop();
const agent = await shop.signIn({ permissions: ['support_add'] });

const pdf = (text: string, name = 'receipt.pdf'): SentFile => ({
  name,
  bytes: Buffer.from(`%PDF-1.4 ${text}`),
});
const picture = async (background: string): Promise<SentFile> => ({
  name: 'photo.png',
  bytes: await sharp({ create: { width: 9, height: 9, channels: 3, background } })
    .png({ compressionLevel: 0 })
    .toBuffer(),
});
const submit = (key: string, attachments: SentFile[], subject = 'Where is my order?') =>
  agent.call(supportRoutes.create, {
    headers: { 'idempotency-key': key },
    body: { subject, category: 'order', message: 'It is late.' },
    files: { attachments },
  });

test('returns the first response to a retry with the same files', async () => {
  const key = newId();
  const files = [pdf('AAAA'), await picture('red')];
  const first = await submit(key, files);

  const again = await submit(key, files);

  expect([first.status, again.status]).toEqual([200, 200]);
  expect(again.data._id).toBe(first.data._id);
});

test('rejects a used key with another file of the same name and size', async () => {
  const key = newId();
  await submit(key, [pdf('AAAA')]);

  const other = await submit(key, [pdf('BBBB')]);

  expect([other.status, other.code]).toEqual([409, 'idempotency-key-reused']);
});

test.each([
  ['the second of two files', [pdf('AAAA', 'a.pdf'), pdf('CCCC', 'b.pdf')]],
  ['the order of the contents', [pdf('BBBB', 'a.pdf'), pdf('AAAA', 'b.pdf')]],
  ['a name', [pdf('AAAA', 'a.pdf'), pdf('BBBB', 'c.pdf')]],
  ['a size', [pdf('AAAA', 'a.pdf'), pdf('BBBB longer', 'b.pdf')]],
  ['the number of files', [pdf('AAAA', 'a.pdf')]],
])('rejects a used key after a change of %s', async (_, files) => {
  const key = newId();
  expect((await submit(key, [pdf('AAAA', 'a.pdf'), pdf('BBBB', 'b.pdf')])).status).toBe(200);

  expect((await submit(key, files)).code).toBe('idempotency-key-reused');
});

test('rejects a used key with another picture of the same size', async () => {
  const [red, blue] = [await picture('red'), await picture('blue')];
  expect(red.bytes).toHaveLength(blue.bytes.length);
  const key = newId();
  await submit(key, [red]);

  expect((await submit(key, [blue])).code).toBe('idempotency-key-reused');
});

test('accepts a key again after its first request failed', async () => {
  const key = newId();
  const refused = await submit(key, [{ name: 'page.pdf', bytes: Buffer.from('<html>') }]);

  const again = await submit(key, [pdf('AAAA')]);

  expect([refused.status, again.status]).toEqual([415, 200]);
});

describe('a handler that returns a problem', () => {
  const run = (handler: () => Promise<unknown>) =>
    shop.look((tx) => {
      const route = supportRoutes.create;
      const headers = { 'idempotency-key': 'returned problem' };
      const actor = { userId: agent.userId };
      const request = { headers, actor, url: route.path } as unknown as FastifyRequest;
      return once({ tx, request, route, submitted: Buffer.from('the same submission') }, handler);
    });

  test('fails and leaves the key unused', async () => {
    await expect(run(async () => problem('users.not-invited'))).rejects.toThrow('throw it instead');

    expect(await run(async () => ({ _id: '1' }))).toEqual({ _id: '1' });
  });

  test('does not compile on a route with onceByKey', () => {
    const returnsProblem = async () => problem('users.not-invited');
    // @ts-expect-error A retry would get the problem as its data.
    const handler: Handler<typeof supportRoutes.create> = returnsProblem;

    expect(handler).toBe(returnsProblem);
  });
});

test('replays the data of a merged edit', async () => {
  const id = await addProduct(shop);
  const [clerk, colleague] = [await shop.signIn(), await shop.signIn()];
  await colleague.do(productRoutes.edit, { params: { id }, body: { version: 1, description: 'Fresh' } });
  const edit = {
    params: { id },
    headers: { 'idempotency-key': newId() },
    body: { version: 1, name: 'Whole milk' },
  };
  const first = await clerk.call(productRoutes.edit, edit);

  const again = await clerk.call(productRoutes.edit, edit);

  expect(first.message).toMatch(/^Saved, merged with changes by /);
  expect(again.data).toEqual(first.data);
});
