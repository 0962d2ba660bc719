import { parseArgs } from 'node:util';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { type BulkReceiptResult, maxReceiptRows } from '@aisle/contract/warehouse/receipts';
import type pg from 'pg';
import { connected, openBenchDatabase } from './database.ts';
import { Connection } from './http.ts';
import { people } from './people.ts';
import { renewSessions, startServer } from './server.ts';
import { sizeOf } from './sizes.ts';

// Measures the time of a whole delivery with the maximum number of rows per request: npm run bench:receipts -- --size M. The
// received stock stays.
const { values: args } = parseArgs({
  options: { size: { type: 'string', default: 'M' }, url: { type: 'string' }, data: { type: 'string' } },
});
const barMs = 10_000;

const database = await openBenchDatabase({ size: sizeOf(args.size).name, url: args.url, data: args.data });
try {
  await connected(database.config, async (client) => {
    await renewSessions(client);
    const server = await startServer(database.config);
    try {
      const ms = await receive(client, server.port);
      const isMet = ms <= barMs;
      console.log(
        `${isMet ? 'met    ' : 'NOT MET'} ${maxReceiptRows.toLocaleString('en-US')} rows received in ` +
          `${(ms / 1000).toFixed(1)} s, at most ${barMs / 1000} s`,
      );
      if (!isMet) process.exitCode = 1;
    } finally {
      await server.stop();
    }
  });
} finally {
  await database.stop();
}

/** At the large location. Items that it doesn't have yet are received for the first time. */
async function receive(client: pg.Client, port: number): Promise<number> {
  const { rows: places } = await client.query<{ location_id: string }>(
    'SELECT location_id FROM user_locations WHERE user_id = $1',
    [people.owner.userId],
  );
  const { rows: goods } = await client.query<{ sku: string }>('SELECT sku FROM sub_products LIMIT $1', [
    maxReceiptRows,
  ]);
  const rows = Array.from({ length: maxReceiptRows }, (_, index) => ({
    sku: goods[index % goods.length]!.sku,
    quantity: 1 + (index % 40),
    costPrice: 100 + (index % 900),
    expiresOn: `2099-${String(1 + (index % 12)).padStart(2, '0')}-15`,
    lotNumber: `BENCH-${index}`,
  }));
  const connection = await Connection.open(port, people.administrator);
  const since = performance.now();
  const { data } = await connection.call(inventoryRoutes.bulkCreate, {
    body: { locationId: places[0]!.location_id, rows },
  });
  const ms = performance.now() - since;
  connection.close();
  const { accepted, rejected } = data as BulkReceiptResult;
  if (accepted !== maxReceiptRows) {
    throw new Error(`Only ${accepted} rows were received: ${JSON.stringify(rejected.slice(0, 3))}`);
  }
  return ms;
}
