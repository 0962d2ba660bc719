import { expect, test } from 'vitest';
import { checkFile, rowsOf } from '../../../../test/import-builders.ts';
import { longestTurn } from '../../../../test/longest-turn.ts';
import { openShop } from '../../../../test/shop.ts';

const shop = await openShop();
const manager = await shop.signIn({ permissions: ['product_add'] });
await shop.jobs.start();
// The first file also loads the modules that read files.
await checkFile(manager, 'sku,name,category,price\nA0,Zero,x,1\n');

/** Maximum time that a request waits, in milliseconds. */
const maxTurn = 100;
const long = 900_000;

test.each([
  ['spaces in pictures', 'pictures', `a${' '.repeat(long)}b`],
  ['commas in pictures', 'pictures', `https://a.example/1.jpg${','.repeat(long)}`],
  ['brackets in a description', 'description', '<a'.repeat(long / 2)],
  ['spaces in a size', 'size', `1${' '.repeat(long)}x`],
  ['dashes in a category', 'category', `a${'-'.repeat(long)}b`],
  ['separators in tags', 'tags', ' , '.repeat(long / 3)],
  ['digits in a price', 'price', `1${'0'.repeat(long)}x`],
  ['zeros in a price', 'price', `1.00${'0'.repeat(long)}1`],
  ['colons in specifications', 'specifications', 'a:'.repeat(long / 2)],
])('checks a cell of %s while requests go on', async (_, column, cell) => {
  const columns = [...new Set(['sku', 'name', 'category', 'price', column])];
  const values: Record<string, string> = {
    sku: 'A1',
    name: 'One',
    category: 'x',
    price: '1',
    [column]: cell,
  };
  const csv = `${columns.join(',')}\n${columns.map((name) => `"${values[name]}"`).join(',')}\nA2,Two,x,1\n`;

  expect(await longestTurn(() => checkFile(manager, csv), maxTurn)).toBeLessThan(maxTurn);
});

test('checks a section of many dashes while requests go on', async () => {
  const csv = `sku,name,price\n,a${'-'.repeat(long)}b,\nA1,One,1\n`;

  const turn = await longestTurn(
    () => checkFile(manager, csv, { options: { rowsBetween: 'categories' } }),
    maxTurn,
  );

  expect(turn).toBeLessThan(maxTurn);
});

test('checks a table of many rows while requests go on', { timeout: 120_000 }, async () => {
  const rows = Array.from(
    { length: 8000 },
    (_, at) => `M-${at},"Milk ${at} ${'x'.repeat(80)}",Dairy,${at}.49,"${'text '.repeat(100)}","a; b; c"`,
  );

  const turn = await longestTurn(
    () => checkFile(manager, `sku,name,category,price,description,tags\n${rows.join('\n')}\n`),
    maxTurn,
  );

  expect(turn).toBeLessThan(maxTurn);
});

test('rejects a description whose HTML is cut off', async () => {
  const csv = `sku,name,category,price,description\nA1,One,x,1,"<p ${'data '.repeat(30_000)}>Text</p>"\n`;

  const checked = await checkFile(manager, csv);

  const [row] = await rowsOf(manager, checked, { kind: 'error' });
  expect(row!.problems).toMatchObject([{ column: 'description', message: expect.stringMatching(/at most/) }]);
});
