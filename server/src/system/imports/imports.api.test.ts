import type { ImportMapping } from '@aisle/contract/system/imports/import-fields';
import { importRoutes } from '@aisle/contract/system/imports/imports';
import { jobRoutes } from '@aisle/contract/system/jobs';
import { expect, test, vi } from 'vitest';
import { checkFile, runImported, uploadFile } from '../../../test/import-builders.ts';
import { jobOver } from '../../../test/jobs-builders.ts';
import { openShop } from '../../../test/shop.ts';

const shop = await openShop();
const manager = await shop.signIn({ permissions: ['product_add', 'product_edit'] });
await shop.jobs.start();

const upload = (csv: string | Buffer) => uploadFile(manager, csv);
const check = (csv: string | Buffer, mapping?: ImportMapping, person = manager) =>
  checkFile(person, csv, mapping && { mapping });
const run = (id: string) => runImported(manager, { _id: id });

const taken = async (id: string) =>
  (await shop.sql`SELECT taken_to FROM imports WHERE id = ${id}`)[0]!.taken_to;

const catalogue = () =>
  shop.sql`SELECT s.sku, s.name, s.price, s.barcode, p.name AS product, c.name AS category, above.name AS above,
      b.name AS brand, p.id AS "productId"
    FROM sub_products s JOIN products p ON p.id = s.product_id JOIN categories c ON c.id = p.category_id
    LEFT JOIN categories above ON above.id = c.parent_id LEFT JOIN brands b ON b.id = p.brand_id ORDER BY s.sku`;

test('describes a file and maps its columns by name', async () => {
  const { data } = await upload('sku,Product_Name,department,aisle,price\nA1,Milk,dairy,milk,1.95\n');

  expect(data).toMatchObject({
    status: 'uploaded',
    delimiter: ',',
    columns: ['sku', 'Product_Name', 'department', 'aisle', 'price'],
    sample: [['A1', 'Milk', 'dairy', 'milk', '1.95']],
    mapping: {
      sku: 'sku',
      name: 'Product_Name',
      category: 'department',
      subCategory: 'aisle',
      price: 'price',
    },
  });
});

test('changes nothing in the check, then imports valid rows and returns rejected ones', async () => {
  const csv = [
    'sku,name,category,subcategory,price,brand,barcode',
    'R1,Oat Drink,dairy,plant based,2.49,Oatly,4006381333931',
    'R2,Whole Milk,Dairy,milk,1.95,Local Farm,',
    'R3,No price,dairy,milk,,Local Farm,',
    'R4,=cmd|calc,dairy,milk,1.00,,123',
  ].join('\r\n');

  const checked = await check(`\ufeff${csv}`);
  expect(checked).toMatchObject({
    status: 'checked',
    counts: { rows: 4, new: 2, changed: 0, same: 0, errors: 2 },
  });
  expect(checked.errors).toEqual([
    { row: 4, column: 'price', message: 'Price is required' },
    { row: 5, column: 'barcode', message: 'A barcode has 8, 12, 13 or 14 digits' },
  ]);
  expect(await catalogue()).toEqual([]);

  const done = await run(checked._id);
  expect(done).toMatchObject({ status: 'imported', counts: { new: 2, errors: 2 } });
  expect(await catalogue()).toMatchObject([
    {
      sku: 'R1',
      price: 249,
      category: 'plant based',
      above: 'dairy',
      brand: 'Oatly',
      barcode: '4006381333931',
    },
    { sku: 'R2', price: 195, category: 'milk', above: 'dairy', brand: 'Local Farm' },
  ]);
  const file = await shop.server.inject(done.errorFileUrl!);
  expect(file.body).toContain("R4,'=cmd|calc,dairy,milk,1.00,,123,5,");
  expect(file.body).toContain('price: Price is required');
});

