import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Email, optionalLongText, Phone, PostalCode, requiredCode, requiredText, Shelf } from './fields.ts';
import {
  normalCode,
  normalDigits,
  normalEmail,
  normalLine,
  normalMessage,
  normalPostalCode,
  normalText,
} from './normal-text.ts';
import { storedPhone } from './phones.ts';

const invisible = [
  ...'\u00ad\u034f\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202c\u202e',
  ...'\u2060\u2066\u2069\u3164\ufeff\ufff9\u{e0001}\u{e0041}',
];

describe('a line', () => {
  test.each(invisible)('removes the invisible characters of %j', (mark) => {
    for (const text of [`${mark}Oat milk`, `Oat${mark} milk`, `Oat m${mark}ilk`, `Oat milk${mark}`]) {
      expect(normalLine(text)).toBe('Oat milk');
    }
    expect(normalLine(mark)).toBe('');
  });

  test.each([
    ['Pen\u0303a', 'Peña'],
    ['Kat\u00a01', 'Kat 1'],
    [' kat  1 ', 'kat 1'],
    ['a\u2003b\u3000c\u2800d', 'a b c d'],
    ['Ada\r\nBcc: eve@example.com', 'Ada Bcc: eve@example.com'],
    ['a\u2028b\u0085c\vd\te', 'a b c d e'],
    ['Coca\u2011Cola', 'Coca-Cola'],
    ['Rice 5–10 kg, 50 %', 'Rice 5–10 kg, 50 %'],
    ['O’Reilly', 'O’Reilly'],
    ['\u0600\u0661\u0662', '\u0600\u0661\u0662'],
  ])('normalizes %j to %j', (typed, normal) => {
    expect(normalLine(typed)).toBe(normal);
  });

  test.each([
    ['a Persian verb', 'می\u200cخواهم'],
    ['a Latin word with a Persian ending', 'USB\u200cها'],
    ['a Hindi half form', 'क\u094d\u200dष'],
    ['a Persian abbreviation', '۱۴۰۱ ه\u200d.ش'],
    ['a family', '👨\u200d👩\u200d👧'],
    ['an emoji with colors and signs', '👩🏽\u200d🚀 ❤️\u200d🔥 1️⃣'],
    ['the flag of Scotland', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
    ['a Japanese name', '葛\u{e0100}城'],
  ])('keeps the joiners and selectors of %s', (_, text) => {
    expect(normalLine(text)).toBe(text);
  });

  test.each([
    ['می\u200c', 'می'],
    ['می\u200c خواهم', 'می خواهم'],
    ['می\u200c\u200cخواهم', 'می\u200cخواهم'],
    ['\u200dक', 'क'],
    ['👨\u200d', '👨'],
    ['Auf\u200clage', 'Auflage'],
    ['milk\ufe0f', 'milk'],
  ])('removes joiners and selectors without effect in %j', (typed, normal) => {
    expect(normalLine(typed)).toBe(normal);
  });
});

test('keeps line breaks, tabs and indents in texts with several lines', () => {
  expect(normalText(' Ring twice.\r\n\tThen\u00a0wait\u200b.\r\r  Pen\u0303a\u2028x ')).toBe(
    'Ring twice.\n\tThen wait.\n\n  Peña\nx',
  );
});

test('keeps direction marks in a message, and treats it as empty without a visible character', () => {
  expect(normalMessage(' \u200fשלום \u2066(512)\u2069\r\nok ')).toBe('\u200fשלום \u2066(512)\u2069\nok');
  expect(normalMessage('\u200b\u00a0\u2060')).toBe('');
});

test.each([
  ['Sku-1\u200b', 'Sku-1'],
  ['SKU\u2011\u00a01', 'SKU- 1'],
  ['SKU–1', 'SKU-1'],
  ['ＳＫＵ－１', 'SKU-1'],
  ['می\u200cخ', 'میخ'],
])('normalizes the code %j to %j', (typed, normal) => {
  expect(normalCode(typed)).toBe(normal);
});

test.each([
  ['4 006381 333931', '4006381333931'],
  ['978-3-16-148410-0', '9783161484100'],
  ['４００６３８１３３３９３１\u200e', '4006381333931'],
  ['٤٠٠٦٣٨١٣٣٣٩٣١', '4006381333931'],
])('normalizes the digits %j to %s', (typed, normal) => {
  expect(normalDigits(typed)).toBe(normal);
});

test.each([
  ['78701\u200e', '78701'],
  ['78701 – 1234,', '78701-1234'],
  ['SW1A\u00a0\u00a01AA', 'SW1A 1AA'],
  ['〒１００－０００１', '100-0001'],
  ['０２１３８', '02138'],
])('normalizes the postal code %j to %s', (typed, normal) => {
  expect(normalPostalCode(typed)).toBe(normal);
  expect(PostalCode.parse(typed)).toBe(normal);
});

describe('an email', () => {
  test.each([
    ...invisible.map((mark) => `sa${mark}me@example.com${mark}`),
    ...[',', ';', '.', '>', ')', '"', '”', "'", ' ,'].map((mark) => `same@example.com${mark}`),
    '<same@example.com>',
    '"same@example.com"',
    '‘Same@Example.com’;',
    '(same@example.com).',
    'mailto:same@example.com',
    'MAILTO:same@example.com?subject=Hello%20you',
    '<mailto:same@example.com>',
    'Sam E. <same@example.com>',
    'same＠example．com',
    '\u00a0same@example.com\u3000',
  ])('reads %j as same@example.com', (typed) => {
    expect(Email.parse(typed)).toBe('same@example.com');
  });

  test.each([
    'same@example.com-',
    'a@example.com b@example.com',
    'a@example.com, b@example.com',
    'a@example.com <b@example.com>',
    'same @example.com',
    'sa\u00a0me@example.com',
    'same@exam>ple.com',
    'same@example.com\r\nBcc: eve@example.com',
    '<>',
    'mailto:',
  ])('rejects %j', (typed) => {
    expect(Email.safeParse(typed).success).toBe(false);
  });

  test('keeps apostrophes, plus signs and letters of any script', () => {
    for (const email of [
      "o'brien+x@shop.co.uk",
      'müller@bücher.example',
      'ada@a-b.example',
      'कमल@उदाहरण.भारत',
    ]) {
      expect(Email.parse(email)).toBe(email);
    }
  });
});

test.each(['\u200b', '\u00a0\u2060', '\u3164', '\r\n'])('requires a required text if it is %j', (typed) => {
  const message = (schema: { safeParse(text: string): { error?: { issues: { message: string }[] } } }) =>
    schema.safeParse(typed).error?.issues[0]?.message;

  expect(message(requiredText('Name', 80) as never)).toBe('Name is required');
  expect(message(requiredCode('SKU', 64) as never)).toBe('SKU is required');
  expect(message(Email as never)).toBe('Email is required');
  expect(message(Phone as never)).toBe('Phone is required');
  expect(optionalLongText('Note', 80).parse(typed)).toBe('');
  expect(Shelf.parse(typed)).toBeNull();
});

/** Generates difficult text: letters of several scripts, marks, emoji, spaces, and all invisible characters. */
const hardText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...invisible,
        ...'\ufe0f\ufe0e\u180b\u{e0100}\u{e007f}🏴👩🏽❤1\u20e3葛ᠠ',
        ...'نهक\u094dषée\u0301\u0338↔\u0327A\u00a0\u2028\r',
        ...'\n\t-\u2011–.,<>@"()+0５٣?',
        ...['mailto:', 'tel:', '00', '011', '\ud800', '\u0600', '〒', 'ー', '\u2800', '\u115f'],
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(''));

