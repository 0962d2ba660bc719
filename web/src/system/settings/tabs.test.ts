import { SettingsValues } from '@aisle/contract/system/settings';
import { expect, test } from 'vitest';
import { changedGroups, countOn, settingsTabs, tabOf } from './tabs.ts';

test('assigns every setting except account codes to one tab', () => {
  const shown = settingsTabs.flatMap(({ fields }) => fields as readonly string[]);

  expect([...shown, 'accountCodes'].sort()).toEqual(Object.keys(SettingsValues.shape).sort());
});

test('sends a group with a changed field completely, and no other group', () => {
  const values = { coins: { earnPerDollar: 2, redeemCents: 1 }, topBar: true };

  expect(changedGroups(values, ['coins.earnPerDollar'])).toEqual({
    coins: { earnPerDollar: 2, redeemCents: 1 },
  });
});

test('counts the errors of a tab', () => {
  const wrong = ['reasons.cancel.0.name', 'returnWindowDays', 'brandName'];

  expect(countOn('orders', wrong)).toBe('2');
  expect(countOn('coins', wrong)).toBeUndefined();
});

test('returns the first tab for an unknown name', () => {
  expect(tabOf('money')).toBe('general');
});
