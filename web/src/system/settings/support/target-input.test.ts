import { expect, test } from 'vitest';
import { parseTarget, targetText } from './target-input.tsx';

test.each([
  ['45 min', 45],
  ['8 h', 480],
  ['1.5 h', 90],
  ['1 h 30 min', 90],
  ['2 hours', 120],
  ['8', 480],
  ['', null],
  ['soon', undefined],
])('"%s" is read as %s minutes', (text, minutes) => {
  expect(parseTarget(text)).toBe(minutes);
});

test.each([5, 60, 90, 3000])('%d minutes are read as they are written', (minutes) => {
  expect(parseTarget(targetText(minutes))).toBe(minutes);
});
