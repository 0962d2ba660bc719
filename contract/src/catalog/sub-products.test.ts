import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forAll } from '../core/for-all.fixtures.ts';
import { gtinCheckDigit, isGtin, pricingIssues } from './sub-products.ts';

test.each(['96385074', '036000291452', '4006381333931', '10012345678902'])(
  'accepts %s as a barcode',
  (barcode) => {
    expect(isGtin(barcode)).toBe(true);
  },
);

test.each(['', '4006381333930', '400638133393', '123', '0360002914521', 'A006381333931', '00000'])(
  'rejects %j as a barcode',
  (text) => {
    expect(isGtin(text)).toBe(false);
  },
);

const digit = fc.integer({ min: 0, max: 9 });
const bodies = fc
  .constantFrom(7, 11, 12, 13)
  .chain((length) => fc.array(digit, { minLength: length, maxLength: length }))
  .map((digits) => digits.join(''));

test('detects every mistyped digit', () => {
  forAll(bodies, fc.nat(), fc.integer({ min: 1, max: 9 }), (body, at, change) => {
    const barcode = `${body}${gtinCheckDigit(body)}`;
    const place = at % barcode.length;
    const wrong = (Number(barcode[place]) + change) % 10;
    expect(isGtin(barcode)).toBe(true);
    expect(isGtin(`${barcode.slice(0, place)}${wrong}${barcode.slice(place + 1)}`)).toBe(false);
  });
});

test('ignores leading zeros in the number and its check digit', () => {
  forAll(bodies, (body) => {
    expect(gtinCheckDigit(`0${body}`)).toBe(gtinCheckDigit(body));
  });
});

test.each([
  [{ price: 500, salePrice: 499 }, []],
  [{ price: 500, salePrice: 500 }, ['salePrice']],
  [{ price: 500, salePrice: null, minPerOrder: 2, maxPerOrder: 2 }, []],
  [{ minPerOrder: 2, maxPerOrder: 1 }, ['maxPerOrder']],
])('reports the invalid fields of %j: %j', (pricing, paths) => {
  expect(pricingIssues(pricing).map((issue) => issue.path)).toEqual(paths);
});
