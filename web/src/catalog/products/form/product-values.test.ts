import type { Picture } from '@aisle/contract/core/fields';
import { expect, test } from 'vitest';
import { productOf, subProductOf } from '../../catalog.fixtures.ts';
import { sharesOf } from '../pictures/picture-uploads.ts';
import { changedRows, Files, fileAt, toFormErrors } from './product-body.ts';
import {
  emptyRow,
  existingSpecifications,
  isSameOrder,
  picturePositions,
  toValues,
  VariantRow,
  withoutBlankEnd,
} from './product-values.ts';

const id = (end: number) => `0190a000-0000-7000-8000-${String(end).padStart(12, '0')}`;
const subProduct = (end: number, price: number) =>
  subProductOf({
    _id: id(end),
    productId: id(1),
    name: `Milk ${end}`,
    sku: `M${end}`,
    price,
    costPrice: null,
  });
const picture = (end: number): Picture => ({
  _id: id(end),
  alt: `Alt ${end}`,
  small: '',
  medium: '',
  large: '',
});

/** A row as the form returns it after validation. */
const parsed = (row: VariantRow) => VariantRow.parse(row);

test('sends only new and changed rows', () => {
  const current = [subProduct(2, 199), subProduct(3, 299)];
  const { subProducts } = toValues(productOf({ subProducts: current }));
  const rows = [
    subProducts[0]!,
    { ...subProducts[1]!, price: 249 },
    { ...emptyRow('New'), sku: 'N', price: 5 },
  ];

  const sent = changedRows(rows.map(parsed), current, {}, new Files());

  expect(sent.map(({ at }) => at)).toEqual([1, 2]);
});

test('maps errors of sent rows to the grid, and errors of pictures to their list and file', () => {
  const file = { name: 'bad.png' } as File;
  const row = parsed({
    ...emptyRow('New'),
    sku: 'N',
    price: 5,
    images: [{ picture: picture(4) }, { file }],
  });
  const at = (path: string) => toFormErrors([{ path, message: 'Wrong' }], [{ at: 3 }])[0]?.path;

  expect(at('subProducts.0.barcode')).toBe('subProducts.3.barcode');
  expect(at('subProducts.0.images.1')).toBe('subProducts.3.images');
  expect(at('images.2')).toBe('images');
  expect(fileAt('subProducts.0.images.1', { images: [] }, [{ row }])).toBe(file);
  expect(fileAt('images.0', { images: [{ file }] }, [])).toBe(file);
});

test('sends changed pictures with their row, after the other files', () => {
  const [cover, back] = [{ name: 'cover.png' } as File, { name: 'back.png' } as File];
  const current = [{ ...subProduct(2, 199), images: [picture(4), picture(5)] }, subProduct(3, 299)];
  const { subProducts } = toValues(productOf({ subProducts: current }));
  const files = new Files();
  files.indexOf(cover);
  const rows = [{ ...subProducts[0]!, images: [{ file: back }, { picture: picture(5) }] }, subProducts[1]!];

  const sent = changedRows(rows.map(parsed), current, {}, files);

  expect(sent).toMatchObject([{ at: 0, images: [{ file: 1 }, { _id: id(5), alt: 'Alt 5' }] }]);
  expect(files.list).toEqual([cover, back]);
});

test('omits specifications of other categories and empty values', () => {
  const values = { Fat: 'Whole', Origin: '', Voltage: 230 };

  expect(existingSpecifications(values, ['Fat', 'Origin'])).toEqual({ Fat: 'Whole' });
});

test('keeps new files at their position among the pictures', () => {
  const file = { name: 'new.png', size: 3, lastModified: 7 } as File;
  const images = [{ file }, { picture: picture(4) }];

  const places = picturePositions(images, { [id(4)]: 'Jug', 'new.png:3:7': 'Cup' }, new Files());

  expect(places).toEqual([
    { file: 0, alt: 'Cup' },
    { _id: id(4), alt: 'Jug' },
  ]);
});

test('detects a change in the order or alternative texts of pictures', () => {
  const stored = [picture(4), picture(9)];
  const places = stored.map(({ _id, alt }) => ({ _id, alt }));

  expect(isSameOrder(places, stored)).toBe(true);
  expect(isSameOrder([...places].reverse(), stored)).toBe(false);
  expect(isSameOrder(places.slice(1), stored)).toBe(false);
  expect(isSameOrder([{ ...places[0]!, alt: 'Other' }, places[1]!], stored)).toBe(false);
});

test('drops blank rows at the end, but not between others', () => {
  const filled = { ...emptyRow(), sku: 'M1' };
  const priced = { ...emptyRow(), price: 100 };

  expect(withoutBlankEnd([filled, emptyRow(), priced, { ...emptyRow(), unit: 'lb' }, emptyRow()])).toEqual([
    filled,
    emptyRow(),
    priced,
  ]);
  expect(withoutBlankEnd([emptyRow()])).toEqual([]);
});

test('derives the progress of each file from the progress of the request', () => {
  const [small, large] = [new File(['ab'], 'a.png'), new File(['abcdefgh'], 'b.png')];

  expect([...sharesOf([small, large], 0.6).values()]).toEqual([{ share: 1 }, { share: 0.5 }]);
  expect([...sharesOf([small, large], 0.1).values()]).toEqual([{ share: 0.5 }, { share: 0 }]);
});
