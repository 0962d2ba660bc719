import { SettingsValues } from '@aisle/contract/system/settings';
import { expect, test } from 'vitest';
import { changedGroups, countOn, settingsTabs, tabOf } from './tabs.ts';

test('every setting is on one tab; account codes are with the books', () => {
  const shown = settingsTabs.flatMap(({ fields }) => fields as readonly string[]);

  expect([...shown, 'accountCodes'].sort()).toEqual(Object.keys(SettingsValues.shape).sort());
});

test('a group with one changed field is sent whole, and nothing else', () => {
  const values = { coins: { earnPerDollar: 2, redeemCents: 1 }, topBar: true };

  expect(changedGroups(values, ['coins.earnPerDollar'])).toEqual({
    coins: { earnPerDollar: 2, redeemCents: 1 },
  });
});

test('a tab says how many of its fields need another look', () => {
  const wrong = ['reasons.cancel.0.name', 'returnWindowDays', 'brandName'];

  expect(countOn('orders', wrong)).toBe('2');
  expect(countOn('coins', wrong)).toBeUndefined();
});

test('a tab that does not exist is the first one', () => {
  expect(tabOf('money')).toBe('general');
});
