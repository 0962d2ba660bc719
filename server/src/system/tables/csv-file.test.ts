import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { type CsvRow, readRows, readShape, writingOf } from './csv-file.ts';
import { asCsv } from './table-file.ts';
import { textOf } from './text-encoding.ts';

let count = 0;
const folder = await mkdtemp(path.join(tmpdir(), 'aisle-csv-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function stored(bytes: string | Buffer): Promise<string> {
  count += 1;
  const file = path.join(folder, String(count));
  await writeFile(file, bytes);
  return (await asCsv(file)).path;
}
async function rowsOf(bytes: string | Buffer): Promise<CsvRow[]> {
  const file = await stored(bytes);
  const { encoding, delimiter } = await writingOf(file);
  return allOf(readRows(textOf(file, encoding), delimiter));
}
async function allOf(rows: AsyncIterable<CsvRow>): Promise<CsvRow[]> {
  const all: CsvRow[] = [];
  for await (const row of rows) all.push(row);
  return all;
}
const cellsOf = async (bytes: string | Buffer) => (await rowsOf(bytes)).map(({ cells }) => cells);
const utf16 = (text: string, order: 'le' | 'be') => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return order === 'le' ? bytes : bytes.swap16();
};

const goods = [
  ['Name', 'SKU', 'Price'],
  ['Crème brûlée, 2 × 100 g', 'A1', '2,49'],
  ['Eggs "large"\n12 pieces', 'A2', '1.299,00'],
];
const withEnds = (rows: readonly (readonly string[])[], delimiter: string, end: string) =>
  stringify(rows as string[][], { delimiter, record_delimiter: end });

test.each([
  ['Excel in English', withEnds(goods, ',', '\r\n')],
  ['Excel in German or French', withEnds(goods, ';', '\r\n')],
  ['Excel, CSV UTF-8', `\ufeff${withEnds(goods, ';', '\r\n')}`],
  ['Excel, Unicode text', utf16(withEnds(goods, '\t', '\r\n'), 'le')],
  ['a program with big-endian UTF-16', utf16(withEnds(goods, ',', '\n'), 'be')],
  ['Excel on an older Mac', withEnds(goods, ';', '\r')],
  ['Excel in Windows-1252', Buffer.from(withEnds(goods, ';', '\r\n'), 'latin1')],
  ['Excel on an older Mac in Windows-1252', Buffer.from(withEnds(goods, ';', '\r'), 'latin1')],
  ['LibreOffice', withEnds(goods, ',', '\n')],
  ['LibreOffice with all text in quotes', stringify(goods, { quoted: true })],
  ['Numbers and Google Sheets', withEnds(goods, ',', '\r\n').trimEnd()],
  ['a database', withEnds(goods, '|', '\n')],
  ['a program that converts line ends twice', withEnds(goods, ',', '\r\r\n')],
  ['a program that names the delimiter', `sep=;\r\n${withEnds(goods, ';', '\r\n')}`],
  ['a program with a rare delimiter', `sep=^\r\n${withEnds(goods, '^', '\r\n')}`],
])('reads a table as %s writes it', async (_, bytes) => {
  expect(await cellsOf(bytes)).toEqual(goods);
});

test.each([
  ['CRLF, then LF', 'Name,SKU\r\nMilk,A1\nEggs,A2\n'],
  ['LF, then CRLF', 'Name,SKU\nMilk,A1\r\nEggs,A2\r\n'],
  ['CR, then LF', 'Name,SKU\rMilk,A1\nEggs,A2'],
  ['one LF between CRs', 'Name,SKU\rMilk,A1\nEggs,A2\r'],
])('ends rows at mixed line ends: %s', async (_, text) => {
  expect(await cellsOf(text)).toEqual([
    ['Name', 'SKU'],
    ['Milk', 'A1'],
    ['Eggs', 'A2'],
  ]);
});

test('keeps line ends within quotes', async () => {
  const rows = await cellsOf('Name,SKU\r\n"Milk\r\nlow fat\nfresh\rcold",A1\nEggs,A2\r\n');
  expect(rows[1]![0]).toBe('Milk\r\nlow fat\nfresh\rcold');
});

