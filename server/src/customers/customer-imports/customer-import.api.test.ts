import { customerRoutes } from '@aisle/contract/customers/customers';
import { exportRoutes } from '@aisle/contract/system/exports';
import { importRoutes } from '@aisle/contract/system/imports/imports';
import { expect, test } from 'vitest';
import { checkFile, rowsOf, runImported, undoImported, uploadFile } from '../../../test/import-builders.ts';
import { openShop } from '../../../test/shop.ts';
import { addLocation } from '../../../test/stock-builders.ts';

const shop = await openShop();
const admin = await shop.signIn();
await shop.jobs.start();

const check = (csv: string, how: Parameters<typeof checkFile>[2] = {}) =>
  checkFile(admin, csv, { ...how, kind: 'customers' });
const bring = async (csv: string) => runImported(admin, await check(csv));
const exported = async (search: string): Promise<string> => {
  const { url } = await admin.do(exportRoutes.create, {
    params: { name: 'customers' },
    query: { format: 'csv' },
    body: { search },
  });
  return (await shop.server.inject(url!)).body;
};
const find = async (search: string) => {
  const { records } = await admin.do(customerRoutes.list, { body: { search } });
  return records[0] && admin.do(customerRoutes.show, { params: { id: records[0]._id } });
};
const full =
  'First name,Last name,Phone,Email,Address,Address line 2,City,State,Postal code,Notes,Marketing consent\n';

test('imports, exports and re-imports every cell unchanged, and restores the rest with an undo', async () => {
  await bring(
    `${full}Ada,Byron,(512) 555-0142,ada@home.example,1 Main St,Apt 4,Austin,TX,78701,"Rings, twice",yes\n`,
  );
  const first = await exported('Byron');
  expect((await check(first)).counts).toMatchObject({ rows: 1, same: 1 });

  const changing = await check(
    `${full}Augusta,King,512-555-0142,augusta@home.example,2 Side St,Floor 2,Dallas,TN,75001,Never rings,no\n`,
  );
  const [row] = await rowsOf(admin, changing);
  expect(row!.changes.map(({ field }) => field).sort()).toEqual(
    [
      'firstName',
      'lastName',
      'email',
      'line1',
      'line2',
      'city',
      'state',
      'postalCode',
      'notes',
      'marketingConsent',
    ].sort(),
  );
  await runImported(admin, changing);
  expect(await find('augusta@home.example')).toMatchObject({
    firstName: 'Augusta',
    phone: '+15125550142',
    marketingConsent: false,
    addresses: [{ line1: '2 Side St', city: 'Dallas', isDefault: true }],
  });
  expect((await check(await exported('King'))).counts).toMatchObject({ same: 1, errors: 0 });

  expect((await undoImported(admin, changing)).undone).toEqual({ rows: 1, kept: 0 });
  expect(await exported('Byron')).toBe(first);
});

test('splits a full name, and matches customers by email if chosen', async () => {
  await bring('Customer,Mobile,E-mail\nMary Ann Smith,512 555 0201,mary@home.example\n');
  expect(await find('mary@home.example')).toMatchObject({ firstName: 'Mary Ann', lastName: 'Smith' });

  const checked = await check('Email,Notes\nmary@home.example,Likes figs\nnobody@home.example,Unknown\n');

  expect(checked.counts).toMatchObject({ changed: 1, errors: 1 });
  expect(checked.problemGroups[0]).toMatchObject({
    message: 'No customer has this email',
    cause: 'unmatched',
  });
});

test('reports invalid values as errors of their row only', async () => {
  await bring(
    'Name,Phone,Email\nBob Stone,512 555 0301,bob@home.example\nCy Young,512 555 0302,cy@home.example\n',
  );

  const checked = await check(
    [
      'Name,Phone,Email,Address,City',
      'Dan Low,call me,dan@home.example,,',
      'Eve High,512 555 0303,not an email,,',
      'Bob Stone,512 555 0301,cy@home.example,,',
      'Fay,512 555 0304,,,',
      'Gus Gray,512 555 0305,,1 Main St,',
      'Hal Hart,512 555 0306,,,',
      'Hal Again,(512) 555-0306,,,',
      '#REF!,512 555 0307,,,',
    ].join('\n'),
  );

  expect(checked.counts).toMatchObject({ rows: 8, new: 2, errors: 6 });
  expect(checked.errors.map(({ row, column, message }) => [row, column, message])).toEqual([
    [2, 'Phone', "Isn't a valid phone number"],
    [3, 'Email', "Isn't a valid email"],
    [4, 'Email', 'Another customer has this email'],
    [6, 'Address', 'An address also needs a city, state, and postal code'],
    [8, null, 'The phone +15125550306 is already used in row 7'],
    [9, 'Name', 'Has the formula error #REF!'],
  ]);
});

test('adds customers with one name, and matches values copied with extra characters', async () => {
  await bring(
    'Name,Phone,Email\nMadonna,\u202a512\u2011555\u20110341\u202c,mado@home.example\u200b\n李明,5125550342.0,\n',
  );

  expect(await find('5125550341')).toMatchObject({
    firstName: 'Madonna',
    lastName: '',
    phone: '+15125550341',
    email: 'mado@home.example',
  });
  expect(await find('5125550342')).toMatchObject({ firstName: '李明', lastName: '' });
  const again = await check('Name,Email\n\u2060Madonna\u00a0,<Mado@home.example>;\n');
  expect(again.counts).toMatchObject({ rows: 1, same: 1 });
});

