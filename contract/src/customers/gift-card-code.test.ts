import { describe, expect, test } from 'vitest';
import { checkCharacter, codeAlphabet, formatCode, GiftCardCode } from './gift-card-code.ts';

const body = '7K2M91ABCDEFGHJK';
const code = body + checkCharacter(body);

describe('GiftCardCode', () => {
  test.each([
    ['as printed', formatCode(code)],
    ['in lower case with spaces', formatCode(code).toLowerCase().replaceAll('-', ' ')],
    ['with look-alike letters', code.replace('1', 'l')],
  ])('accepts a code %s', (_, typed) => {
    expect(GiftCardCode.parse(typed)).toBe(code);
  });

  test('rejects every single wrong character', () => {
    for (let index = 0; index < code.length; index += 1) {
      for (const other of codeAlphabet) {
        if (other === code[index]) continue;
        const wrong = code.slice(0, index) + other + code.slice(index + 1);
        expect(GiftCardCode.safeParse(wrong).success).toBe(false);
      }
    }
  });

  test.each([
    ['a short code', code.slice(0, 12)],
    ['a long code', `${code}A`],
    ['other characters', `${body}!`],
    ['nothing', ''],
  ])('rejects %s', (_, typed) => {
    expect(GiftCardCode.safeParse(typed).success).toBe(false);
  });
});

test('prints codes in groups of four', () => {
  expect(formatCode(code)).toBe(`7K2M-91AB-CDEF-GHJK-${code.at(-1)}`);
});
