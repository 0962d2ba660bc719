import { brandRoutes } from '@aisle/contract/catalog/brands';
import { recallRoutes } from '@aisle/contract/sales/recalls';
import { exportRoutes } from '@aisle/contract/system/exports';
import { stockCountRoutes } from '@aisle/contract/warehouse/stock-counts';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { jobOver } from '../../../test/jobs-builders.ts';
import { addCustomer, addGoods } from '../../../test/order-builders.ts';
import { openShop } from '../../../test/shop.ts';
import { addLocation } from '../../../test/stock-builders.ts';
import { exportable } from '../../exports.ts';
import { csvCell } from './cells.ts';

const shop = await openShop();
const manager = await shop.signIn({ permissions: ['brand_add', 'brand_edit'] });
await shop.jobs.start();

const take = (body: object, format: 'csv' | 'xlsx' = 'csv', name = 'brands') =>
  manager.do(exportRoutes.create, {
    params: { name },
    query: { format },
    body: body as Record<string, unknown>,
  });

async function linesOf(url: string): Promise<string[]> {
  const file = await shop.server.inject(url);
  expect(file.headers['content-type']).toContain('text/csv');
  return file.body.trimEnd().split('\n');
}

test('contains the rows filtered and sorted on the screen', async () => {
  for (const name of ['Oak Farm', 'Birch Farm', 'Oak Mill'])
    await manager.do(brandRoutes.create, { body: { name } });

  const { url, rows } = await take({ search: 'oak', sort: { field: 'name', order: 'desc' } });

  expect(rows).toBe(2);
  const lines = await linesOf(url!);
  expect(lines[0]).toMatch(/^\ufeffName,Products,Active,Changed \(.+\)$/);
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(['Oak Mill', 'Oak Farm']);
});

test('escapes a cell that a spreadsheet would run as a formula', async () => {
  await manager.do(brandRoutes.create, { body: { name: '=HYPERLINK("http://evil.example")' } });

  const { url } = await take({ search: 'HYPERLINK' });

  expect((await linesOf(url!))[1]).toMatch(/^"'=HYPERLINK/);
});

test('names a sheet after its list, with a bold heading and filters', async () => {
  const { url } = await take({}, 'xlsx');

  const file = await shop.server.inject(url!);

  expect(file.headers['content-type']).toContain('spreadsheetml');
  const parts = unzipSync(file.rawPayload);
  const part = (path: string) => strFromU8(parts[path]!);
  expect(part('xl/workbook.xml')).toContain('name="Brands"');
  expect(part('xl/worksheets/sheet1.xml')).toMatch(/<\/sheetData><autoFilter ref="A1:D\d+"\/>/);
  expect(part('xl/styles.xml')).toContain('<b/>');
});

test("requires the list's permission and rejects invalid requests", async () => {
  const refused = await manager.call(exportRoutes.create, {
    params: { name: 'orders' },
    query: { format: 'csv' },
    body: {},
  });
  expect(refused).toMatchObject({ status: 403, message: expect.stringContaining('order_list') });

  const ask = (name: string, body: object) =>
    manager.call(exportRoutes.create, { params: { name }, query: { format: 'csv' }, body: { ...body } });
  expect((await ask('brands', { filters: { colour: 'red' } })).status).toBe(400);
  expect((await ask('secrets', {})).status).toBe(404);
});

test('writes a long list in a job, with every row once', async () => {
  await shop.look(async (tx) => {
    const rows = Array.from({ length: 2500 }, (_, index) => ({
      id: `0190a000-0000-7000-8000-${String(index).padStart(12, '0')}`,
      name: `Bulk ${String(index).padStart(5, '0')}`,
    }));
    await tx.insertInto('brands').values(rows).execute();
  });

  const { url, jobId } = await take({ search: 'Bulk' });
  expect(url).toBeNull();
  const job = await jobOver(manager, jobId!);

  expect(job).toMatchObject({ status: 'done', percent: 100, result: { rows: 2500 } });
  const names = (await linesOf(job.files[0]!.url)).slice(1).map((line) => line.split(',')[0]);
  expect(new Set(names).size).toBe(2500);
});

test('writes money in dollars with two decimals, also below zero', () => {
  expect([
    csvCell('money', 5, 'UTC'),
    csvCell('money', 123456, 'UTC'),
    csvCell('money', -1250, 'UTC'),
  ]).toEqual(['0.05', '1234.56', '-12.50']);
});

/** Lists of a single record, and reports, which need a period. */
const needed: Record<string, object> = {
  bulkEditRows: { filters: { bulkEditId: '0190a000-0000-7000-8000-000000000000' } },
  orderBulkRows: { filters: { bulkStepId: '0190a000-0000-7000-8000-000000000000' } },
  storeReport: { from: '2026-01-01', to: '2026-12-31' },
  productReport: { from: '2026-01-01', to: '2026-12-31' },
  discountReport: { from: '2026-01-01', to: '2026-12-31' },
  messageResults: { filters: { messageId: '0190a000-0000-7000-8000-000000000000' } },
  vendorClaimLines: { claimId: '0190a000-0000-7000-8000-000000000000' },
  messageOrders: { filters: { messageId: '0190a000-0000-7000-8000-000000000000' } },
};

test('exports every list', async () => {
  const admin = await shop.signIn();
  const [locationId, otherId] = [await addLocation(shop), await addLocation(shop)];
  needed.assortmentDifferences = { filters: { locationId, otherId } };
  const subProductId = await addGoods(shop, locationId, { name: 'Pears', price: 250, stock: 3 });
  const { _id: countId } = await admin.do(stockCountRoutes.create, { body: { locationId } });
  needed.stockCountItems = { filters: { countId } };
  const { _id: recallId } = await admin.do(recallRoutes.create, {
    body: { title: 'Pears', reason: 'Bruised', selection: { subProductIds: [subProductId] } },
  });
  needed.recallRows = { filters: { recallId } };

  needed.creditEntries = { customerId: (await addCustomer(admin))._id };

  for (const name of Object.keys(exportable)) {
    for (const format of ['csv', 'xlsx'] as const) {
      const body = (needed[name] ?? {}) as Record<string, unknown>;
      const got = await admin.call(exportRoutes.create, { params: { name }, query: { format }, body });
      expect([name, format, got.status]).toEqual([name, format, 200]);
    }
  }
});
