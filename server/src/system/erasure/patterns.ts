import { normalPhone } from '@aisle/contract/core/fields';

interface Traces {
  names: readonly string[];
  emails: readonly string[];
  phones: readonly string[];
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\-]/g, '\\$&');
/** As it is within JSON, where quotes and backslashes are escaped. */
const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

/** Regular expressions for how people write a name, an email or a phone, which PostgreSQL and JavaScript read alike. */
export function patternsOf({ names, emails, phones }: Traces): string[] {
  const words = [...names, ...emails].filter((text) => text.trim().length >= 3);
  const texts = words.flatMap((text) => [escaped(text), escaped(inJson(text))]);
  // With a country code or without, and with whatever people write between the digits.
  const numbers = phones
    .map(normalPhone)
    .filter((digits) => digits.length >= 6)
    .map((digits) => `\\+?1?[ .(-]{0,2}${[...digits].join('[ ().-]{0,2}')}`);
  return [...new Set([...texts, ...numbers])];
}
