import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  BooleanLike,
  DateOnly,
  Email,
  From,
  Id,
  newPassword,
  normalPhone,
  OptionalId,
  optionalPhone,
  optionalText,
  Phone,
  passwordMessage,
  requiredLongText,
  requiredText,
  Shelf,
  UpTo,
} from './fields.ts';

test.each([
  '(512) 555-0199',
  '+1 (512) 555-0199',
  '512.555.0199',
  '5125550199',
  '+49 30/1234567',
  '555-0199',
])('accepts the phone number %s', (text) => {
  expect(Phone.safeParse(text).success).toBe(true);
});

test.each(['12345', '+', '()()()()', 'call me', '555-0199 ext 5', '1234567890123456', '+1+5125550199'])(
  'rejects the phone number %s',
  (text) => {
    expect(Phone.safeParse(text).success).toBe(false);
  },
);

test('includes the whole last day of a range, and keeps instants unchanged', () => {
  expect(From.parse('2026-11-21')).toBe('2026-11-21T00:00:00.000Z');
  expect(UpTo.parse('2026-11-21')).toBe('2026-11-22T00:00:00.000Z');
  expect(UpTo.parse('2026-11-21T08:00:00Z')).toBe('2026-11-21T08:00:00Z');
  expect(From.safeParse('2026-02-30').error?.issues[0]?.message).toBe('Enter a valid date and time');
});

test.each(['0001-01-01', '0026-11-21', '0999-12-31', '1899-12-31'])('rejects the day %s as a typo', (day) => {
  expect(DateOnly.safeParse(day).error?.issues[0]?.message).toBe('Enter a date after 1899');
});
test.each(['1900-01-01', '2028-02-29', '9999-12-31'])('accepts the day %s', (day) => {
  expect(DateOnly.parse(day)).toBe(day);
});

const id = '01890a5d-ac96-774b-bcce-b302099a8057';
const messageOf = (result: { error?: { issues: { message: string }[] } | undefined }) =>
  result.error?.issues[0]?.message;

test('treats upper-case and lower-case IDs as equal', () => {
  expect(Id.parse(id.toUpperCase())).toBe(id);
  expect(messageOf(Id.safeParse('17'))).toBe('Not a valid id');
});

describe('a required text', () => {
  const Name = requiredText('Name', 10);

  test('removes surrounding spaces', () => {
    expect(Name.parse('  Oat milk ')).toBe('Oat milk');
  });

  test.each([
    [undefined, 'Name is required'],
    [null, 'Name is required'],
    ['', 'Name is required'],
    ['   ', 'Name is required'],
    ['Eleven char', 'Name must be at most 10 characters'],
    ['a\u0000b', "Name has characters that can't be stored"],
    ['\ud800', "Name has characters that can't be stored"],
  ])('rejects %j', (text, message) => {
    expect(messageOf(Name.safeParse(text))).toBe(message);
  });

  test('allows emoji, and tabs and line breaks in texts with several lines', () => {
    expect(requiredText('Name', 20).parse('a\tb\nc 🍏')).toBe('a b c 🍏');
    expect(requiredLongText('Note', 20).parse('a\tb\nc 🍏')).toBe('a\tb\nc 🍏');
  });
});

test('allows an optional text to be null, missing or empty', () => {
  const Note = optionalText('Note', 5);

  expect([undefined, null, '', ' '].map((text) => Note.parse(text))).toEqual([undefined, null, '', '']);
  expect(messageOf(Note.safeParse('longer'))).toBe('Note must be at most 5 characters');
});

describe('an email', () => {
  test.each([
    ['  Ada@Example.COM ', 'ada@example.com'],
    ["o'brien+orders@shop.co.uk", "o'brien+orders@shop.co.uk"],
  ])('reads %j as %s', (text, mailbox) => {
    expect(Email.parse(text)).toBe(mailbox);
  });

  test.each([
    ['', 'Email is required'],
    ['ada', 'Enter a valid email'],
    ['ada@example', 'Enter a valid email'],
    ['a da@example.com', 'Enter a valid email'],
    ['ada@@example.com', 'Enter a valid email'],
    ['ada@example..com', 'Enter a valid email'],
    ['ada@example.com, eve@example.com', 'Enter a valid email'],
    [`${'a'.repeat(250)}@x.com`, 'Email must be at most 254 characters'],
  ])('rejects %j', (text, message) => {
    expect(messageOf(Email.safeParse(text))).toBe(message);
  });
});

