import { productRoutes } from '@aisle/contract/catalog/products';
import { exportRoutes } from '@aisle/contract/system/exports';
import { type Import, importRoutes } from '@aisle/contract/system/imports/imports';
import { unzipSync, zipSync } from 'fflate';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import {
  checkFile,
  checkUploaded,
  rowsOf,
  runImported,
  undoImported,
  uploadFile,
} from '../../../../test/import-builders.ts';
import { jobOver } from '../../../../test/jobs-builders.ts';
import { openShop } from '../../../../test/shop.ts';

const pictureOf = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 16, height: 16, channels: 3, background } })
    .jpeg()
    .toBuffer();

const [red, green, blue] = await Promise.all(['red', 'green', 'blue'].map(pictureOf));
const pictures = { red: red!, green: green!, blue: blue! };
const shop = await openShop();
const admin = await shop.signIn();
await shop.jobs.start();
const zip = (files: Record<string, Buffer | string>): Buffer =>
  Buffer.from(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, one]) => [name, Buffer.from(one)]))),
  );

const heading = 'SKU,Name,Category,Price,Pictures\n';
async function upload(csv: string, archive: Record<string, Buffer | string>): Promise<Import> {
  return admin.do(importRoutes.uploadProducts, {
    files: {
      file: { name: 'goods.csv', bytes: Buffer.from(csv) },
      pictures: { name: 'pictures.zip', bytes: zip(archive) },
    },
  });
}
const check = async (csv: string, archive: Record<string, Buffer | string>) =>
  checkUploaded(admin, await upload(csv, archive));
async function picturesOf(name: string, person = admin) {
  const { records } = await person.do(productRoutes.list, { body: { search: name } });
  return (await person.do(productRoutes.show, { params: { id: records[0]!._id } })).images;
}
async function exportZip(search: string): Promise<Buffer> {
  const { jobId, url } = await admin.do(exportRoutes.create, {
    params: { name: 'products' },
    query: { format: 'zip' },
    body: { search },
  });
  expect(url).toBeNull();
  const { files } = await jobOver(admin, jobId!);
  return (await shop.server.inject(files[0]!.url)).rawPayload;
}

test('finds files of a ZIP by name or path, ignoring case', async () => {
  const { red, green, blue } = pictures;
  const checked = await check(
    `${heading}A1,Apples,Fruit,2,RED.jpg; Fruit\\green.JPG\nA2,Apricots,Fruit,2,"red.jpg, blue.jpg"\n`,
    { 'goods/fruit/red.jpg': red, 'goods/fruit/green.jpg': green, 'goods/fruit/blue.jpg': blue },
  );
  expect(checked.counts).toMatchObject({ new: 2, errors: 0 });
  expect(checked.archive).toEqual({ name: 'pictures.zip', pictures: 3 });

  await runImported(admin, checked);

  expect(await picturesOf('Apples')).toHaveLength(2);
  expect(await picturesOf('Apricots')).toHaveLength(2);
});

test('ignores the same file again, and adds a different picture with the same name', async () => {
  const csv = `${heading}B1,Bananas,Fruit,2,banana.jpg\n`;
  await runImported(admin, await check(csv, { 'banana.jpg': pictures.red }));

  expect((await check(csv, { 'new/banana.jpg': pictures.red })).counts).toMatchObject({ same: 1 });
  const changed = await check(csv, { 'banana.jpg': pictures.blue });
  expect(changed.counts).toMatchObject({ changed: 1 });
  await runImported(admin, changed);

  expect(await picturesOf('Bananas')).toHaveLength(2);
});

test('recognizes a picture that was uploaded manually', async () => {
  await runImported(admin, await checkFile(admin, `${heading}C1,Cherries,Fruit,2,\n`));
  const { records } = await admin.do(productRoutes.list, { body: { search: 'Cherries' } });
  const { version } = await admin.do(productRoutes.show, { params: { id: records[0]!._id } });
  await admin.do(productRoutes.edit, {
    params: { id: records[0]!._id },
    body: { version },
    files: { images: { name: 'front.jpg', bytes: pictures.green } },
  });

  const checked = await check(`${heading}C1,Cherries,Fruit,2,cherry.jpg\n`, { 'cherry.jpg': pictures.green });

  expect(checked.counts).toMatchObject({ same: 1, errors: 0 });
});

