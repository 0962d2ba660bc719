import { normalPhone } from '@aisle/contract/core/fields';

interface Traces {
  names: readonly string[];
  emails: readonly string[];
  phones: readonly string[];
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\-]/g, '\\$&');
/** The text in JSON, where quotes and backslashes are escaped. */
const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

/** Two letters can mean anything, but two Chinese characters are a name. */
const isLongEnough = (text: string): boolean =>
  text.trim().length >= (/^[\p{Script=Latin}\s.]*$/u.test(text) ? 3 : 2);
/**
 * A name of one word doesn't match inside a longer word: Ann isn't in "channel". Other scripts have no spaces between words.
 */
const withEnds = (text: string): string =>
  /^[A-Za-zÀ-ɏ]+$/.test(text) ? `(?<![A-Za-zÀ-ɏ])${text}(?![A-Za-zÀ-ɏ])` : text;

/** Regular expressions for the ways to write a name, an email or a phone. PostgreSQL and JavaScript read them alike. */
export function patternsOf({ names, emails, phones }: Traces): string[] {
  const words = [...names, ...emails].filter(isLongEnough);
  const texts = words.flatMap((text) => [withEnds(escaped(text)), withEnds(escaped(inJson(text)))]);
  // With or without a country code, and with any separators between the digits.
  const numbers = phones
    .map(normalPhone)
    .filter((digits) => digits.length >= 6)
    .map((digits) => `\\+?1?[ .(-]{0,2}${[...digits].join('[ ().-]{0,2}')}`);
  return [...new Set([...texts, ...numbers])];
}
