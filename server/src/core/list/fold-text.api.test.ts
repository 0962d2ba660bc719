import { foldText, nameWords } from '@aisle/contract/core/fold-text';
import { expect, test } from 'vitest';
import { openShop } from '../../../test/shop.ts';

const shop = await openShop();

/** All letters, marks and symbols of the scripts that names use. */
const ranges: [number, number][] = [
  [0x20, 0x5ff],
  [0x600, 0x17ff],
  [0x1e00, 0x22ff],
  [0x3000, 0x33ff],
  [0x4e00, 0x4fff],
  [0xac00, 0xadff],
  [0xf900, 0xffdf],
];
const letters = ranges.flatMap(([first, last]) =>
  Array.from({ length: last - first }, (_, index) => String.fromCodePoint(first + index)),
);

test('folds every letter in the database as on the server', async () => {
  const texts = [...letters, ...letters.map((letter) => `a${letter}B c`)];
  const rows = await shop.sql`SELECT text, fold_text(text) AS folded FROM unnest(${texts}::text[]) AS text`;

  expect(rows.filter(({ text, folded }) => folded !== foldText(text))).toEqual([]);
});

test('builds indexes on folded text without a search path, as a restore does', async () => {
  const client = await shop.db.owner.connect();
  try {
    await client.query(`BEGIN; SET LOCAL search_path = ''; REINDEX INDEX public.products_search`);
    const { rows } = await client.query("SELECT public.fold_text('Crème O’Reilly') AS folded");
    expect(rows).toEqual([{ folded: 'creme oreilly' }]);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});

test('splits names in the database as on the server', async () => {
  const names = ['José Muñoz-García', 'O’Reilly, Conor', 'St. John (Jack) Smith/Jones', ' a\tb ', '', '-'];
  const rows = await shop.sql`SELECT name, name_parts(name) AS parts FROM unnest(${names}::text[]) AS name`;

  expect(rows.map(({ parts }) => parts)).toEqual(names.map(nameWords));
});
