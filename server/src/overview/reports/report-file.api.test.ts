import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { reportRoutes } from '@aisle/contract/overview/reports';
import { expect, test } from 'vitest';
import { addGoods, addOrderLocation, placeOne } from '../../../test/order-builders.ts';
import { openShop } from '../../../test/shop.ts';
import { system, transaction } from '../../core/db/db.ts';
import { scopeOf } from '../../core/http/actor.ts';
import { actorOf } from '../../system/jobs/jobs.queries.ts';
import { asCsv } from '../../system/tables/table-file.ts';
import { writeReport } from './report-file.ts';

const shop = await openShop();
const admin = await shop.signIn();
const north = await addOrderLocation(shop, { name: 'North' });
const south = await addOrderLocation(shop, { name: 'South' });
const manager = await shop.signIn({ permissions: ['location_report', 'product_view'], locations: [north] });
for (const location of [north, south]) {
  const goods = await addGoods(shop, location, { name: `Milk of ${location}`, price: 500, stock: 100 });
  await placeOne(admin, location, goods);
  await placeOne(admin, location, goods);
}

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const period = { from: day(-1), to: day(1) };

/** The workbook as lines, read like an import. */
async function linesOf(request: Parameters<typeof writeReport>[1]): Promise<string[][]> {
  const actor = await transaction(shop.db, system, (tx) => actorOf(tx, manager.userId));
  const { bytes } = await transaction(shop.db, { ...scopeOf(actor!), readOnly: true }, (tx) =>
    writeReport({ tx, actor: actor!, services: shop.services }, request),
  );
  const file = path.join(shop.dataDir, `${crypto.randomUUID()}.xlsx`);
  await writeFile(file, bytes);
  const { path: csv } = await asCsv(file);
  const text = await readFile(csv, 'utf8');
  return text
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','));
}

test('writes the data that the user can see, followed by totals', async () => {
  const [heads, ...lines] = await linesOf({ report: 'store', body: { ...period, groupBy: 'location' } });

  const answer = await manager.do(reportRoutes.store, { body: period });
  expect(heads?.slice(0, 5)).toEqual(['Location', 'From', 'To', 'Orders', 'Gross sales']);
  expect(lines.map(([name]) => name)).toEqual(['North', 'Total']);
  expect(lines.map((line) => Number(line[4]) * 100)).toEqual([answer.totals.gross, answer.totals.gross]);
  expect(Number(lines[0]?.[3])).toBe(2);
});

test('adds the metrics of the compared period, like the export', async () => {
  const body = { ...period, groupBy: 'subProduct', compare: 'previous' } as const;

  const [heads] = await linesOf({ report: 'product', body });
  const { file } = await manager.do(reportRoutes.product, { query: { format: 'csv' }, body });
  const exported = await shop.server.inject(file!.url!);

  expect(heads?.slice(3, 7)).toEqual(['Units', 'Units before', 'Pounds', 'Pounds before']);
  expect(exported.body.replace('\ufeff', '').split('\n')[0]?.split(',')).toEqual(heads);
});

test('reports a saved field that the report no longer accepts', async () => {
  await expect(linesOf({ report: 'store', body: { ...period, groupBy: 'moon' } })).rejects.toMatchObject({
    code: 'validation-failed',
    fields: [{ path: 'groupBy' }],
  });
});
