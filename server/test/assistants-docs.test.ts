import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { tools } from '@aisle/contract/tools';
import { expect, test } from 'vitest';
import { addressOf } from './assistant-builders.ts';
import { openStore } from './order-builders.ts';

const docs = path.join(import.meta.dirname, '../../docs');
const page = await readFile(path.join(docs, 'assistants.md'), 'utf8');

/** Values that differ from run to run: ids, times, durations. */
const withoutValues = (text: string): string =>
  text
    .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '<id>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z|\d\d\/\d\d\/\d{4}, \d+:\d\d [AP]M/g, '<time>')
    .replace(/\b\d+ minutes?\b/g, '<duration>');

test('shows the session of the example as it runs', async () => {
  const { shop, location, addOrder } = await openStore({
    location: { name: 'Downtown', deliveryFee: { base: 500, perMile: 0 } },
    goods: { name: 'Whole Milk', price: 399 },
  });
  const order = await addOrder({ status: 'delivered' });
  await shop.db.owner.query(`
    BEGIN; SET LOCAL session_replication_role = replica;
    UPDATE orders SET created_at = created_at - interval '3 hours' WHERE id = '${order._id}';
    UPDATE order_events SET created_at = created_at - interval '3 hours'
      WHERE order_id = '${order._id}' AND to_status IN ('pending', 'orderPlaced');
    COMMIT`);
  const key = await shop.withKey({
    name: 'Assistant',
    permissions: ['order_edit', 'cancel_order'],
    locations: [location],
  });
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [path.join(docs, 'examples/assistant.ts'), order.number],
    {
      env: {
        ...process.env,
        AISLE_URL: await addressOf(shop),
        AISLE_KEY: key.headers.authorization!.replace('Bearer ', ''),
      },
    },
  );

  const recorded = /```text\n([\s\S]*?)```/.exec(page)?.[1];
  expect(recorded?.trim()).toBe(withoutValues(stdout).trim());
});

test('names only tools that exist', () => {
  const names = new Set(tools.map(({ name }) => name));
  const named = [...page.matchAll(/^> (\w+) /gm)].map(([, name]) => name!);
  expect(named.length).toBeGreaterThanOrEqual(3);
  expect(named.filter((name) => !names.has(name))).toEqual([]);
});