test('counts rows like a spreadsheet', async () => {
  const rows = await rowsOf('sep=,\r\nName,SKU\r\n\r\n,\r\n"Milk\nfresh",A1\r\n');
  expect(rows.map(({ number }) => number)).toEqual([1, 4]);
});

test('reads rows of different lengths, spaces around quotes and formulas that keep zeros', async () => {
  expect(await cellsOf('Name, SKU ,Tag,\nMilk , "A, 1"\nEggs,"=""00723""",x,,\n')).toEqual([
    ['Name', 'SKU', 'Tag', ''],
    ['Milk', 'A, 1'],
    ['Eggs', '00723', 'x', '', ''],
  ]);
});

const delimiterOf = async (...lines: string[]) => (await writingOf(await stored(lines.join('\n')))).delimiter;

test.each([
  [
    ';',
    ['Name;SKU;Kategorie;Preis', 'Joghurt, natur, 3,5 %, 500 g;S1;Kat;1,29', 'Käse, jung, 48 %;S2;Kat;2,49'],
  ],
  [';', ['Name;Telefon', 'Meier, Sohn, Co;5125550100', 'Kunz, Frau, Dr.;5125550101']],
  [';', ['Artikel, alle;Preis, brutto (EUR)', 'Milch;1,29', 'Brot;2,49', 'Eier;3,10']],
  [';', ['Shop, Austin, Texas', '', 'SKU;Name;Preis', 'A1;Milch;1,29', 'A2;Brot;2,49']],
  [';', ['4006381333931;12,5;1,99', '4006381333948;7,25;2,49']],
  [';', ['Name;SKU;;', 'Milch, frisch;A1;;', 'Brot;A2;;']],
  [',', ['Name,Tags,Price', 'Milk,fresh;cold;white,1.99', 'Bread,fresh;dark;rye,2.99']],
  [',', ['Name,Description,Price', 'Milk,"a | b; c",1.99', 'Bread,"a | b; c",2.99']],
  [',', ['Name,Assets,Price,Options', 'Milk,a|b,1.99,S|Red', 'Bread,c|d,2.99,L|Blue', 'Eggs,e|f,3.99,M|Red']],
  [',', ['Name,Price,Tags', ...Array.from({ length: 9 }, (_, at) => `"Milk, ${at}",1.99,"a; b; c"`)]],
  [',', ['Name,Phone', 'Milk', 'Bread']],
  [',', ['SKU,Name,Price,Note', 'A1,Milk, fresh,1.99', 'A2,Bread, dark, rye,2.99']],
  ['\t', ['Name\tPrice, net', 'Milk, fresh\t1,29', 'Bread, dark\t2,49']],
  ['|', ['Name|SKU', 'Milk, 1 l|A1', 'Eggs; 12|A2']],
])('finds %j where the headings and rows have the same columns', async (delimiter, lines) => {
  expect(await delimiterOf(...lines)).toBe(delimiter);
});

test('finds the delimiter of a file whose beginning ends within quotes', async () => {
  expect(await delimiterOf('SKU,Name,Price', `A1,"${'x'.repeat(200_000)}",1`, 'A2,Good,1')).toBe(',');
});

test('keeps a list of one column whole', async () => {
  const list = ['Name', 'Doe, Jane', 'Public, John'];

  expect(await cellsOf(list.join('\n'))).toEqual(list.map((line) => [line]));
});

test('reads with the delimiter that the user chose', async () => {
  const file = await stored('A;B,C\n1;2,3\n');
  expect((await readShape(file, { delimiter: ';' })).columns).toEqual(['A', 'B,C']);
  expect((await readShape(file, { delimiter: ',' })).columns).toEqual(['A;B', 'C']);
});

test.each([['2026-11-27'], ['27.11.2026'], ['11/27/2026 08:00'], ['27. November 2026'], ['Nov 27, 2026']])(
  'finds the headings below the date %s',
  async (date) => {
    const shape = await readShape(await stored(`Stand:,"${date}"\nSKU,Price\nA1,1.99\nA2,2.49\n`));
    expect(shape).toMatchObject({ columns: ['SKU', 'Price'], headingRow: 2 });
  },
);

