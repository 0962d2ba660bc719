import { type Import, importRoutes } from '@aisle/contract/system/imports/imports';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { idOf, pageOf, stored } from '../../../test/records.ts';
import { show } from '../../../test/render.tsx';
import { onlyBody, serve } from '../../../test/server.ts';
import { ImportView } from './import-view.tsx';
import { ImportChanges } from './result/import-changes.tsx';

const found = (about: Partial<Import> = {}): Import => ({
  _id: idOf(1),
  kind: 'products',
  fileName: 'preisliste.csv',
  bytes: 900,
  status: 'uploaded',
  counts: null,
  jobId: null,
  createdAt: stored.createdAt,
  createdBy: 'Ada Admin',
  delimiter: ';',
  columnFacts: { Retail: { style: 'comma', unclear: null, isGuarded: false } },
  sheet: null,
  sheets: [],
  headingRow: 2,
  top: [
    { row: 1, cells: ['Autumn list'] },
    { row: 2, cells: ['No', 'Item', 'Aisle', 'Retail', ''] },
    { row: 3, cells: ['NW-1', 'Apples', 'Fruit', '6,66 €', ''] },
  ],
  columns: ['No', 'Item', 'Aisle', 'Retail', 'Column 5'],
  fields: {
    name: { label: 'Name', required: true },
    sku: { label: 'SKU' },
    category: { label: 'Category', required: true },
    price: { label: 'Price', required: true, shown: 'money' },
  },
  keys: ['sku'],
  adds: true,
  takesPictures: true,
  archive: null,
  sample: [['NW-1', 'Apples', 'Fruit', '6,66 €', '']],
  mapping: { sku: 'No', name: 'Item', category: 'Aisle' },
  options: {},
  problemGroups: [],
  extras: [],
  errors: [],
  errorFileUrl: null,
  problem: null,
  brokenAt: null,
  notes: [],
  remembered: null,
  likelierKind: null,
  undone: null,
  ...about,
});
const open = async (about: Partial<Import> = {}) => {
  serve(importRoutes.get, found(about));
  serve(importRoutes.rows, pageOf());
  return show(<ImportView id={idOf(1)} parts={{ nextSteps: {} }} />, {
    at: '/imports',
    permissions: ['product_add', 'product_edit'],
  });
};

test("sends only the user's choices", async () => {
  const checks = serve(importRoutes.dryRun, found({ status: 'checking' }));
  const { user } = await open();
  expect(await screen.findByText(/Rows without a match will be errors/)).toBeTruthy();

  await user.select('Meaning of Retail', 'Price *');
  expect(screen.queryByText(/Rows without a match will be errors/)).toBeNull();
  expect(screen.queryByText('Column 5')).toBeNull();
  await user.press('Check all rows');

  expect(await onlyBody(checks)).toEqual({
    mapping: { sku: 'No', name: 'Item', category: 'Aisle', price: 'Retail' },
    options: { priceUnit: 'dollars' },
  });
});

test('offers section names as categories if no column has them', async () => {
  const checks = serve(importRoutes.dryRun, found({ status: 'checking' }));
  const { user } = await open({ mapping: { sku: 'No', name: 'Item', price: 'Retail' } });
  expect(await screen.findByText(/or use section names as categories/)).toBeTruthy();

  await user.click(screen.getByRole('switch', { name: /^Use section names as categories/ }));
  expect(screen.queryByText(/Rows without a match will be errors/)).toBeNull();
  await user.press('Check all rows');

  expect(await onlyBody(checks)).toEqual({
    mapping: { sku: 'No', name: 'Item', price: 'Retail' },
    options: { priceUnit: 'dollars', rowsBetween: 'categories' },
  });
});