test('lists missing files, and files of the ZIP that no row names', async () => {
  const checked = await check(
    `${heading}D1,Dates,Fruit,2,date.jpg; gone.jpg\nD2,Dill,Herbs,2,lost.jpg\nD3,Durian,Fruit,2,twice.jpg\nD4,Damsons,Fruit,2,note.txt\n`,
    {
      'date.jpg': pictures.red,
      'a/twice.jpg': pictures.red,
      'b/twice.jpg': pictures.green,
      'spare.jpg': pictures.blue,
      'note.txt': 'Not a picture at all',
      '__MACOSX/._date.jpg': 'x',
    },
  );

  expect(checked.counts).toMatchObject({ new: 0, errors: 4 });
  expect(checked.problemGroups).toMatchObject([
    {
      field: 'pictures',
      column: 'Pictures',
      message: 'The ZIP has no file with this name',
      cause: 'missingPicture',
      rows: 2,
      examples: ['gone.jpg', 'lost.jpg'],
    },
    { message: 'The ZIP has several files with this name. Write the path', cause: 'missingPicture' },
    { message: "Isn't a JPEG, PNG, WebP or AVIF picture", cause: 'missingPicture' },
  ]);
  expect(checked.extras.find(({ key }) => key === 'unusedPictures')).toEqual({
    key: 'unusedPictures',
    count: 3,
    names: ['a/twice.jpg', 'b/twice.jpg', 'spare.jpg'].map((name) => ({ name, rows: 0 })),
  });
});

test('imports rows without their missing pictures', async () => {
  const uploaded = await upload(
    `${heading}E1,Eggplants,Roots,2,there.jpg; gone.jpg\nE2,Endives,Roots,2,gone.jpg\n`,
    {
      'there.jpg': pictures.red,
    },
  );
  const checked = await checkUploaded(admin, uploaded, { options: { missingPictures: 'leaveOut' } });
  expect(checked.counts).toMatchObject({ new: 2, errors: 0 });

  expect((await runImported(admin, checked)).problemGroups).toEqual([]);
  expect(await picturesOf('Eggplants')).toHaveLength(1);
  expect(await picturesOf('Endives')).toHaveLength(0);
  // The next file can be uploaded with its pictures.
  expect((await upload(`${heading}E3,Escarole,Roots,2,x.jpg\n`, { 'x.jpg': pictures.red })).options).toEqual(
    {},
  );
});

test('adds a ZIP to a table checked without one, and replaces it', async () => {
  const checked = await checkFile(admin, `${heading}F1,Figs,Fruit,2,fig.jpg\n`);
  expect(checked.problemGroups).toMatchObject([
    { message: 'Names a file. Add a ZIP with the pictures, or use addresses that start with https://' },
  ]);
  const add = (name: string, bytes: Buffer) =>
    admin.call(importRoutes.addPictures, {
      params: { id: checked._id },
      files: { pictures: { name, bytes } },
    });

  const first = await add('first.zip', zip({ 'date.jpg': pictures.red }));
  expect(first.data).toMatchObject({ status: 'uploaded', counts: null, archive: { name: 'first.zip' } });
  const keys = () => shop.sql`SELECT storage_key FROM files WHERE mime = 'application/zip'`;
  const before = (await keys()).length;
  const { data: second } = await add('second.zip', zip({ 'fig.jpg': pictures.green }));
  expect(await keys()).toHaveLength(before);
  expect((await add('fig.jpg', pictures.green)).body.error?.fields).toEqual([
    { path: 'pictures', message: 'Choose a ZIP of pictures' },
  ]);
  const done = await runImported(admin, await checkUploaded(admin, second));

  expect(done.counts).toMatchObject({ new: 1, errors: 0 });
  expect(await picturesOf('Figs')).toHaveLength(1);
  expect((await add('third.zip', zip({ 'fig.jpg': pictures.red }))).code).toBe('imports.done');
});

test('removes pictures from a ZIP when the import is undone', async () => {
  const csv = `${heading}G1,Grapes,Fruit,2,grape.jpg\n`;
  await runImported(admin, await check(csv, { 'grape.jpg': pictures.red }));
  const done = await runImported(admin, await check(csv, { 'grape.jpg': pictures.blue }));

  expect((await undoImported(admin, done)).undone).toEqual({ rows: 1, kept: 0 });

  expect(await picturesOf('Grapes')).toHaveLength(1);
});

test('accepts a ZIP with the table and its pictures', async () => {
  const csv = `${heading}H1,Hazelnuts,Nuts,2,h.jpg\n`;
  const { data } = await uploadFile(
    admin,
    zip({ 'list/goods.csv': csv, 'list/h.jpg': pictures.red }),
    'goods.zip',
  );
  expect(data).toMatchObject({ fileName: 'goods.zip', archive: { name: 'goods.zip', pictures: 1 } });

  await runImported(admin, await checkUploaded(admin, data));

  expect(await picturesOf('Hazelnuts')).toHaveLength(1);
});

