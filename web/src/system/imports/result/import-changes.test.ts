import { expect, test } from 'vitest';
import { valueText } from './import-changes.tsx';

test.each([
  ['money', 195, '$1.95'],
  ['number', 2.5, '2.5'],
  ['yesNo', false, 'no'],
  [undefined, ['local', 'organic'], 'local, organic'],
  [undefined, [], 'nothing'],
  ['money', null, 'nothing'],
  [undefined, 'Oatly', 'Oatly'],
] as const)('formats a cell of kind %s with the value %j as “%s”', (shown, value, words) => {
  expect(valueText({ shown }, value)).toBe(words);
});