test('requires a number format if the file is ambiguous', async () => {
  const checks = serve(importRoutes.dryRun, found({ status: 'checking' }));
  const { user } = await open({
    delimiter: ',',
    mapping: { sku: 'No', name: 'Item', category: 'Aisle', price: 'Retail' },
    columnFacts: { Retail: { style: null, unclear: '12,500', isGuarded: false } },
  });
  expect(await screen.findByText('“12,500” can be 12.5 or 12,500. Choose one.')).toBeTruthy();
  expect(screen.getByText('Choose how numbers are written in “Retail”.')).toBeTruthy();
  expect(screen.queryByText(/isn't a valid price/)).toBeNull();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Check all rows' }).disabled).toBe(true);

  await user.click(screen.getByText('1.234,50'));
  await user.press('Check all rows');

  expect(await onlyBody(checks)).toMatchObject({ options: { decimals: 'comma' } });
});

test('reads the file again with another delimiter', async () => {
  const chosen = serve(importRoutes.chooseDelimiter, found({ delimiter: '\t' }));
  const { user } = await open();

  await user.select('Cells are separated by', 'Tab');

  await waitFor(() => expect(chosen.map(({ body }) => body)).toEqual([{ delimiter: '\t' }]));
});

test('offers no delimiter for a workbook', async () => {
  await open({ sheet: 'Goods', sheets: ['Goods'] });
  expect(await screen.findByText('Match columns')).toBeTruthy();
  expect(screen.queryByRole('combobox', { name: 'Cells are separated by' })).toBeNull();
});

test('selects another heading row', async () => {
  const chosen = serve(importRoutes.chooseHeading, found({ headingRow: 1 }));
  const { user } = await open();

  await user.select('Header row', '1: Autumn list');

  await waitFor(() => expect(chosen.map(({ body }) => body)).toEqual([{ row: 1 }]));
});

test('fixes equal problems together, and replaces new categories with existing ones', async () => {
  const checks = serve(importRoutes.dryRun, found({ status: 'checking' }));
  serve(importRoutes.values, ['Snacks & Candy']);
  const { user } = await open({
    status: 'checked',
    mapping: { name: 'Item', category: 'Aisle', price: 'Retail' },
    options: { decimals: 'point' },
    counts: { rows: 3, new: 1, changed: 0, same: 0, errors: 2 },
    problemGroups: [
      {
        field: 'price',
        column: 'Retail',
        message: 'Enter a price',
        cause: null,
        rows: 2,
        examples: ['1.299 €'],
      },
    ],
    extras: [{ key: 'categories', count: 1, names: [{ name: 'Snacks', rows: 1 }] }],
  });
  expect(await screen.findByText('Retail: Enter a price')).toBeTruthy();
  expect(screen.getByText('2 rows, such as “1.299 €”')).toBeTruthy();

  await user.select('Use instead of Snacks', 'Snacks & Candy');
  await user.press('Replace 1 category and check again');
  await waitFor(() => expect(checks).toHaveLength(1));
  await user.press('Read numbers as 1.234,50');
  await waitFor(() => expect(checks).toHaveLength(2));

  expect(checks.map(({ body }) => (body as { options: object }).options)).toEqual([
    { decimals: 'point', values: { category: { snacks: 'Snacks & Candy' } } },
    { decimals: 'comma' },
  ]);
});

const newCategories = {
  key: 'categories' as const,
  count: 3,
  names: [
    { name: 'energy granola bars', rows: 4 },
    { name: 'granola', rows: 2 },
    { name: 'Tea', rows: 1 },
  ],
};

test('replaces several new categories at once', async () => {
  const checks = serve(importRoutes.dryRun, found({ status: 'checking' }));
  serve(importRoutes.values, ['Snacks & Candy']);
  const { user } = await open({ status: 'checked', extras: [newCategories] });

  await user.click(await screen.findByRole('checkbox', { name: /^energy granola bars/ }));
  await user.click(screen.getByRole('checkbox', { name: /^granola/ }));
  await user.select('Use instead of the 2 selected categories', 'Snacks & Candy');
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Use instead of granola' }).value).toBe(
    'Snacks & Candy',
  );
  await user.press('Replace 2 categories and check again');

  expect(await onlyBody(checks)).toMatchObject({
    options: { values: { category: { 'energy granola bars': 'Snacks & Candy', granola: 'Snacks & Candy' } } },
  });
});

