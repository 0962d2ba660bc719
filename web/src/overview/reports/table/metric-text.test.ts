import { expect, test } from 'vitest';
import { axisText, changeOf, metricText } from './metric-text.ts';

test.each([
  ['cents', 123_456, '$1,234.56'],
  ['count', 1204, '1,204'],
  ['share', 0.1234, '12.3%'],
  ['minutes', 31.6, '32 min'],
  ['quantity', 1.5, '1.5'],
  ['days', 12.34, '12.3'],
  ['cents', null, '–'],
] as const)('formats %s of %s as %s', (unit, value, text) => {
  expect(metricText(unit, value)).toBe(text);
});

test('shortens large numbers on an axis', () => {
  expect([axisText('cents')(1_250_000), axisText('count')(12_500), axisText('share')(0.5)]).toEqual([
    '$12.5K',
    '12.5K',
    '50%',
  ]);
});

test('formats a change in percent, and of a share in points', () => {
  expect(changeOf({ unit: 'cents' }, 1127, 1000)).toEqual({ text: '+12.7%', isGood: true });
  expect(changeOf({ unit: 'cents', lowerIsBetter: true }, 1127, 1000)).toEqual({
    text: '+12.7%',
    isGood: false,
  });
  expect(changeOf({ unit: 'share' }, 0.1, 0.125)).toEqual({ text: '−2.5 pts', isGood: false });
  expect(changeOf({ unit: 'cents' }, -50, -100)).toEqual({ text: '+50%', isGood: true });
});

test('returns no change without a comparison, and judges no change as neutral', () => {
  expect(changeOf({ unit: 'count' }, 5, 0)).toBeNull();
  expect(changeOf({ unit: 'minutes' }, 5, null)).toBeNull();
  expect(changeOf({ unit: 'count' }, 0, 0)).toEqual({ text: '0%', isGood: null });
  expect(changeOf({ unit: 'count' }, 10_000, 10_001)).toEqual({ text: '0%', isGood: null });
});
