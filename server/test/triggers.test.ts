import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openShop } from './shop.ts';

// ARCHITECTURE.md lists every trigger with its reason, so that readers of a statement know its side effects.

/**
 * The number of triggers besides versions and append-only tables. Lower it when triggers are removed; a new one must be
 * justified as a guard.
 */
const maxOtherTriggers = 57;

const shop = await openShop();

const findTriggers = async () => {
  const rows = await shop.sql<{ trigger: string; function: string }>`
    SELECT tgrelid::regclass || ' ' || tgname AS trigger, tgfoid::regproc::text AS function
    FROM pg_trigger JOIN pg_class c ON c.oid = tgrelid
    WHERE NOT tgisinternal AND c.relnamespace IN ('public'::regnamespace, 'located'::regnamespace)
    ORDER BY 1`;
  return rows;
};

interface Line {
  triggers: string[];
  count: number;
  reason: string | undefined;
}
/** Reads lines such as "- `name` ×2 on orders, returns: reason". Several names mean that each table has each of them. */
function readLine(line: string): Line {
  const [, names = '', count, tables = '', reason] =
    /^- ((?:`\w+`(?:, )?)+)(?: ×(\d+))? on ([\w., ]+): (.+)$/.exec(line) ?? [];
  const triggers = tables
    .split(', ')
    .flatMap((table) => [...names.matchAll(/\w+/g)].map(([name]) => `${table} ${name}`));
  return { triggers, count: Number(count ?? 1), reason };
}
const root = path.resolve(import.meta.dirname, '../..');
const section = readFileSync(path.join(root, 'ARCHITECTURE.md'), 'utf8')
  .split(/^## /m)
  .find((part) => part.startsWith('Triggers\n'));
const lines = (section ?? '').split('\n').filter((line) => line.startsWith('- '));

test('lists every trigger in ARCHITECTURE.md once', async () => {
  const listed = lines.flatMap((line) => readLine(line).triggers);

  expect(listed.toSorted()).toEqual((await findTriggers()).map(({ trigger }) => trigger).toSorted());
});

test('gives each line a correct count and a reason', () => {
  const wrong = lines.filter((line) => {
    const { triggers, count, reason } = readLine(line);
    return triggers.length !== count || !reason?.endsWith('.');
  });

  expect(wrong).toEqual([]);
});

test('limits the number of triggers besides versions and append-only tables', async () => {
  const found = await findTriggers();
  const others = found.filter((one) => !['increment_version', 'reject_change'].includes(one.function));

  expect(others.length).toBeLessThanOrEqual(maxOtherTriggers);
});
