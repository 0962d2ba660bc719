import { readdirSync, readFileSync } from 'node:fs';
import { formatNumber, type NumberKind, numberFormats } from '@aisle/contract/core/numbers';
import { minimumQuantity, units } from '@aisle/contract/core/quantity';
import { deliveryStatuses } from '@aisle/contract/sales/drivers';
import {
  dispatchStatuses,
  orderStatuses,
  refundStatuses,
  returnStatuses,
} from '@aisle/contract/sales/orders/order-flow';
import { fulfilments } from '@aisle/contract/sales/orders/order-labels';
import {
  activeStatuses,
  calledOffStatuses,
  soldStatuses,
} from '@aisle/contract/sales/orders/order-status-groups';
import { promisedMinutes } from '@aisle/contract/sales/orders/promise';
import { tabFilters } from '@aisle/contract/service/support';
import { ticketStatuses } from '@aisle/contract/system/support-rules';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from './database.ts';

// Compares facts that both the contract and the schema contain, because neither can import the other.

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

test('formats numbers in the database as in the contract', async () => {
  const kinds = Object.keys(numberFormats) as NumberKind[];

  const printed = await ask<string>(
    'SELECT format_number(kind, 70012) AS value FROM unnest($1::text[]) AS kind',
    [kinds],
  );

  expect(printed).toEqual(kinds.map((kind) => formatNumber(kind, 70_012)));
});

test('groups the statuses of an order in the database as in the contract', async () => {
  const statusesThat = (condition: string) =>
    ask<string>(`SELECT status AS value FROM unnest($1::text[]) AS status WHERE ${condition}`, [
      orderStatuses,
    ]);

  expect(await statusesThat('is_called_off(status)')).toEqual(calledOffStatuses);
  expect(await statusesThat('is_sold(status)')).toEqual(soldStatuses);
});

const quoted = (text: string) => [...text.matchAll(/'(\w+)'/g)].map(([, word]) => word!);

test('accepts exactly the statuses of the contract in the database', async () => {
  const [orderState] = await ask<string>(
    "SELECT prosrc AS value FROM pg_proc WHERE proname = 'order_state_fits'",
  );
  const checkOf = async (table: string) => {
    const [check] = await ask<string>(
      `SELECT pg_get_constraintdef(oid) AS value FROM pg_constraint
       WHERE conrelid = $1::regclass AND contype = 'c' AND conname = $2`,
      [table, `${table}_status_check`],
    );
    return quoted(check!).toSorted();
  };

  expect(quoted(orderState!).toSorted()).toEqual(
    [...orderStatuses, ...dispatchStatuses, ...fulfilments, 'delivery'].toSorted(),
  );
  expect(await checkOf('returns')).toEqual(returnStatuses.toSorted());
  expect(await checkOf('refunds')).toEqual(refundStatuses.toSorted());
  expect(await checkOf('deliveries')).toEqual(deliveryStatuses.toSorted());
  expect(await checkOf('tickets')).toEqual(ticketStatuses.toSorted());
});

test('indexes exactly the unassigned tickets that wait for an answer', async () => {
  const [condition] = await ask<string>(
    "SELECT pg_get_expr(indpred, indrelid) AS value FROM pg_index WHERE indexrelid = 'tickets_unassigned'::regclass",
  );

  expect(quoted(condition!)).toEqual([tabFilters.unassigned.status]);
});

test('indexes exactly the orders in progress', async () => {
  const conditions = await ask<string>(`
    SELECT pg_get_expr(indpred, indrelid) AS value FROM pg_index
    WHERE indrelid = 'orders'::regclass AND pg_get_expr(indpred, indrelid) LIKE '%orderPlaced%'`);

  expect(conditions.length).toBeGreaterThan(1);
  for (const condition of conditions) {
    const named = [...condition.matchAll(/'(\w+)'::text/g)].map(([, status]) => status);
    expect(named.sort()).toEqual([...activeStatuses].sort());
  }
});

test('sets the promised time of an order without a slot as the contract does', async () => {
  const minutes = await ask<number>(`
    SELECT (extract(epoch FROM promised_at(NULL, at) - at) / 60)::int AS value FROM (SELECT now() AS at) AS placed`);

  expect(minutes).toEqual([promisedMinutes]);
});

test('calculates the same minimum order quantity in the database', async () => {
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
          minimumQuantity({ unit, soldByWeight, minPerOrder }),
        ]);
      }
    }
  }
});

const kindsIn = (text: string) => [...text.matchAll(/format_number\('(\w*)'/g)].map(([, kind]) => kind!);
test('formats no number of an unknown kind in queries', async () => {
  const folders = [new URL('../src/', import.meta.url), new URL('../schema/', import.meta.url)];
  const texts = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(ts|sql)$/.test(file))
      .map((file) => readFileSync(new URL(file, folder), 'utf8')),
  );

  const strange = texts.flatMap(kindsIn).filter((kind) => !(kind in numberFormats));

  expect(strange).toEqual([]);
});
