import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { brandRoutes } from '@aisle/contract/catalog/brands';
import { commissionSimulatorRoutes } from '@aisle/contract/finance/commission-simulator';
import { documentRoutes } from '@aisle/contract/sales/documents';
import { driverRoutes } from '@aisle/contract/sales/drivers';
import { customerCareRoutes } from '@aisle/contract/service/customer-care';
import { supportRoutes } from '@aisle/contract/service/support';
import { exportRoutes } from '@aisle/contract/system/exports';
import { importRoutes } from '@aisle/contract/system/imports/imports';
import { zipSync } from 'fflate';
import { afterEach, expect, test, vi } from 'vitest';
import { run } from '../../../test/database.setup.ts';
import { checkFile, uploadFile } from '../../../test/import-builders.ts';
import { jobOver } from '../../../test/jobs-builders.ts';
import { addGoods, addOrderLocation, placeOne } from '../../../test/order-builders.ts';
import { pngOf } from '../../../test/picture-builders.ts';
import { type Got, openShop } from '../../../test/shop.ts';
import { addShopper } from '../../../test/support-builders.ts';
import { rowXml, workbook } from '../../../test/workbook-builders.ts';

// Files are stored before their rows. If either fails, no file is left behind, and a full disk gets a clear response.

let logged: string[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  logged = [];
});

const pdf = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF');
const csv = 'SKU,Name,Category,Price\nA-1,Milk,,1.99\n';
const today = new Date().toISOString().slice(0, 10);
let count = 0;

/** Requests that store a file. */
const requests: Record<string, () => Promise<Got<unknown>>> = {
  'a picture': () =>
    admin.call(brandRoutes.create, {
      body: { name: `Brand ${count++}` },
      files: { logo: { name: 'logo.png', bytes: picture } },
    }),
  'a scanned document': () =>
    admin.call(driverRoutes.create, {
      body: { name: 'Ada', phone: `+1 512 555 ${1000 + count++}`, locationIds: [location] },
      files: { documents: [{ name: 'license.pdf', bytes: pdf }] },
    }),
  'an attachment of a ticket': () =>
    admin.call(supportRoutes.create, {
      body: { subject: 'Where is my order?', category: 'order', message: 'It is late.' },
      files: { attachments: [{ name: 'receipt.pdf', bytes: pdf }] },
    }),
  'a CSV file to import': () => uploadFile(admin, csv),
  'a workbook to import': () => {
    const sheet = rowXml(['SKU', 'Name']) + rowXml(['A-1', 'Milk']);
    return uploadFile(admin, workbook({ sheets: { First: sheet, Second: sheet } }), 'goods.xlsx');
  },
  'pictures to import': () =>
    admin.call(importRoutes.uploadProducts, {
      files: {
        file: { name: 'goods.csv', bytes: Buffer.from(csv) },
        pictures: { name: 'pictures.zip', bytes: Buffer.from(zipSync({ 'milk.png': picture })) },
      },
    }),
  'printed packing slips': () =>
    admin.call(documentRoutes.create, {
      body: { kind: 'packingSlip', target: { ids: [orderId], filters: {} }, paper: 'a4' },
    }),
  'a CSV export': () =>
    admin.call(exportRoutes.create, { params: { name: 'brands' }, query: { format: 'csv' }, body: {} }),
  'an XLSX export': () =>
    admin.call(exportRoutes.create, { params: { name: 'brands' }, query: { format: 'xlsx' }, body: {} }),
};

/** Jobs that store a file. Each entry prepares the job and returns the function that starts it. */
const jobs: Record<string, () => Promise<() => Promise<{ jobId: string | null }>>> = {
  "the export of a customer's data": async () => () =>
    admin.do(customerCareRoutes.takeOut, { params: { id: customerId } }),
  'a commission simulation': async () => () =>
    admin.do(commissionSimulatorRoutes.start, {
      body: { from: today, to: today, changes: [{ locationId: location, categoryId: null, rate: 5 }] },
    }),
  'the rejected rows of an import': async () => {
    const { _id } = await checkFile(admin, csv);
    return () => admin.do(importRoutes.run, { params: { id: _id } });
  },
};

const shop = await openShop({ logLevel: 'error' }, { logTo: { write: (line) => logged.push(line) } });
const admin = await shop.signIn();
const location = await addOrderLocation(shop);
const orderId = (await placeOne(admin, location, await addGoods(shop, location)))._id;
const customerId = await addShopper(shop, 'grace@customers.example');
const picture = await pngOf();
// The folder of the files is created with the first one.
await shop.services.storage.put('exports/first.csv', 'number');
await shop.jobs.start();

async function storedFiles(): Promise<string[]> {
  const folder = path.join(shop.dataDir, 'files');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

/** Runs `work` while the database rejects every new row of `files`. */
async function whileRowsFail<Result>(work: () => Promise<Result>): Promise<Result> {
  await run(
    shop.databaseUrl,
    `create function refuse_file() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
     create trigger refuse_file before insert on files for each row execute function refuse_file()`,
  );
  try {
    return await work();
  } finally {
    await run(shop.databaseUrl, 'drop trigger refuse_file on files; drop function refuse_file()');
  }
}

/** Makes every write of a file fail halfway, as on a full disk. */
function fillDisk(): void {
  const { driver } = shop.services.storage.disk;
  const put = driver.put.bind(driver);
  const full = () => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  vi.spyOn(driver, 'put').mockImplementation(async (key) => {
    await put(key, 'half');
    throw full();
  });
  vi.spyOn(driver, 'putStream').mockImplementation(async (key, stream) => {
    await put(key, 'half');
    stream.destroy();
    throw full();
  });
}

test.each(Object.keys(requests))('stores a file and its row: %s', async (name) => {
  const before = await storedFiles();

  expect((await requests[name]!()).status).toBe(200);
  expect((await storedFiles()).length).toBeGreaterThan(before.length);
});

test.each(Object.keys(requests))('leaves no file after a rollback: %s', async (name) => {
  const before = await storedFiles();

  expect((await whileRowsFail(requests[name]!)).status).toBe(500);
  expect(await storedFiles()).toEqual(before);
});

test.each(Object.keys(requests))('returns 503 and leaves no file on a full disk: %s', async (name) => {
  const before = await storedFiles();
  fillDisk();

  const response = await requests[name]!();

  expect([response.status, response.code]).toEqual([503, 'disk-full']);
  expect(await storedFiles()).toEqual(before);
  expect(logged.filter((line) => line.includes('unexpected error'))).toEqual([]);
});

test.each(Object.keys(jobs))('stores the file of a job and its row: %s', async (name) => {
  const start = await jobs[name]!();
  const before = await storedFiles();

  expect((await jobOver(admin, (await start()).jobId!)).status).toBe('done');
  expect((await storedFiles()).length).toBeGreaterThan(before.length);
});

test.each(Object.keys(jobs))('leaves no file after a job fails to record it: %s', async (name) => {
  const start = await jobs[name]!();
  const before = await storedFiles();

  expect((await whileRowsFail(async () => jobOver(admin, (await start()).jobId!))).status).toBe('failed');
  expect(await storedFiles()).toEqual(before);
});

test.each(Object.keys(jobs))('reports a full disk in the job and leaves no file: %s', async (name) => {
  const start = await jobs[name]!();
  const before = await storedFiles();
  fillDisk();

  const job = await jobOver(admin, (await start()).jobId!);

  expect(job).toMatchObject({ status: 'failed', error: expect.stringContaining('disk is full') });
  expect(await storedFiles()).toEqual(before);
  expect(logged.filter((line) => line.includes('"stack"'))).toEqual([]);
});