test('keeps customers used or changed since when undone, with the reason', async () => {
  const done = await bring('Name,Phone\nIda Iron,512 555 0401\nJay Jade,512 555 0402\n');
  const jay = (await find('5125550402'))!;
  await admin.do(customerRoutes.edit, {
    params: { id: jay._id },
    body: { version: jay.version, notes: 'Pays in cash' },
  });

  expect((await undoImported(admin, done)).undone).toEqual({ rows: 1, kept: 1 });
  expect(await find('5125550401')).toBeUndefined();
  expect(await rowsOf(admin, done, { undo: 'kept' })).toMatchObject([
    { name: 'Jay Jade', undoReason: 'Changed since the import' },
  ]);
});

test('requires the permission to add customers, and access to all locations', async () => {
  const clerk = await shop.signIn({ permissions: ['vendor_add'] });
  const store = await shop.signIn({ permissions: ['customer_add'], locations: [await addLocation(shop)] });
  const found = await check('Name,Phone\nKit Kent,512 555 0501\n');

  expect(await uploadFile(clerk, 'Name,Phone\n', 'people.csv', 'customers')).toMatchObject({ status: 403 });
  expect(await uploadFile(store, 'Name,Phone\n', 'people.csv', 'customers')).toMatchObject({ status: 403 });
  for (const one of [clerk, store]) {
    expect(await one.call(importRoutes.get, { params: { id: found._id } })).toMatchObject({
      status: one === clerk ? 403 : 404,
    });
    expect((await one.do(importRoutes.list, { body: {} })).records).toEqual([]);
    expect(await rowsOf(one, found)).toEqual([]);
  }
});

test('reports matching rows as errors for users who can add but not edit customers', async () => {
  await bring('Name,Phone\nLea Lake,512 555 0601\n');
  const adder = await shop.signIn({ permissions: ['customer_add'] });

  const checked = await checkFile(adder, 'Name,Phone,Notes\nLea Lake,512 555 0601,New\n', {
    kind: 'customers',
  });

  expect(checked.problemGroups[0]).toMatchObject({
    message: 'This customer already exists',
    cause: 'matched',
  });
});

test('changes a customer by email without a phone, and requires a phone for new ones', async () => {
  await bring('Name,Phone,Email\nMia Moss,512 555 0701,mia@home.example\n');

  const checked = await check(
    'Name,Phone,Email,Notes\nMia Moss,,mia@home.example,Likes figs\nNoa Nash,,noa@home.example,\nOli Oak,512 555 0702,oli@home.example,\n',
  );
  expect(checked.counts).toMatchObject({ changed: 1, new: 1, errors: 1 });
  expect(checked.problemGroups).toMatchObject([{ message: 'Phone is required', examples: ['Noa Nash'] }]);

  expect((await check('Name,Phone,Email\nPia Park,,pia@home.example\n')).problemGroups).toMatchObject([
    { message: 'No customer has this email, and new ones need a phone', examples: ['pia@home.example'] },
  ]);
});

const cellsOf = async (csv: string) => {
  const checked = await check(csv);
  const rows = await rowsOf(admin, checked);
  const valuesOf = (changes: (typeof rows)[number]['changes']) =>
    Object.fromEntries(changes.map(({ field, after }) => [field, after]));
  return { checked, rows: rows.map(({ changes, problems }) => problems[0]?.message ?? valuesOf(changes)) };
};

test('reads names in both orders, single names, and phones that a spreadsheet took for numbers', async () => {
  const csv = [
    'Name,Phone',
    '"Doe, Jane",5125557696.0',
    "Ludwig Beethoven,'+15125557697",
    "Madonna,'5125557698",
    'Prince,5.12556E+9',
  ].join('\r\n');

  const { checked, rows } = await cellsOf(csv);

  expect(rows).toEqual([
    { firstName: 'Jane', lastName: 'Doe', phone: '+15125557696' },
    { firstName: 'Ludwig', lastName: 'Beethoven', phone: '+15125557697' },
    { firstName: 'Madonna', lastName: '', phone: '+15125557698' },
    'Shortened by a spreadsheet. Format the column as text there and enter the numbers again',
  ]);
  expect((await runImported(admin, checked)).counts).toMatchObject({ new: 3, errors: 1 });
});

test('completes postal codes that their state proves, and lists the others', async () => {
  const row = (at: number, state: string, code: string) =>
    `Ada,King,(512) 555-02${10 + at},1 Main St,Town,${state},${code}`;
  const csv = [
    'First name,Last name,Phone,Address,City,State,Postal code',
    row(0, 'MA', '2138'),
    row(1, 'New Jersey', "'7030"),
    row(2, 'Puerto Rico', '601.0'),
    row(3, 'MA', '2138-1234'),
    row(4, 'TX', '7870'),
    row(5, 'MA', '7030'),
    row(6, 'Wien', '1010'),
    row(7, 'Massachusetts', "'02139"),
  ].join('\n');

  const { checked, rows } = await cellsOf(csv);

  expect(rows.map((values) => typeof values === 'object' && values.postalCode)).toEqual([
    '02138',
    '07030',
    '00601',
    '02138-1234',
    '7870',
    '7030',
    '1010',
    '02139',
  ]);
  expect(checked.extras).toEqual([
    {
      key: 'shortPostalCodes',
      count: 2,
      names: [
        { name: '7870, TX', rows: 1 },
        { name: '7030, MA', rows: 1 },
      ],
    },
  ]);
});
