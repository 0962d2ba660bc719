import { expect, test } from 'vitest';
import { isDayFirst, isoDay } from './days.ts';

test.each([
  ['2027-01-31', '2027-01-31'],
  ['2027-01-31 00:00', '2027-01-31'],
  ['2027/1/31', '2027-01-31'],
  ['31.01.2027', '2027-01-31'],
  ['31. 1. 27', '2027-01-31'],
  ['01/31/2027', '2027-01-31'],
  ['31 Jan 2027', '2027-01-31'],
  ['31-Jan-2027', '2027-01-31'],
  ['January 31st, 2027', '2027-01-31'],
  ['31. März 2027', '2027-03-31'],
  ['31 août 2027', '2027-08-31'],
  ['1er janv. 2027', '2027-01-01'],
  ['31 de enero de 2027', '2027-01-31'],
  ['31/01/2027', '31/01/2027'],
  ['30.02.2027', '30.02.2027'],
  ['soon', 'soon'],
])('reads the day %j as %s', (text, day) => {
  expect(isoDay(text)).toBe(day);
});

test('reads dates with the day first if a cell of the column shows it', () => {
  expect(isDayFirst(['05/06/2027', '31/01/2027'])).toBe(true);
  expect(isDayFirst(['05/06/2027', '01/31/2027'])).toBe(false);
  expect(isDayFirst(['05/06/2027'])).toBeUndefined();
  expect(isoDay('05/06/2027', true)).toBe('2027-06-05');
});
