import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rangeText, totalText } from './range-text.ts';

const list = (shown: number, page: number, total: number) => ({
  rows: Array<null>(shown).fill(null),
  total,
  totalIsEstimate: false,
  totalIsMinimum: false,
  body: { page, limit: 25 },
});

test.each([
  [25, 1, 1204, '1–25 of 1,204'],
  [4, 49, 1204, '1,201–1,204 of 1,204'],
  [1, 1, 1, '1–1 of 1'],
  [0, 1, 0, ''],
])('describes %i rows on page %i of %i as "%s"', (shown, page, total, text) => {
  expect(rangeText(list(shown, page, total))).toBe(text);
});

test('returns an empty text while rows are loading', () => {
  expect(rangeText({ ...list(0, 1, 100), rows: undefined })).toBe('');
});

test.each([
  [0, 'about 0'],
  [7, 'about 7'],
  [999, 'about 999'],
  [1234, 'about 1,230'],
  [98_765, 'about 98,800'],
  [1_999_999, 'about 2,000,000'],
])('rounds an estimate of %i to "%s"', (total, text) => {
  expect(totalText({ total, totalIsEstimate: true })).toBe(text);
});

test('rounds estimates by at most one percent', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), (total) => {
      const shown = Number(totalText({ total, totalIsEstimate: true }).replace(/\D/g, ''));

      expect(Math.abs(shown - total) / total).toBeLessThanOrEqual(0.01);
    }),
  );
});

test('marks a total at which counting stopped', () => {
  const capped = { total: 1000, totalIsEstimate: true, totalIsMinimum: true };

  expect(totalText(capped)).toBe('1,000+');
  expect(rangeText({ ...list(25, 1, 1000), ...capped })).toBe('1–25 of 1,000+');
});
