import { describe, expect, test } from 'vitest';
import { ProductInput, ProductSwitch } from './products.ts';
import { Barcode, SaveVariants, VariantInput, wholeGtin } from './sub-products.ts';
import { TaxIds } from './taxes.ts';

const id = '01890a5d-ac96-774b-bcce-b302099a8057';
const other = '01890a5d-ac96-774b-bcce-b302099a8058';
interface Result {
  error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined;
}
const issuesOf = (result: Result) =>
  result.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

describe('a product', () => {
  test('keeps each tag once, without surrounding spaces', () => {
    expect(
      ProductInput.parse({ name: 'Oats', categoryId: id, tags: [' bio', 'vegan', 'bio '] }).tags,
    ).toEqual(['bio', 'vegan']);
  });

  test('keeps each tax once', () => {
    expect(TaxIds.parse([id, other, id])).toEqual([id, other]);
    expect(issuesOf(TaxIds.safeParse(Array.from({ length: 21 }, () => id)))).toEqual([': At most 20 taxes']);
  });

  test('has no brand after the brand is cleared', () => {
    expect(ProductInput.parse({ name: 'Oats', categoryId: id, brandId: '' }).brandId).toBeNull();
  });

  test('changes the status of each product once', () => {
    expect(ProductSwitch.parse({ ids: [id, id], status: 'true' })).toEqual({ ids: [id], status: true });
    expect(issuesOf(ProductSwitch.safeParse({ ids: [], status: true }))).toEqual(['ids: Choose a product']);
  });
});

describe('a typed barcode', () => {
  test.each([
    [' 4006381333931 ', '4006381333931'],
    ['', null],
    [null, null],
    [undefined, undefined],
  ])('reads %j as %j', (typed, kept) => {
    expect(Barcode.parse(typed)).toBe(kept);
  });

  test.each([
    ['40063A', 'Only digits are allowed'],
    ['400638', 'A barcode has 8, 12, 13 or 14 digits'],
    ['4006381333932', "This barcode's check digit is wrong. Check it for typos"],
  ])('explains why %j is invalid', (typed, message) => {
    expect(issuesOf(Barcode.safeParse(typed))).toEqual([`: ${message}`]);
  });

  test('recognizes a barcode with fewer leading zeros as the same', () => {
    expect(wholeGtin('036000291452')).toBe('00036000291452');
    expect(wholeGtin('0036000291452')).toBe(wholeGtin(' 036000291452'));
  });
});

describe('a variant', () => {
  const variant = { name: '500 g', sku: 'OAT-500', unit: 'g', price: 299 };

  test('requires only name, SKU, unit and price', () => {
    expect(issuesOf(VariantInput.safeParse(variant))).toEqual([]);
  });

  test.each([
    [
      'a sale price that is not below the price',
      { salePrice: 299 },
      ['salePrice: The sale price must be below the price'],
    ],
    [
      'a maximum below the minimum',
      { minPerOrder: 5, maxPerOrder: 2 },
      ["maxPerOrder: Max per order can't be below min per order"],
    ],
    ['an ID without a version', { _id: id }, ['version: Version is required']],
  ])('rejects %s', (_, change, issues) => {
    expect(issuesOf(VariantInput.safeParse({ ...variant, ...change }))).toEqual(issues);
  });

  test('rejects the same variant twice, but accepts several new ones', () => {
    const known = { ...variant, _id: id, version: 1 };
    const save = (...subProducts: object[]) => SaveVariants.safeParse({ productId: id, subProducts });

    expect(issuesOf(save(known, variant, variant))).toEqual([]);
    expect(issuesOf(save(known, variant, known))).toEqual(['subProducts.2._id: Listed twice']);
    expect(issuesOf(save())).toEqual(['subProducts: Enter at least one sub-product']);
  });
});