test('offers title case for new categories, and the names of the file again', async () => {
  const checks = serve(importRoutes.dryRun, found({ status: 'checking' }));
  const first = await open({ status: 'checked', extras: [newCategories] });
  await first.user.press('Use title case: Energy Granola Bars');
  await waitFor(() => expect(checks).toHaveLength(1));
  first.unmount();

  const titled = { ...newCategories, names: [{ name: 'Energy Granola Bars', rows: 4 }] };
  const second = await open({ status: 'checked', options: { titleCase: true }, extras: [titled] });
  await second.user.press('Write names as in the file');
  await waitFor(() => expect(checks).toHaveLength(2));

  expect(checks.map(({ body }) => (body as { options: object }).options)).toEqual([
    { titleCase: true },
    { titleCase: false },
  ]);
});

test('matches unknown taxes from the problem that they cause', async () => {
  const checks = serve(importRoutes.dryRun, found({ status: 'checking' }));
  serve(importRoutes.values, ['Food', 'Standard']);
  const mapping = { name: 'Item', taxes: 'MwSt' };
  const { user } = await open({
    status: 'checked',
    mapping,
    counts: { rows: 2, new: 0, changed: 0, same: 0, errors: 2 },
    problemGroups: [
      {
        field: 'taxes',
        column: 'MwSt',
        message: 'No tax has this name',
        cause: null,
        rows: 2,
        examples: ['7 %'],
      },
    ],
    extras: [{ key: 'unknownTaxes', count: 1, names: [{ name: '7 %', rows: 2 }] }],
  });

  await user.press('Choose taxes…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Unknown taxes' }));
  const choice = dialog.getByRole('combobox', { name: 'Use instead of 7 %' });
  expect(choice.getAttribute('placeholder')).toBe('Choose a tax');
  await user.click(choice);
  await user.click(await screen.findByRole('option', { name: 'Food' }));
  await user.click(dialog.getByRole('button', { name: 'Check again' }));

  expect(await onlyBody(checks)).toEqual({ mapping, options: { values: { taxes: { '7 %': 'Food' } } } });
});

test('lists rows left out, and reads them on request', async () => {
  const checks = serve(importRoutes.dryRun, found({ status: 'checking' }));
  const { user } = await open({
    status: 'checked',
    mapping: { name: 'Item' },
    counts: { rows: 1, new: 1, changed: 0, same: 0, errors: 0 },
    extras: [{ key: 'leftOut', count: 1, names: [{ name: 'Row 2: DAIRY', rows: 0 }] }],
  });

  await user.press('Rows left out: 1');
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('Row 2: DAIRY')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Read them as rows' }));

  expect(await onlyBody(checks)).toEqual({ mapping: { name: 'Item' }, options: { rowsBetween: 'read' } });
});

test('asks for one location of all rows of a stock file', async () => {
  const stock: Partial<Import> = {
    kind: 'stock',
    adds: false,
    columns: ['SKU', 'Counted'],
    fields: {
      sku: { label: 'SKU' },
      location: { label: 'Location', needed: true },
      onHand: { label: 'On hand', needed: true, shown: 'quantity' },
    },
    mapping: { sku: 'SKU', onHand: 'Counted' },
    sample: [['MILK', '7']],
  };
  await open(stock);
  expect(await screen.findByLabelText('Location')).toBeTruthy();
  expect(screen.getByText('Choose a column for location.')).toBeTruthy();
  expect(screen.queryByText('Prices are in')).toBeNull();
  expect(screen.queryByLabelText(/Add new/)).toBeNull();
});

