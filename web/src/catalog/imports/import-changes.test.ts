import { expect, test } from 'vitest';
import { valueText } from './import-changes.tsx';

test.each([
  ['price', 195, '$1.95'],
  ['unitSize', 2.5, '2.5'],
  ['status', false, 'no'],
  ['tags', ['local', 'organic'], 'local, organic'],
  ['tags', [], 'nothing'],
  ['salePrice', null, 'nothing'],
  ['brand', 'Oatly', 'Oatly'],
] as const)('a cell of %s that holds %j reads “%s”', (field, value, words) => {
  expect(valueText(field, value)).toBe(words);
});
