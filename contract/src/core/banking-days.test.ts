import { expect, test } from 'vitest';
import { bankingDayFrom, isBankingDay, nextBankingDay } from './banking-days.ts';

test.each([
  ['2026-01-01', "New Year's Day"],
  ['2026-01-19', 'Martin Luther King Jr. Day'],
  ['2026-02-16', "Presidents' Day"],
  ['2026-05-25', 'Memorial Day'],
  ['2027-05-31', 'Memorial Day at the end of the month'],
  ['2026-06-19', 'Juneteenth'],
  ['2027-07-05', 'Independence Day on a Sunday, observed on Monday'],
  ['2026-09-07', 'Labor Day'],
  ['2026-10-12', 'Columbus Day'],
  ['2026-11-11', 'Veterans Day'],
  ['2026-11-26', 'Thanksgiving'],
  ['2026-12-25', 'Christmas'],
  ['2026-11-28', 'a Saturday'],
  ['2026-11-29', 'a Sunday'],
])('excludes %s, %s', (day) => {
  expect(isBankingDay(day)).toBe(false);
});

test('includes the Friday before a holiday on a Saturday', () => {
  expect(isBankingDay('2026-07-03')).toBe(true);
});

test('finds the banking day from a day on, and after it', () => {
  expect(bankingDayFrom('2026-11-27')).toBe('2026-11-27');
  expect(bankingDayFrom('2026-11-28')).toBe('2026-11-30');
  expect(nextBankingDay('2026-11-25')).toBe('2026-11-27');
  expect(nextBankingDay('2026-12-31')).toBe('2027-01-04');
});
