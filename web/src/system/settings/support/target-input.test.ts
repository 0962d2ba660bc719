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
])('reads "%s" as %s minutes', (text, minutes) => {
  expect(parseTarget(text)).toBe(minutes);
});

test.each([5, 60, 90, 3000])('reads %d minutes from their own format', (minutes) => {
  expect(parseTarget(targetText(minutes))).toBe(minutes);
});
