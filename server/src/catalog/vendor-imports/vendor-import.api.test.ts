import { vendorRoutes } from '@aisle/contract/catalog/vendors';
import { importRoutes } from '@aisle/contract/system/imports/imports';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { expect, test } from 'vitest';
import { addSubProduct } from '../../../test/catalogue-builders.ts';
import { checkFile, rowsOf, runImported, undoImported, uploadFile } from '../../../test/import-builders.ts';
import { exportList } from '../../../test/list-builders.ts';
import { openShop } from '../../../test/shop.ts';
import { addLocation } from '../../../test/stock-builders.ts';

const shop = await openShop();
const admin = await shop.signIn();
await shop.jobs.start();

const check = (csv: string) => checkFile(admin, csv, { kind: 'vendors' });
const bring = async (csv: string) => runImported(admin, await check(csv));
const exported = async () => (await exportList(shop, admin, 'vendors', { body: { search: 'Farm' } })).body;
const find = async (search: string) =>
  (await admin.do(vendorRoutes.list, { body: { search } })).records.find(({ name }) => name === search);
const heading =
  'Name,Contact,Email,Phone,Address,Address line 2,City,State,Postal code,Tax number,Payment terms,Active\n';

test('imports, exports and re-imports every cell unchanged, and restores the rest with an undo', async () => {
  await bring(
    `${heading}Oak Farm,Olga,olga@oak.example,512 555 0101,1 Lane,Gate 2,Austin,TX,78701,74-1000001,30 days,no\n`,
  );
  const first = await exported();
  expect((await check(first)).counts).toMatchObject({ rows: 1, same: 1 });

  const changing = await check(
    `${heading}oak farm,Otto,otto@oak.example,512 555 0102,2 Lane,Gate 3,Waco,TN,37129,74-1000002,60 days,yes\n`,
  );
  const [row] = await rowsOf(admin, changing);
  expect(row!.changes).toHaveLength(12);
  await runImported(admin, changing);
  expect(await find('oak farm')).toMatchObject({ contact: 'Otto', address: { city: 'Waco' }, status: true });
  expect((await check(await exported())).counts).toMatchObject({ same: 1 });

  expect((await undoImported(admin, changing)).undone).toEqual({ rows: 1, kept: 0 });
  expect(await exported()).toBe(first);
});

test('accepts a missing address, and clears it for empty cells if requested', async () => {
  await bring('Lieferant,Strasse,Ort,Bundesland,PLZ\nBirch Mill,1 Lane,Austin,TX,78701\nElm Mill,,,,\n');
  expect((await find('Elm Mill'))!.address).toBeNull();

  const cleared = await checkFile(admin, 'Name,Address,City,State,Postal code\nBirch Mill,,,,\n', {
    kind: 'vendors',
    options: { emptyCells: 'clear' },
  });
  await runImported(admin, cleared);

  expect((await find('Birch Mill'))!.address).toBeNull();
});

test('keeps vendors with receipts since the import when undone', async () => {
  const done = await bring('Name\nAsh Mill\nFir Mill\n');
  const location = await addLocation(shop);
  await admin.do(inventoryRoutes.create, {
    body: {
      locationId: location,
      subProductId: await addSubProduct(shop),
      quantity: 1,
      vendorId: (await find('Ash Mill'))!._id,
    },
  });

  expect((await undoImported(admin, done)).undone).toEqual({ rows: 1, kept: 1 });
  expect(await find('Fir Mill')).toBeUndefined();
  expect(await rowsOf(admin, done, { undo: 'kept' })).toMatchObject([
    { name: 'Ash Mill', undoReason: "It's in use" },
  ]);
});

test('rejects a row whose name is too long or appears twice', async () => {
  const checked = await check(`Name,Email\n${'x'.repeat(121)},\nYew Mill,\nYEW mill,\nGum Mill,nowhere\n`);

  expect(checked.errors.map(({ row, message }) => [row, message])).toEqual([
    [2, 'Name must be at most 120 characters'],
    [4, 'The name YEW mill is already used in row 3'],
    [5, "Isn't a valid email"],
  ]);
});

test('reports one error for a partial address, and accepts a vendor with only a name', async () => {
  const checked = await check('Name,Phone,City\nElm Mill,,Austin\nOak Mill,,\nTotal,512 555 0123,\n');

  expect(checked.counts).toMatchObject({ rows: 3, new: 2, errors: 1 });
  expect(checked.problemGroups).toEqual([
    {
      field: 'city',
      column: 'City',
      message: 'An address also needs a street, state, and postal code',
      cause: null,
      rows: 1,
      examples: ['Austin'],
    },
  ]);
});

test('requires the add permission to import vendors, and the delete permission to undo new ones', async () => {
  const customers = await shop.signIn({ permissions: ['customer_add'] });
  expect(await uploadFile(customers, 'Name\nA\n', 'vendors.csv', 'vendors')).toMatchObject({ status: 403 });
  const done = await bring('Name\nIvy Mill\n');
  const editor = await shop.signIn({ permissions: ['vendor_add', 'vendor_edit'] });

  expect(await editor.call(importRoutes.undo, { params: { id: done._id } })).toMatchObject({
    status: 403,
    body: { error: { details: { permission: 'vendor_delete' } } },
  });
});

test('remembers columns with the same names separately for each kind', async () => {
  await check('Name,Email,Phone\nNut Mill,nut@mill.example,512 555 0777\n');

  const { data } = await uploadFile(
    admin,
    'Name,Email,Phone\nNora Nut,n@home.example,512 555 0778\n',
    'p.csv',
    'customers',
  );

  expect(data.remembered).toBeNull();
  expect(data.mapping).toEqual({ fullName: 'Name', email: 'Email', phone: 'Phone' });
});

test("rejects letters in a US vendor's tax number, even if only the address is new", async () => {
  await bring('Name,Tax number\nRye Mill,DE123456789\n');

  const checked = await check(
    `${heading}Rye Mill,,,,1 Lane,,Austin,TX,78701,,,\nFig Mill,,,,1 Weg,,Wien,Wien,1010,ATU12345678,,\n`,
  );

  expect(checked.counts).toMatchObject({ rows: 2, new: 1, errors: 1 });
  expect(checked.errors.map(({ row, column, message }) => [row, column, message])).toEqual([
    [2, 'Tax number', 'Only digits and hyphens are allowed'],
  ]);
});
