// Keeps prices and stock of stores in step with a CSV file that a till edits. It can be killed at any time: it saves the ID of a
// change of stock before it sends the change, so that Aisle counts it once, and the cursor after the rows. If both sides edited
// a price, the till's wins; changes of stock add up.
//
//   printf 'sku,locationId,price,stock\nMILK-1G,<id of a location>,,\n' > till.csv
//   AISLE_URL=http://localhost:4000 AISLE_KEY=aisle_… node till.ts
//
// The till edits price (in cents) and stock, and replaces the file as a whole. Empty cells get Aisle's values.

import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { createAisle, isAisleError, type StockLevel } from '@aisle/client';

const aisle = createAisle({ url: process.env.AISLE_URL!, key: process.env.AISLE_KEY! });
const [csv, cursorFile] = ['till.csv', 'till.cursor'];
/** The last columns are this program's: the values that Aisle has, and the change of stock that is being sent. */
const columns = ['sku', 'locationId', 'price', 'stock', 'id', 'aislePrice', 'aisleStock', 'sending'] as const;
type Row = Record<(typeof columns)[number], string>;

function rowOf(line: string): Row {
  const cells = line.split(',');
  return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ''])) as Row;
}
function replaceFile(file: string, text: string): void {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}
/** Changes rows and returns all. Starts again if the till replaced the file meanwhile. */
function edit(change: (row: Row) => void): Row[] {
  for (;;) {
    const { ino } = statSync(csv);
    const before = readFileSync(csv, 'utf8');
    const rows = before.trim().split('\n').slice(1).map(rowOf);
    rows.forEach(change);
    const after = `${[columns, ...rows.map((row) => columns.map((column) => row[column]))].join('\n')}\n`;
    if (after === before) return rows;
    if (statSync(csv).ino !== ino) continue;
    replaceFile(csv, after);
    return rows;
  }
}

/** Quantities have at most three decimals. */
const plus = (...numbers: (string | number)[]): string =>
  String(Math.round(numbers.reduce<number>((sum, number) => sum + Number(number), 0) * 1000) / 1000);

/** Sends what the till edited. */
async function push(): Promise<void> {
  const rows = edit((row) => {
    const change = row.id ? plus(row.stock, -row.aisleStock) : '0';
    if (!row.sending && change !== '0') row.sending = `${change} ${randomUUID()}`;
  });
  const moved = rows.filter((row) => row.sending).slice(0, 1000);
  if (moved.length > 0) {
    const { results } = await aisle.sync.stock({
      rows: moved.map(({ sku, locationId, sending }) => {
        const [change, movementId] = sending.split(' ');
        return { sku, locationId, change: Number(change), kind: 'correction', movementId: movementId! };
      }),
    });
    edit((row) => {
      const index = moved.findIndex(({ sending }) => sending === row.sending);
      const { state, short = 0, message } = results[index] ?? {};
      if (!state) return;
      if (state === 'refused') console.error(`${row.sku}: ${message}`);
      else row.aisleStock = plus(row.aisleStock, Number.parseFloat(row.sending), short);
      row.stock = plus(row.stock, short);
      row.sending = '';
    });
  }
  const priced = rows.filter(({ id, price, aislePrice }) => id && price !== aislePrice).slice(0, 1000);
  if (priced.length === 0) return;
  await aisle.sync.prices({
    rows: priced.map(({ sku, locationId, price }) => ({ sku, locationId, price: Number(price) })),
  });
  edit((row) => {
    const sent = priced.find(({ id, locationId }) => id === row.id && locationId === row.locationId);
    if (sent) row.aislePrice = sent.price;
  });
}

/** Takes over what changed in Aisle. The first time, and when changes are missing, reads everything. */
async function pull(): Promise<void> {
  const cursor = existsSync(cursorFile) ? readFileSync(cursorFile, 'utf8') : undefined;
  const { changes, nextCursor } = await aisle.changes.list({
    ...(cursor && { cursor }),
    topics: 'price,stock',
    fat: '1',
    waitSeconds: 2,
  });
  const isNew = !cursor || edit(() => {}).some(({ id }) => !id);
  // A change without a location is a list price, which applies at locations without their own price.
  if (isNew || changes.some(({ locationId }) => locationId === null)) await readAll();
  else {
    edit((row) => {
      for (const { topic, id, locationId, record } of changes) {
        if (!record || id !== row.id || locationId !== row.locationId) continue;
        const { price, customPrice } = record as { price: number; customPrice: number | null };
        take(
          row,
          topic === 'stock' ? { onHand: (record as StockLevel).onHand } : { price: customPrice ?? price },
        );
      }
    });
  }
  replaceFile(cursorFile, nextCursor);
}

async function readAll(): Promise<void> {
  const locationIds = [...new Set(edit(() => {}).map((row) => row.locationId))];
  const found = new Map<string, { id: string; price: number; onHand: number }>();
  for await (const { _id, sku, price, cells } of aisle.prices.grid({
    filters: { locationIds },
    limit: 100,
  })) {
    for (const cell of cells) {
      found.set(`${sku} ${cell.locationId}`, { id: _id, price: cell.price ?? price, onHand: cell.onHand });
    }
  }
  edit((row) => {
    const item = found.get(`${row.sku} ${row.locationId}`);
    if (!item) return;
    row.id = item.id;
    take(row, item);
  });
}

function take(row: Row, { price, onHand }: { price?: number; onHand?: number }): void {
  if (price !== undefined) {
    if (row.price === row.aislePrice) row.price = String(price);
    row.aislePrice = String(price);
  }
  if (onHand !== undefined) {
    const isFirstCount = row.aisleStock === '' && row.stock !== '';
    if (!isFirstCount) row.stock = plus(row.stock, onHand, -row.aisleStock);
    row.aisleStock = String(onHand);
  }
}

for (;;) {
  try {
    await push();
    await pull();
  } catch (error) {
    if (!isAisleError(error)) throw error;
    if (error.code === 'changes.cursor-expired') rmSync(cursorFile);
    console.error(error.message);
    await pause(1000);
  }
}
