import { expect, test } from 'vitest';
import { splitAt } from './middle-text.tsx';

test.each([
  ['Whole Milk, 1 gal', '', 'leaves a short name whole'],
  ['Harbor Roast Single Origin Coffee, 12 oz, Whole bean', ' 12 oz, Whole bean', 'keeps the variant'],
  ['HARBOR-ROAST-SINGLE-ORIGIN-COFFEE-12-OZ-WHOLE-BEAN', '-COFFEE-12-OZ-WHOLE-BEAN', 'splits at a hyphen'],
  ['a'.repeat(60), 'a'.repeat(18), 'splits a name without spaces'],
])('shortens %s so that its end is "%s"', (text, end) => {
  expect(text.slice(splitAt(text))).toBe(end);
});
