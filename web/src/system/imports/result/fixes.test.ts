import type { ImportOptions } from '@aisle/contract/system/imports/import-fields';
import type { ImportProblemGroup } from '@aisle/contract/system/imports/import-rows';
import { expect, test } from 'vitest';
import { fixesOf } from './fixes.ts';

const found = (options: ImportOptions = {}) => ({
  fields: {
    sku: { label: 'SKU' },
    name: { label: 'Name', required: true },
    price: { label: 'Price', required: true, shown: 'money' as const },
    unitSize: { label: 'Size', shown: 'number' as const },
  },
  keys: ['sku', 'barcode'],
  adds: true,
  mapping: { sku: 'No', name: 'Item', price: 'Money', unitSize: 'Content' },
  options,
});
const group = (about: Partial<ImportProblemGroup>): ImportProblemGroup => ({
  field: null,
  column: null,
  message: 'Wrong',
  cause: null,
  rows: 3,
  examples: [],
  ...about,
});
const labels = (options: ImportOptions, about: Partial<ImportProblemGroup>) =>
  fixesOf(found(options), group(about)).map(({ label }) => label);

test('offers the other number format if all examples are valid in it', () => {
  const about = { field: 'price', column: 'Money', examples: ['1.299 €', '12.500'] };

  const [fix] = fixesOf(found({ decimals: 'point', emptyCells: 'clear' }), group(about));

  expect(fix).toMatchObject({
    label: 'Read numbers as 1.234,50',
    mapping: found().mapping,
    options: { decimals: 'comma', emptyCells: 'clear' },
  });
  expect(labels({ decimals: 'point' }, { ...about, examples: ['1.299', 'free'] })).toEqual([]);
});

test('offers both readings of a number that can be two', () => {
  const about = {
    field: 'unitSize',
    column: 'Content',
    cause: 'unclearNumber',
    examples: ['12,500'],
  } as const;

  expect(labels({}, { ...about, examples: ['12,500'] }).slice(0, 2)).toEqual([
    'Read “12,500” as 12,500',
    'Read “12,500” as 12.5',
  ]);
});

test('offers dollars for prices with decimals in a column of cents', () => {
  expect(labels({ priceUnit: 'cents' }, { field: 'price', examples: ['1.95'] })).toEqual([
    'Read prices as dollars',
  ]);
});

test('offers to add rows without a match, unless columns are missing', () => {
  expect(labels({ addNew: false }, { cause: 'unmatched' })).toEqual(['Add them as new']);
  expect(labels({}, { cause: 'unmatched' })).toEqual([]);
});

test('offers to update matching rows if updates are turned off', () => {
  expect(labels({ updateExisting: false }, { cause: 'matched' })).toEqual(['Update them']);
  expect(labels({}, { cause: 'matched' })).toEqual([]);
});

test('offers to leave out pictures missing from the ZIP', () => {
  const about = group({ field: 'pictures', column: 'Image', cause: 'missingPicture' });
  const [fix] = fixesOf(found(), about);

  expect(fix).toMatchObject({
    label: 'Leave out missing pictures',
    options: { missingPictures: 'leaveOut' },
  });
});

test('offers to leave out a column unless rows require it', () => {
  const [without, fix] = fixesOf(
    found(),
    group({ field: 'unitSize', column: 'Content', examples: ['a box'] }),
  );

  expect(without).toMatchObject({
    label: 'Import these rows without it',
    options: { emptyIfWrong: ['unitSize'] },
  });
  expect(fix).toMatchObject({
    label: 'Leave out “Content”',
    mapping: { sku: 'No', name: 'Item', price: 'Money' },
  });
  expect(labels({}, { field: 'name', column: 'Item' })).toEqual([]);
  expect(labels({}, { field: 'sku', column: 'No' })).toEqual([]);
});

test('adds no rows for a kind that only changes existing records', () => {
  const levels = { ...found({ addNew: false }), adds: false };

  expect(fixesOf(levels, group({ cause: 'unmatched' }))).toEqual([]);
});

test('leaves out rows without a price', () => {
  const about = group({ field: 'price', column: 'Money', cause: 'unpriced', examples: ['0.00'] });

  expect(fixesOf(found(), about)).toMatchObject([
    { label: 'Leave out rows without a price', options: { unpriced: 'leaveOut' } },
  ]);
});

test('leaves out prices in another currency, or imports them as dollars', () => {
  const about = group({ field: 'price', column: 'Money', cause: 'otherCurrency', examples: ['3.00 EUR'] });

  expect(
    fixesOf(found({ otherCurrency: 'error' }), about).map(({ options }) => options.otherCurrency),
  ).toEqual(['leaveOut', 'asDollars']);
});
