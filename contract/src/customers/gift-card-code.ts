import { z } from 'zod';
import { beforeNormalizing, tooLong } from '../core/fields.ts';
import { normalCode } from '../core/normal-text.ts';

/** Crockford's base 32, without letters that look like digits. */
export const codeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 16;

/**
 * The last character of a code. Its weights are odd, so that it differs after one wrong character, wherever that is.
 */
export function checkCharacter(body: string): string {
  const sum = [...body].reduce(
    (total, character, index) => total + codeAlphabet.indexOf(character) * (2 * index + 3),
    0,
  );
  return codeAlphabet[sum % codeAlphabet.length]!;
}

/** "7k2m 91ab…" → "7K2M91AB…": without spaces and hyphens, and with O, I and L read as the digits that they look like. */
const plainCode = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[\s-]+/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');

const isCode = (code: string): boolean =>
  code.length === length + 1 &&
  [...code].every((character) => codeAlphabet.includes(character)) &&
  checkCharacter(code.slice(0, length)) === code[length];

/** "7K2M91ABCDEFGHJKQ" → "7K2M-91AB-CDEF-GHJK-Q". */
export const formatCode = (code: string): string => code.replace(/.{4}(?=.)/g, '$&-');

const codeMessage = "This isn't a valid gift card code. Check the characters";
/** The code of a gift card as typed. */
export const GiftCardCode = z
  .string({ error: 'Enter the code of the gift card' })
  .max(...beforeNormalizing)
  .overwrite(normalCode)
  .overwrite(plainCode)
  .max(length + 1, tooLong(codeMessage))
  .refine(isCode, codeMessage);
