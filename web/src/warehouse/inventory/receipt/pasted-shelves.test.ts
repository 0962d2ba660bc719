import { expect, test } from 'vitest';
import { pastedShelves } from './pasted-shelves.ts';

test('parses lines with any separator and skips the header', () => {
  expect(pastedShelves('SKU\tShelf\r\nMILK-1\ta3-2\r\n\r\n036000291452, B1\nEGGS')).toEqual([
    { sku: 'MILK-1', shelf: 'a3-2' },
    { barcode: '036000291452', shelf: 'B1' },
    { sku: 'EGGS', shelf: '' },
  ]);
});