test.each([
  ['a row below groups of columns', 'Item,,Price,,Stock\nSKU,Name,Net,Gross,Shelf\n', 2],
  ['a row below a title and groups', 'Farm shop,,,,\nItem,,Price,,Stock\nSKU,Name,Net,Gross,Shelf\n', 3],
  ['one row of headings', 'SKU,Name,Net,Gross,Shelf\n', 1],
])('finds the headings in %s', async (_, headings, headingRow) => {
  const rows = 'A1,Milk,1.99,2.09,12\nA2,Eggs,2.49,2.59,14\nA3,Bread,3.10,3.30,9\n';
  const shape = await readShape(await stored(headings + rows));
  expect(shape).toMatchObject({ columns: ['SKU', 'Name', 'Net', 'Gross', 'Shelf'], headingRow });
});

test('keeps a heading above rows without numbers', async () => {
  const shape = await readShape(await stored('Name,Aisle\nMilk,Dairy,cold\nEggs,Dairy,cold\nBread,Bakery\n'));
  expect(shape).toMatchObject({ headingRow: 1 });
});

const page = (rows: string) =>
  `<html><head><style>td{}</style></head><body><table><tr><td>Menu</td></tr></table><table>${rows}</table></body></html>`;
test('reads the largest table of a web page', async () => {
  const rows = page(
    '<tr><th>SKU</th><th>Name<br>of item</th><th>Price</th></tr>' +
      '<tr><td rowspan=2>A1</td><td>Milk &amp; cream, <b>fresh</b></td><td>1,29&nbsp;€</td></tr>' +
      '<tr><td colspan="2">Eggs</td></tr><tr><td>A3<td>Bread<td>2,49',
  );
  const expected = [
    ['SKU', 'Name of item', 'Price'],
    ['A1', 'Milk & cream, fresh', '1,29 €'],
    ['A1', 'Eggs', ''],
    ['A3', 'Bread', '2,49'],
  ];
  expect(await cellsOf(rows)).toEqual(expected);
  expect(await cellsOf(utf16(rows, 'le'))).toEqual(expected);
});

test.each([
  ['{"products":[{"sku":"A1"}]}', 'This is a JSON file'],
  ['\ufeff[\n {"sku":"A1","name":"Milk"}]', 'This is a JSON file'],
  ['<?xml version="1.0"?>\n<rss><channel><item><g:id>1</g:id></item></channel></rss>', 'This is an XML file'],
  ['<products><product sku="A1">Milk</product></products>', 'This is an XML file'],
  [
    '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"><Table/></Workbook>',
    'This is an older Excel format (XML)',
  ],
  ['<html><body><p>Sign in</p></body></html>', 'This is a web page (HTML) without a table'],
  ['MIME-Version: 1.0\nContent-Type: multipart/related', 'This is a web archive'],
  ['{\\rtf1\\ansi SKU}', 'This is a text document (RTF)'],
])('names the format of %j', async (text, reason) => {
  await expect(stored(text)).rejects.toThrow(reason);
});

const cell = fc
  .oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom('', '1,5', '1.5', 'a;b', 'say "hi"', 'x\ty', 'p|q'),
    fc.constantFrom('Äpfel', 'two\nlines', 'two\r\nlines', '李明'),
  )
  // The reader trims cells, and these forms have a special meaning.
  .map((text) => text.replace(/\p{C}(?<![\n\r\t])/gu, '').trim())
  .filter((text) => !text.startsWith('="') && !/^sep=.$/i.test(text));
const width = 3;
const table = fc.array(fc.array(cell, { minLength: width, maxLength: width }), {
  minLength: 1,
  maxLength: 8,
});

test('reads back any table with any delimiter and line end', async () => {
  await fc.assert(
    fc.asyncProperty(
      table,
      fc.constantFrom(',', ';', '\t', '|'),
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.boolean(),
      async (rows, delimiter, end, isQuoted) => {
        const text = stringify(rows, {
          delimiter,
          record_delimiter: end,
          quoted: isQuoted,
          quoted_match: /[\r\n]/,
        });
        const file = path.join(folder, 'any');
        await writeFile(file, text);
        const read = await allOf(readRows(textOf(file, 'utf-8'), delimiter));
        const filled = rows.filter((cells) => cells.some((one) => one !== ''));
        expect(read.map(({ cells }) => cells.map((one) => one.trim()))).toEqual(filled);
      },
    ),
    { numRuns: 150 },
  );
});