test('changes nothing for the same file, and only the row with a new price otherwise', async () => {
  const csv = (price: string) =>
    `sku;name;category;price\nS1;Bread;bakery;${price}\nS2;"Rolls, 6; fresh";bakery;3.00\n`;
  await run((await check(csv('2.00')))._id);

  expect((await check(csv('2.00'))).counts).toMatchObject({ new: 0, changed: 0, same: 2 });
  expect((await run((await check(csv('2.20')))._id)).counts).toMatchObject({ new: 0, changed: 1, same: 1 });
  const rows = (await catalogue()).filter((row) => row.sku.startsWith('S'));
  expect(rows).toMatchObject([
    { sku: 'S1', price: 220 },
    { sku: 'S2', name: 'Rolls, 6; fresh', price: 300 },
  ]);
});

test('rejects a changed product from a user who can only add products', async () => {
  await run((await check('sku,name,category,price\nT1,Tea,drinks,4.00\n'))._id);
  const adder = await shop.signIn({ permissions: ['product_add'] });

  const checked = await check('sku,name,category,price\nT1,Tea,drinks,0.01\n', undefined, adder);

  expect(checked.counts).toMatchObject({ errors: 1, changed: 0 });
  expect(checked.errors[0]?.message).toContain('T1');
});

test('groups rows of a product as its sub-products', async () => {
  const csv = 'sku,name,product,category,price\nV1,Cola 0.5 l,Cola,soda,1.00\nV2,Cola 1 l,Cola,soda,1.80\n';

  await run((await check(csv))._id);

  const rows = (await catalogue()).filter((row) => row.sku.startsWith('V'));
  expect(rows).toMatchObject([
    { name: 'Cola 0.5 l', product: 'Cola' },
    { name: 'Cola 1 l', product: 'Cola' },
  ]);
  expect(rows[0]!.productId).toBe(rows[1]!.productId);
});

test('gives products of the same name different slugs and audits related records', async () => {
  const csv = 'sku,name,category,subcategory,price,brand\nE1,Éclair,Sweets,Filled,1.00,Patisserie\n';

  await run((await check(`${csv}E2,Éclair,sweets,filled,1.20,PATISSERIE\n`))._id);

  const slugs = await shop.sql`SELECT slug FROM products WHERE name = 'Éclair' ORDER BY id`;
  expect(slugs.map(({ slug }) => slug)).toEqual(['eclair', expect.stringMatching(/^eclair-\w{8}$/)]);
  const noted = await shop.sql`SELECT action, resource, after ->> 'name' AS name FROM audit_entries
    WHERE after ->> 'name' IN ('Éclair', 'Sweets', 'Filled', 'Patisserie', 'PATISSERIE') ORDER BY resource, id`;
  expect(noted.map(({ action, resource, name }) => `${action} ${resource} ${name.toLowerCase()}`)).toEqual([
    'create brands patisserie',
    'create categories sweets',
    'create categories filled',
    'create subProducts éclair',
    'create subProducts éclair',
  ]);
});

test('audits a changed row with values before and after', async () => {
  await run((await check('sku,name,category,price\nW1,Walnuts,nuts,4.00\n'))._id);
  await run((await check('sku,name,category,price\nW1,Walnuts,nuts,4.40\n'))._id);

  const noted = await shop.sql`SELECT before, after FROM audit_entries
    WHERE action = 'edit' AND after ->> 'sku' = 'W1'`;
  const row = { sku: 'W1', unit: 'each' };
  expect(noted).toMatchObject([{ before: { ...row, price: 400 }, after: { ...row, price: 440 } }]);
});

test('rejects repeated SKUs and barcodes in a file', async () => {
  const csv = 'sku,name,category,price,barcode\nD1,A,x,1,96385074\nd1,B,x,1,\nD2,C,x,1,0000096385074\n';

  expect((await check(csv)).errors.map(({ row, message }) => [row, message])).toEqual([
    [3, 'The SKU d1 is already used in row 2'],
    [4, 'The barcode 0000096385074 is already used in row 2'],
  ]);
});

