/** Words that stay in lower case within a title. */
const small = new Set([
  'a',
  'an',
  'and',
  'as',
  'at',
  'by',
  'for',
  'from',
  'in',
  'of',
  'on',
  'or',
  'the',
  'to',
  'with',
]);

/** A longer name in capitals isn't an abbreviation. */
const longestAbbreviation = 4;

/** "energy granola bars" as "Energy Granola Bars". Words with a capital, such as "BBQ" or "iPhone", stay as they are. */
export function titleCase(name: string): string {
  const isLoud = name.length > longestAbbreviation && name === name.toUpperCase();
  const words = (isLoud ? name.toLowerCase() : name).split(' ');
  return words
    .map((word, index) => {
      if (word !== word.toLowerCase() || (index > 0 && small.has(word))) return word;
      return word.replaceAll(/(?<=^|[-/(&])\p{L}/gu, (letter) => letter.toUpperCase());
    })
    .join(' ');
}
