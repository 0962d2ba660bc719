import { expect, test } from 'vitest';
import { contrastOf } from './contrast.ts';

test.each([
  ['#000000', '#ffffff', 21],
  ['#FFFFFF', '#ffffff', 1],
  ['#767676', '#ffffff', 4.54],
  ['#0f766e', '#ffffff', 5.47],
])('computes the contrast of %s and %s', (one, other, contrast) => {
  expect(contrastOf(one, other)).toBeCloseTo(contrast, 1);
  expect(contrastOf(other, one)).toBe(contrastOf(one, other));
});
