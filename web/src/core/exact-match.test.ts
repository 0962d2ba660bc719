import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exactMatch } from './exact-match.ts';

const milk = { sku: 'MILK-1', barcode: '0036000291452' };
const eggs = { sku: 'EGGS-12', barcode: null };

test('finds a barcode with or without its leading zero', () => {
  expect(exactMatch([eggs, milk], '036000291452')).toBe(milk);
  expect(exactMatch([eggs, milk], '0036000291452')).toBe(milk);
});

test('matches a complete SKU regardless of case', () => {
  expect(exactMatch([milk, eggs], 'eggs-12')).toBe(eggs);
  expect(exactMatch([milk, eggs], 'eggs')).toBeUndefined();
});

test('finds an exact SKU at any position', () => {
  const sku = fc.stringMatching(/^[A-Z]{2}-\d{1,3}$/);
  fc.assert(
    fc.property(fc.uniqueArray(sku, { minLength: 1, maxLength: 8 }), fc.nat(), (skus, pick) => {
      const items = skus.map((one) => ({ sku: one, barcode: null }));
      const wanted = skus[pick % skus.length]!;

      expect(exactMatch(items, ` ${wanted.toLowerCase()} `)?.sku).toBe(wanted);
    }),
  );
});

test.each(['', '0', '000', '  '])('matches nothing for %j, even if barcodes start with zeros', (code) => {
  expect(exactMatch([{ sku: 'A-1', barcode: '00012345' }], code)).toBeUndefined();
});

test('prefers a barcode match to an SKU match', () => {
  const bySku = { sku: '96385074', barcode: null };
  const byBarcode = { sku: 'A-1', barcode: '96385074' };

  expect(exactMatch([bySku, byBarcode], '96385074')).toBe(byBarcode);
});
