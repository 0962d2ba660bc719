import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ImportOptions } from '@aisle/contract/system/imports/import-fields';
import type { ImportCellValue, ImportRow } from '@aisle/contract/system/imports/import-rows';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import {
  checkUploaded,
  rowsOf,
  runImported,
  undoImported,
  uploadFile,
} from '../../../../test/import-builders.ts';
import { openShop } from '../../../../test/shop.ts';

/*
 * Files with the headings of other programs, each with the result that a careful person would expect. They are imported with
 * the suggested mapping unchanged.
 */
const folder = fileURLToPath(new URL('../../../../test/shop-files/', import.meta.url));
const programs = readdirSync(folder)
  .filter((name) => name.endsWith('.expected.csv'))
  .map((name) => name.replace('.expected.csv', ''));
/** These files have no category names, so the user chooses one category for all rows. */
const withoutCategories = new Set(['medusa', 'vendure', 'opencart', 'wix-2025']);

const shop = await openShop();
const manager = await shop.signIn({
  permissions: ['product_add', 'product_edit', 'product_delete', 'product_list', 'product_view'],
});
await shop.jobs.start();

const upload = async (program: string) => {
  const csv = readFileSync(path.join(folder, `${program}.csv`));
  const { data } = await uploadFile(manager, csv, `${program}.csv`);
  const options: ImportOptions = withoutCategories.has(program)
    ? { ...data.options, category: 'Groceries' }
    : data.options;
  return { data, options };
};

const money = new Set(['price', 'salePrice', 'costPrice']);
function textOf(field: string, value: ImportCellValue | undefined): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.join('; ');
  return typeof value === 'number' && money.has(field) ? (value / 100).toFixed(2) : String(value);
}
/** The cells of a row in the format of the expectations. */
function cellsOf({ changes }: ImportRow, fields: readonly string[]): Record<string, string> {
  const after = (field: string) => changes.find((change) => change.field === field)?.after;
  return Object.fromEntries(
    fields.map((field) => {
      if (field !== 'active') return [field, textOf(field, after(field))];
      return [field, after('status') === false || after('productStatus') === false ? 'no' : 'yes'];
    }),
  );
}

test.each(programs)('imports a file of %s with the suggested mapping', async (program) => {
  const expected = parse(readFileSync(path.join(folder, `${program}.expected.csv`)), {
    columns: true,
  }) as Record<string, string>[];
  const { data, options } = await upload(program);

  const checked = await checkUploaded(manager, data, { options });

  expect(checked.problemGroups).toEqual([]);
  const rows = await rowsOf(manager, checked, { kind: 'new' });
  expect(rows.map((row) => cellsOf(row, Object.keys(expected[0]!)))).toEqual(expected);

  const done = await runImported(manager, checked);
  expect(done.counts).toMatchObject({ new: expected.length, errors: 0 });

  const second = await upload(program);
  const again = await checkUploaded(manager, second.data, { options });
  expect(again.counts).toMatchObject({ new: 0, changed: 0, errors: 0 });

  expect((await undoImported(manager, done)).undone).toMatchObject({ kept: 0 });
});