test('shows the difference of a changed stock level', async () => {
  const { fields } = found({
    fields: { onHand: { label: 'On hand', shown: 'quantity' } },
  });
  await show(
    <ImportChanges changes={[{ field: 'onHand', before: 12, after: 9.5 }]} fields={fields} isNew={false} />,
  );

  expect(screen.getByText('(−2.5)', { exact: false })).toBeTruthy();
});

test('shows failed picture downloads after the import, without a fix', async () => {
  await open({
    status: 'imported',
    counts: { rows: 1, new: 1, changed: 0, same: 0, errors: 0 },
    problemGroups: [
      {
        field: 'sku',
        column: 'Image Src',
        message: 'Answered 404',
        cause: null,
        rows: 1,
        examples: ['https://shop.example/a.png'],
      },
    ],
  });

  expect(await screen.findByText('Image Src: Answered 404')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Leave out/ })).toBeNull();
});

test('checks the rows again after a ZIP is added', async () => {
  const mapping = { sku: 'No', name: 'Item', pictures: 'Retail' };
  const uploads = serve(importRoutes.addPictures, found());
  const checks = serve(importRoutes.dryRun, found({ status: 'checking' }));
  const counts = { rows: 1, new: 0, changed: 0, same: 0, errors: 1 };
  const extras = [{ key: 'unusedPictures' as const, count: 2, names: [{ name: 'spare.jpg', rows: 0 }] }];
  const archive = { name: 'old.zip', pictures: 4 };
  const { user } = await open({ status: 'checked', counts, mapping, extras, archive });
  expect(await screen.findByText('old.zip · 4 pictures')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Unused pictures: 2' })).toBeTruthy();

  const button = screen.getByRole('button', { name: 'Replace ZIP' });
  await user.upload(
    button.parentElement!.querySelector<HTMLInputElement>('input[type="file"]')!,
    new File(['PK'], 'new.zip'),
  );

  await waitFor(() => expect(checks).toHaveLength(1));
  expect(uploads[0]!.files).toEqual({ pictures: ['new.zip'] });
  expect(checks[0]!.body).toEqual({ mapping, options: {} });
});

test('assigns one category to rows of a file without categories', async () => {
  const checks = serve(importRoutes.dryRun, found({ status: 'checking' }));
  serve(importRoutes.values, ['Fruit > Dried']);
  const { user } = await open({ mapping: { sku: 'No', name: 'Item', price: 'Retail' } });

  await user.type(await screen.findByRole('combobox', { name: /Category for rows without one/ }), 'Fruit');
  expect(screen.queryByText(/Rows without a match will be errors/)).toBeNull();
  await user.click(await screen.findByRole('option', { name: 'Fruit > Dried' }));
  await user.press('Check all rows');

  expect(await onlyBody(checks)).toMatchObject({ options: { category: 'Fruit > Dried' } });
});

test('checks rows again with a category for those without one', async () => {
  const checks = serve(importRoutes.dryRun, found({ status: 'checking' }));
  serve(importRoutes.values, []);
  const problem = {
    field: 'category',
    column: 'Aisle',
    message: 'Category is required',
    cause: 'uncategorized' as const,
    rows: 2,
    examples: ['Dates'],
  };
  const { user } = await open({
    status: 'checked',
    counts: { rows: 3, new: 1, changed: 0, same: 0, errors: 2 },
    problemGroups: [problem],
  });

  await user.press('Choose a category…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Choose a category' }));
  await user.type(dialog.getByRole('combobox'), 'Fruit > New{Enter}');

  expect(await onlyBody(checks)).toMatchObject({ options: { category: 'Fruit > New' } });
});

test('names the likely kind of the file, without a link if the user cannot import it', async () => {
  await open({ likelierKind: 'vendors' });

  expect(await screen.findByText('This file looks like a list of vendors.')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Upload it as vendors' })).toBeNull();
});