test('rejects a ZIP with no table, several tables or other kinds of records, with instructions', async () => {
  const without = await uploadFile(admin, zip({ 'a.jpg': pictures.red }), 'goods.zip');
  const several = await uploadFile(admin, zip({ 'a.csv': heading, 'b.csv': heading }), 'goods.zip');
  const vendors = await uploadFile(admin, zip({ 'a.csv': 'Name\nFarm' }), 'vendors.zip', 'vendors');
  const beside = await admin.call(importRoutes.upload, {
    body: { kind: 'vendors' },
    files: {
      file: { name: 'v.csv', bytes: Buffer.from('Name\nFarm') },
      pictures: { name: 'p.zip', bytes: zip({ 'a.jpg': pictures.red }) },
    },
  });

  expect(without.message).toBe('This ZIP has no CSV or Excel file (XLSX) beside its pictures');
  expect(several.message).toBe('This ZIP has 2 tables, such as b.csv. Leave only one in it');
  expect(vendors.message).toBe('This is an archive, not an Excel file. Unzip it first');
  expect(beside.body.error?.fields).toEqual([
    { path: 'pictures', message: 'Only products are imported with pictures' },
  ]);
});

test('re-imports an export with pictures unchanged, also in another marketplace', async () => {
  await runImported(
    admin,
    await check(
      `${heading}K1,Kiwis gold,Fruit,2,k1.jpg; k2.jpg\nK2,Kiwis green,Fruit,3,k2.jpg\nK3,Kiwis none,Fruit,3,\n`,
      {
        'k1.jpg': pictures.red,
        'k2.jpg': pictures.green,
      },
    ),
  );
  // A picture stored before digests existed.
  await shop.look((tx) => tx.updateTable('files').set({ digest: null, large_digest: null }).execute());

  const archive = await exportZip('Kiwis');

  expect(Object.keys(unzipSync(archive)).sort()).toEqual([
    'Products.csv',
    'pictures/kiwis-gold-1.webp',
    'pictures/kiwis-gold-2.webp',
    'pictures/kiwis-green-1.webp',
  ]);
  const { data } = await uploadFile(admin, archive, 'Products.zip');
  const again = await checkUploaded(admin, data);
  expect(again.counts).toMatchObject({ rows: 3, same: 3, errors: 0 });
  expect(again.extras.find(({ key }) => key === 'unusedPictures')?.count).toBe(0);

  const other = await openShop();
  const manager = await other.signIn();
  await other.jobs.start();
  const { data: taken } = await uploadFile(manager, archive, 'Products.zip');
  const done = await runImported(manager, await checkUploaded(manager, taken));
  expect(done).toMatchObject({ counts: { new: 3, errors: 0 }, problemGroups: [] });
  expect(await picturesOf('Kiwis gold', manager)).toHaveLength(2);
  const { data: second } = await uploadFile(manager, archive, 'Products.zip');
  expect((await checkUploaded(manager, second)).counts).toMatchObject({ same: 3 });
});

test('omits pictures with lost files from an export', async () => {
  await runImported(
    admin,
    await check(`${heading}L1,Lemons,Fruit,2,l1.jpg; l2.jpg\n`, {
      'l1.jpg': pictures.red,
      'l2.jpg': pictures.blue,
    }),
  );
  const [first] = await picturesOf('Lemons');
  await shop.services.storage.remove(`images/${first!._id}/large.webp`);

  const files = unzipSync(await exportZip('Lemons'));

  expect(Object.keys(files).sort()).toEqual(['Products.csv', 'pictures/lemons-2.webp']);
  expect(Buffer.from(files['Products.csv']!).toString()).toContain('pictures/lemons-2.webp');
  expect(Buffer.from(files['Products.csv']!).toString()).not.toContain('lemons-1');
});

test('exports pictures only for lists that have them', async () => {
  const refused = await admin.call(exportRoutes.create, {
    params: { name: 'brands' },
    query: { format: 'zip' },
    body: {},
  });

  expect([refused.status, refused.paths[0]]).toEqual([400, 'format']);
});

test('reports a ZIP deleted between check and import at its rows', async () => {
  const checked = await check(`${heading}M1,Mangoes,Fruit,2,m.jpg\n`, { 'm.jpg': pictures.red });
  await shop.look((tx) => tx.deleteFrom('files').where('mime', '=', 'application/zip').execute());

  const done = await runImported(admin, checked);

  expect(done.counts).toMatchObject({ new: 1, errors: 0 });
  expect((await rowsOf(admin, done))[0]!.problems).toMatchObject([
    { value: 'm.jpg', message: 'The ZIP was deleted' },
  ]);
});
