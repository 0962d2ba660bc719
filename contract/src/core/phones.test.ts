import { expect, test } from 'vitest';
import { Phone } from './fields.ts';
import { formatPhone, storedPhone } from './phones.ts';

test.each([
  ['(512) 555-0199', '+15125550199', '(512) 555-0199'],
  ['512 555 0199', '+15125550199', '(512) 555-0199'],
  ['1-512-555-0199', '+15125550199', '(512) 555-0199'],
  ['+1 512 555 0199', '+15125550199', '(512) 555-0199'],
  ['+44 20 7946 0958', '+442079460958', '+44 20 7946 0958'],
  ['555-0199', '555-0199', '555-0199'],
])('%s is stored as %s and shown as %s', (typed, stored, shown) => {
  expect(storedPhone(typed)).toBe(stored);
  expect(formatPhone(typed)).toBe(shown);
  expect(Phone.parse(typed)).toBe(stored);
});

test('what was stored is stored the same again', () => {
  expect(storedPhone(storedPhone('(512) 555-0199'))).toBe('+15125550199');
  expect(formatPhone('+15125550199')).toBe('(512) 555-0199');
});

test.each(['12', 'call me', '(512) 555-01999999999999'])('%s is no phone number', (typed) => {
  expect(Phone.safeParse(typed).success).toBe(false);
});
