import type { Product } from '@aisle/contract/catalog/products';
import type { Picture } from '@aisle/contract/core/fields';
import { expect, test } from 'vitest';
import {
  atGridRows,
  changedRows,
  emptyRow,
  isSameOrder,
  knownSpecifications,
  picturePlaces,
  toValues,
  withoutBlankEnd,
} from './product-values.ts';

const id = (end: number) => `0190a000-0000-7000-8000-${String(end).padStart(12, '0')}`;
const subProduct = (end: number, price: number): Product['subProducts'][number] => ({
  _id: id(end),
  productId: id(1),
  productData: { _id: id(1), name: 'Milk' },
  name: `Milk ${end}`,
  sku: `M${end}`,
  barcode: null,
  optionValues: {},
  unit: 'each',
  unitSize: null,
  soldByWeight: false,
  price,
  salePrice: null,
  costPrice: null,
  minPerOrder: null,
  maxPerOrder: null,
  status: true,
  images: [],
  picture: null,
  available: 0,
  createdAt: '2026-11-21T00:00:00Z',
  updatedAt: '2026-11-21T00:00:00Z',
  version: 1,
});
const picture = (end: number): Picture => ({
  _id: id(end),
  alt: `Alt ${end}`,
  small: '',
  medium: '',
  large: '',
});

test('only new rows and rows that were touched are sent', () => {
  const current = [subProduct(2, 199), subProduct(3, 299)];
  const { subProducts } = toValues({ subProducts: current } as unknown as Product);
  const rows = [
    subProducts[0]!,
    { ...subProducts[1]!, price: 249 },
    { ...emptyRow('New'), sku: 'N', price: 5 },
  ];

  const sent = changedRows(rows as never, current);

  expect(sent.map(({ at }) => at)).toEqual([1, 2]);
});

test('an error in a row that was sent is shown in its row of the grid', () => {
  const fields = [{ path: 'subProducts.0.barcode', message: 'This barcode is already taken' }];

  expect(atGridRows(fields, [{ at: 3 }])[0]?.path).toBe('subProducts.3.barcode');
});

test('what an earlier category asked for is not sent, nor what was emptied', () => {
  const values = { Fat: 'Whole', Origin: '', Voltage: 230 };

  expect(knownSpecifications(values, ['Fat', 'Origin'])).toEqual({ Fat: 'Whole' });
});

test('uploaded files are where they were dragged, those that were not uploaded are left out', () => {
  const [sent, refused] = [{ name: 'new.png' } as File, { name: 'bad.png' } as File];
  const images = [{ file: sent }, { picture: picture(4) }, { file: refused }];

  const places = picturePlaces(images, { [id(4)]: 'Jug' }, (file) =>
    file === sent ? picture(9) : undefined,
  );

  expect(places).toEqual([
    { _id: id(9), alt: 'Alt 9' },
    { _id: id(4), alt: 'Jug' },
  ]);
});

test('pictures in their places with their words are no change', () => {
  const stored = [picture(4), picture(9)];
  const places = stored.map(({ _id, alt }) => ({ _id, alt }));

  expect(isSameOrder(places, stored)).toBe(true);
  expect(isSameOrder([...places].reverse(), stored)).toBe(false);
  expect(isSameOrder(places.slice(1), stored)).toBe(false);
  expect(isSameOrder([{ ...places[0]!, alt: 'Other' }, places[1]!], stored)).toBe(false);
});

test('rows at the end that say nothing are not meant, those between others are', () => {
  const filled = { ...emptyRow(), sku: 'M1' };
  const priced = { ...emptyRow(), price: 100 };

  expect(withoutBlankEnd([filled, emptyRow(), priced, { ...emptyRow(), unit: 'lb' }, emptyRow()])).toEqual([
    filled,
    emptyRow(),
    priced,
  ]);
  expect(withoutBlankEnd([emptyRow()])).toEqual([]);
});
