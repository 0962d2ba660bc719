import { expect, test } from 'vitest';
import { From, Phone, UpTo } from './fields.ts';

test.each([
  '(512) 555-0199',
  '+1 (512) 555-0199',
  '512.555.0199',
  '5125550199',
  '+49 30/1234567',
  '555-0199',
])('%s is a phone number', (text) => {
  expect(Phone.safeParse(text).success).toBe(true);
});

test.each(['12345', '+', '()()()()', 'call me', '555-0199 ext 5', '1234567890123456', '+1+5125550199'])(
  '%s is none',
  (text) => {
    expect(Phone.safeParse(text).success).toBe(false);
  },
);

test('from one day up to the same day is the whole of it; instants stay as they are', () => {
  expect(From.parse('2026-11-21')).toBe('2026-11-21T00:00:00.000Z');
  expect(UpTo.parse('2026-11-21')).toBe('2026-11-22T00:00:00.000Z');
  expect(UpTo.parse('2026-11-21T08:00:00Z')).toBe('2026-11-21T08:00:00Z');
  expect(From.safeParse('2026-02-30').error?.issues[0]?.message).toBe('Enter a valid date and time');
});