test.each([
  ['+1 (512) 555-0199', '5125550199'],
  ['512.555.0199', '5125550199'],
  ['1-512-555-0199', '5125550199'],
  ['+49 30 1234567', '49301234567'],
  ['15125550', '15125550'],
])('compares the phone number %s as %s', (phone, digits) => {
  expect(normalPhone(phone)).toBe(digits);
});

test('finds the owner of a phone number in any spelling', () => {
  const digits = fc.stringMatching(/^[2-9]\d{9}$/);
  fc.assert(
    fc.property(digits, (number) => {
      const [area, office, line] = [number.slice(0, 3), number.slice(3, 6), number.slice(6)];
      const spellings = [`(${area}) ${office}-${line}`, `+1 ${area} ${office} ${line}`, `1${number}`];

      expect(new Set(spellings.map(normalPhone))).toEqual(new Set([number]));
    }),
  );
});

test('allows an omitted phone number, but not a partial one', () => {
  expect(optionalPhone.safeParse('').success).toBe(true);
  expect(optionalPhone.safeParse(null).success).toBe(true);
  expect(messageOf(optionalPhone.safeParse('512'))).toBe('Enter a valid phone number');
});

test.each([
  [true, true],
  ['true', true],
  [false, false],
  ['false', false],
])('reads the boolean %j as %s', (value, expected) => {
  expect(BooleanLike.parse(value)).toBe(expected);
});

test.each(['yes', 1, '', null])('rejects %j as a boolean', (value) => {
  expect(messageOf(BooleanLike.safeParse(value))).toBe('Must be true or false');
});

test('reads an empty optional ID as none', () => {
  expect(OptionalId.parse('')).toBeNull();
  expect(OptionalId.parse(null)).toBeNull();
  expect(OptionalId.parse(undefined)).toBeUndefined();
  expect(OptionalId.parse(id)).toBe(id);
  expect(OptionalId.safeParse('none').success).toBe(false);
});

describe('a new password', () => {
  const Password = newPassword('New password');

  test.each(['Aisle#12', 'Zz9*Zz9*', `Aa1!${'x'.repeat(26)}`])('accepts %s', (password) => {
    expect(Password.safeParse(password).success).toBe(true);
  });

  test.each([
    ['too short', 'Aisle#1'],
    ['too long', `Aa1!${'x'.repeat(27)}`],
    ['without capital letters', 'aisle#12'],
    ['without lower-case letters', 'AISLE#12'],
    ['without digits', 'Aisle#ab'],
    ['without special characters', 'Aisle1234'],
  ])('rejects %s', (_, password) => {
    expect(messageOf(Password.safeParse(password))).toBe(passwordMessage);
  });

  test.each([
    ['a space', 'Aisle #12'],
    ['a special character that is not in the list', 'Corner-Store-2026!'],
    ['an accent', 'Aísle#123'],
  ])('names the allowed characters if it has %s', (_, password) => {
    expect(messageOf(Password.safeParse(password))).toBe('Use only letters, digits and #$@!%&*?');
  });

  test('shows its label if it is missing', () => {
    expect(messageOf(Password.safeParse(''))).toBe('New password is required');
  });
});

describe('a shelf', () => {
  test.each([
    [' a3-2 ', 'A3-2'],
    ['kühl 1', 'KÜHL 1'],
    ['', null],
    [null, null],
  ])('reads %j as %j', (text, shelf) => {
    expect(Shelf.parse(text)).toBe(shelf);
  });

  test.each(['-A3', 'A3;DROP', 'A'.repeat(21), 'A\u00003'])('rejects %j', (text) => {
    expect(Shelf.safeParse(text).success).toBe(false);
  });
});