test.each([
  ['normalLine', normalLine],
  ['normalText', normalText],
  ['normalMessage', normalMessage],
  ['normalCode', normalCode],
  ['normalDigits', normalDigits],
  ['normalPostalCode', normalPostalCode],
  ['normalEmail', normalEmail],
  ['storedPhone', storedPhone],
])('keeps text unchanged that %s has normalized', (_, normalize) => {
  fc.assert(
    fc.property(hardText, (text) => {
      const normal = normalize(text);
      expect(normalize(normal)).toBe(normal);
    }),
    { numRuns: 2000 },
  );
});

test('normalizes every line to composed text with single spaces', () => {
  fc.assert(
    fc.property(hardText, (text) => {
      const line = normalLine(text);
      expect(line).toBe(line.normalize('NFC').trim());
      expect(line).not.toMatch(/[\r\n\t\v\f\u0085\u2028\u2029]| {2}|[^\P{Zs} ]/u);
      expect(normalLine(text.normalize('NFD'))).toBe(line);
    }),
    { numRuns: 2000 },
  );
});

test('removes format characters from codes, emails, phones and postal codes', () => {
  fc.assert(
    fc.property(hardText, (text) => {
      for (const normalize of [normalCode, normalEmail, normalPostalCode, storedPhone]) {
        expect(normalize(text).replaceAll(/[\u0600-\u0605]/g, '')).not.toMatch(/\p{Cf}|\p{DI}/u);
      }
    }),
    { numRuns: 1000 },
  );
});

test('ignores invisible characters anywhere in an email or a phone', () => {
  const places = fc.array(fc.tuple(fc.nat(30), fc.constantFrom(...invisible)), { maxLength: 6 });
  const marked = (text: string, marks: [number, string][]) =>
    [...text]
      .flatMap((character, at) => [
        ...marks.filter(([place]) => place === at).map(([, mark]) => mark),
        character,
      ])
      .join('');
  fc.assert(
    fc.property(places, (marks) => {
      const within = marks.map(([at, mark]): [number, string] => [at % 14, mark]);
      expect(Email.parse(marked('ada.byron@example.com', within))).toBe('ada.byron@example.com');
      expect(
        Phone.parse(
          marked(
            '(512) 555-0199',
            within.filter(([, mark]) => mark.length === 1),
          ),
        ),
      ).toBe('+15125550199');
    }),
  );
});

test('avoids quadratic time for a long run of invisible characters', () => {
  expect(normalLine(`a${'\u200d\u200b'.repeat(100_000)}b`)).toBe('ab');
  expect(normalLine(`${' \u00a0\t'.repeat(100_000)}b${','.repeat(1000)}`)).toHaveLength(1001);
  expect(normalEmail(`${',;'.repeat(50_000)}a@b.co${' ,'.repeat(50_000)}x`)).toContain('x');
});

test('keeps at most 30 marks on one letter', () => {
  const marks = '\u0323\u0301';

  expect(normalLine(`q${marks.repeat(15)}x`)).toBe(`q${'\u0323'.repeat(15)}${'\u0301'.repeat(15)}x`);
  for (const normalize of [normalLine, normalText, normalCode, normalMessage]) {
    expect(normalize(`q${marks.repeat(100)}x`).match(/\p{M}/gu)).toHaveLength(
      normalize === normalMessage ? 200 : 30,
    );
  }
});