test('reports invalid bytes and zero bytes only in their rows', async () => {
  const csv = Buffer.concat([
    Buffer.from('sku,name,category,price\nN1,Good,x,1\nN2,Caf'),
    Buffer.from([0xe9, 0xff]),
    Buffer.from(',x,1\nN3,Nu\u0000ll,x,1\nN4,Café,x,1\n'),
  ]);

  const checked = await check(csv);

  expect(checked.counts).toMatchObject({ rows: 4, new: 2, errors: 2 });
  expect(checked.errors.map(({ row }) => row)).toEqual([3, 4]);
});

test.each([
  ['no content', Buffer.alloc(0), 'The file is empty'],
  ['only a heading', Buffer.from('sku,name\n'), 'The file has headings but no rows'],
  [
    '10,000 columns',
    Buffer.from(`${'x,'.repeat(9999)}x\n1\n`),
    'The file has 10000 columns. The limit is 200',
  ],
  [
    'one endless line',
    Buffer.alloc(50 * 1024 * 1024 - 1000, 'a'),
    "Row 1 doesn't end. Look for an unclosed quotation mark",
  ],
])('rejects a file with %s and gives a reason', async (_, bytes, reason) => {
  expect(await upload(bytes)).toMatchObject({ status: 400, message: reason });
});

test("renames repeated columns, and rejects columns that aren't in the file", async () => {
  const { data } = await upload('name,price,price,\nA,1,2,3\n');
  expect(data.columns).toEqual(['name', 'price', 'price (2)', 'Column 4']);

  const refused = await manager.call(importRoutes.dryRun, {
    params: { id: data._id },
    body: { mapping: { name: 'name', price: 'cost' } },
  });

  expect(refused.paths).toEqual(['mapping.category', 'mapping.price']);
});

test('stops the check at an unclosed quotation mark and names the row', async () => {
  const fine = Array.from({ length: 30 }, (_, index) => `Q${index},Fine,x,1\n`).join('');

  const checked = await check(`sku,name,category,price\n${fine}Q2,"open,x,1\nQ3,B,x,1\n`);

  expect(checked.status).toBe('failed');
  expect(checked.problem).toBe("Row 32 doesn't end. Look for an unclosed quotation mark");
});

test('imports rows once, after the check', async () => {
  const { data } = await upload('sku,name,category,price\nO1,A,x,1\n');
  expect((await manager.call(importRoutes.run, { params: { id: data._id } })).code).toBe(
    'imports.not-checked',
  );
  const checked = await check('sku,name,category,price\nO1,A,x,1\n');
  await run(checked._id);

  expect((await manager.call(importRoutes.run, { params: { id: checked._id } })).code).toBe('imports.done');
});

test('continues a stopped import where it ended', async () => {
  const rows = Array.from({ length: 4000 }, (_, index) => `H${index},Half ${index},x,1`);
  const checked = await check(`sku,name,category,price\n${rows.join('\n')}\n`);
  const begun = await manager.do(importRoutes.run, { params: { id: checked._id } });
  await vi.waitFor(async () => expect(await taken(checked._id)).toBeGreaterThan(0), {
    timeout: 60_000,
    interval: 10,
  });
  await manager.do(jobRoutes.cancel, { params: { id: begun.jobId! } });
  await jobOver(manager, begun.jobId!);
  const stopped = await manager.do(importRoutes.get, { params: { id: checked._id } });
  expect(stopped.status).toBe('cancelled');
  expect(stopped.counts!.new).toBeLessThan(4000);

  const done = await run(checked._id);

  expect(done).toMatchObject({ status: 'imported', counts: { rows: 4000, new: 4000, same: 0, errors: 0 } });
}, 120_000);

test('checks and imports all of nine thousand rows', async () => {
  const rows = Array.from(
    { length: 9288 },
    (_, index) =>
      `P${index},Product number ${index},Department ${index % 21},Aisle ${index % 134},${100 + (index % 900)}`,
  );
  const csv = `sku,name,department,aisle,price_cents\n${rows.join('\n')}\n`;

  const { _id } = await checkFile(manager, csv, { options: { priceUnit: 'cents' } });

  expect((await run(_id)).counts).toEqual({ rows: 9288, new: 9288, changed: 0, same: 0, errors: 0 });
}, 60_000);
