import { readdirSync, readFileSync } from 'node:fs';
import { formatNumber, type NumberKind, numberFormats } from '@aisle/contract/core/numbers';
import { leastQuantity, units } from '@aisle/contract/core/quantity';
import { orderStatuses } from '@aisle/contract/sales/order-flow';
import { activeStatuses, calledOffStatuses } from '@aisle/contract/sales/order-status-groups';
import { promisedMinutes } from '@aisle/contract/sales/promise';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from './database.ts';

// What the contract and the schema both have to know: the one cannot ask the other, so they are compared here.

let database: Awaited<ReturnType<typeof freshDatabase>>;
let client: pg.Client;
beforeAll(async () => {
  database = await freshDatabase();
  client = new pg.Client(database.url);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const ask = async <Value>(text: string, values: unknown[] = []): Promise<Value[]> =>
  (await client.query<{ value: Value }>(text, values)).rows.map(({ value }) => value);

test('numbers are printed by the database as everywhere else', async () => {
  const kinds = Object.keys(numberFormats) as NumberKind[];

  const printed = await ask<string>(
    'SELECT format_number(kind, 70012) AS value FROM unnest($1::text[]) AS kind',
    [kinds],
  );

  expect(printed).toEqual(kinds.map((kind) => formatNumber(kind, 70_012)));
});

test('the database calls the same orders called off', async () => {
  const calledOff = await ask<string>(
    'SELECT status AS value FROM unnest($1::text[]) AS status WHERE is_called_off(status)',
    [orderStatuses],
  );

  expect(calledOff.sort()).toEqual([...calledOffStatuses].sort());
});

test('every index of orders in progress holds exactly those', async () => {
  const conditions = await ask<string>(`
    SELECT pg_get_expr(indpred, indrelid) AS value FROM pg_index
    WHERE indrelid = 'orders'::regclass AND pg_get_expr(indpred, indrelid) LIKE '%orderPlaced%'`);

  expect(conditions.length).toBeGreaterThan(1);
  for (const condition of conditions) {
    const named = [...condition.matchAll(/'(\w+)'::text/g)].map(([, status]) => status);
    expect(named.sort()).toEqual([...activeStatuses].sort());
  }
});

test('an order without a slot is promised as long after it was placed as the contract says', async () => {
  const minutes = await ask<number>(`
    SELECT (extract(epoch FROM promised_at(NULL, at) - at) / 60)::int AS value FROM (SELECT now() AS at) AS placed`);

  expect(minutes).toEqual([promisedMinutes]);
});

test('the least that can be ordered is the same for the database', async () => {
  for (const unit of units) {
    for (const soldByWeight of [true, false]) {
      for (const minPerOrder of [null, 0.5, 2]) {
        const [least] = await ask<number>(
          `SELECT least_quantity(goods)::float8 AS value FROM jsonb_populate_record(NULL::sub_products, $1) AS goods`,
          [JSON.stringify({ unit, sold_by_weight: soldByWeight, min_per_order: minPerOrder })],
        );
        expect([unit, soldByWeight, minPerOrder, least]).toEqual([
          unit,
          soldByWeight,
          minPerOrder,
          leastQuantity({ unit, soldByWeight, minPerOrder }),
        ]);
      }
    }
  }
});

const kindsIn = (text: string) => [...text.matchAll(/format_number\('(\w*)'/g)].map(([, kind]) => kind!);
test('no query prints a number of a kind that there is none of', async () => {
  const folders = [new URL('../src/', import.meta.url), new URL('../schema/', import.meta.url)];
  const texts = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(ts|sql)$/.test(file))
      .map((file) => readFileSync(new URL(file, folder), 'utf8')),
  );

  const strange = texts.flatMap(kindsIn).filter((kind) => !(kind in numberFormats));

  expect(strange).toEqual([]);
});
