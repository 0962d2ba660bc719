import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { checkFile, rowsOf, uploadFile } from '../../../../test/import-builders.ts';
import { openShop } from '../../../../test/shop.ts';

const shop = await openShop();
const manager = await shop.signIn({ permissions: ['product_add'] });
await shop.jobs.start();

const text = 'sku,name,category,price\nA1,Crème brûlée – 6 €,Café,1.95\n';
const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16();
const utf16 = Buffer.from(text, 'utf16le');
const windows = Buffer.from(
  [...text].map((letter) => ({ '–': 0x96, '€': 0x80 })[letter] ?? letter.charCodeAt(0)),
);

test.each([
  ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${text}`), []],
  ['little-endian UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]), ['UTF-16']],
  ['big-endian UTF-16', Buffer.concat([Buffer.from([0xfe, 0xff]), swapped(utf16)]), ['UTF-16']],
  ['UTF-16 without a byte order mark', utf16, ['UTF-16']],
  ['Windows-1252', windows, ['Windows-1252']],
])('reads %s correctly and notes it', async (_, bytes, notes) => {
  const { data } = await uploadFile(manager, bytes);

  expect(data.columns).toEqual(['sku', 'name', 'category', 'price']);
  expect(data.sample[0]!.slice(0, 3)).toEqual(['A1', 'Crème brûlée – 6 €', 'Café']);
  expect(data.notes).toEqual(notes.map((note) => expect.stringContaining(note)));
  const [row] = await rowsOf(manager, await checkFile(manager, bytes));
  expect(row).toMatchObject({ kind: 'new', name: 'Crème brûlée – 6 €' });
});

test.each([
  ['compressed', gzipSync(text), 'compressed'],
  ['a PDF', Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj'), 'PDF'],
  [
    'a program',
    Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 7) % 32)),
    "This isn't a text file",
  ],
  ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3]), 'an older Excel format'],
  ['only white space', Buffer.from(' \n\n \n'), 'The file is empty'],
])('rejects a file (%s) and says what to do', async (_, bytes, reason) => {
  const refused = await uploadFile(manager, bytes);

  expect([refused.status, refused.code]).toEqual([400, 'imports.unreadable']);
  expect(refused.message).toContain(reason);
});

test.each([';', '\t', '|'])('accepts the delimiter %j and prices with a comma', async (delimiter) => {
  const csv = [
    ['sku', 'name', 'category', 'price'],
    ['A1', 'Rolls, 6', 'bakery', '"1,95"'],
  ]
    .map((cells) => cells.join(delimiter))
    .join('\r\n');

  const [row] = await rowsOf(manager, await checkFile(manager, csv));

  expect(row).toMatchObject({ name: 'Rolls, 6' });
  expect(row!.changes).toContainEqual({ field: 'price', before: null, after: 195 });
});

test('reports a cell of a million letters as an error of its row', async () => {
  const csv = `sku,name,category,price\nA1,"${'x'.repeat(900_000)}",x,1\nA2,Good,x,1\n`;

  const checked = await checkFile(manager, csv);

  expect(checked.counts).toMatchObject({ new: 1, errors: 1 });
  const [row] = await rowsOf(manager, checked, { kind: 'error' });
  expect(row!.problems[0]).toMatchObject({ column: 'name', message: 'Name must be at most 200 characters' });
  expect(row!.problems[0]!.value).toHaveLength(200);
  expect(JSON.stringify(checked).length).toBeLessThan(10_000);
});

test('reports rows with too many or too few cells and imports the others', async () => {
  const checked = await checkFile(manager, 'sku,name,category,price\nA1,A,x,1,more\nA2,B\n\nA3,C,x,1\n');

  expect(checked.counts).toMatchObject({ new: 1, errors: 2 });
  expect(checked.errors[0]!.message).toBe('Has 5 columns, the heading has 4');
});

test.each(['../../etc/passwd', 'a\u0000b.csv', '', '☃'.repeat(400), 'con.csv;rm -rf'])(
  'stores %j as a plain file name',
  async (name) => {
    const { status, data } = await uploadFile(manager, text, name);

    expect(status).toBe(200);
    expect(data.fileName).not.toMatch(/[\\/\u0000]/);
    expect(data.fileName.length).toBeGreaterThan(0);
  },
);
