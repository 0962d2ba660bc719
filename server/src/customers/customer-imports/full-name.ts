/** Suffixes that follow a name: "John Smith, Jr.", "Acme, Inc.". */
const suffixes = new Set(
  'jr sr ii iii iv phd md dds esq cpa rn inc llc llp ltd plc corp co company gmbh ag kg ohg sa sas sarl srl sl bv'.split(
    ' ',
  ),
);
const isSuffix = (word: string): boolean => suffixes.has(word.toLowerCase().replaceAll('.', ''));

/** Splits a name from a list: "Jane Doe" or "Doe, Jane". A single word is a first name. */
export function splitName(fullName: string): { first: string; last: string } {
  const parts = fullName
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const names = parts.filter((part, at) => at === 0 || !isSuffix(part));
  const after = parts.filter((part, at) => at > 0 && isSuffix(part));
  const [one = '', two] = names;
  if (names.length === 2 && !isSuffix(one)) return { first: two!, last: [one, ...after].join(' ') };
  // Several commas separate the partners of a company.
  const words = [names.join(', '), ...after].join(' ').split(/\s+/);
  const end = words.length > 2 && isSuffix(words.at(-1)!) ? words.length - 2 : words.length - 1;
  if (end <= 0) return { first: words[0] ?? '', last: '' };
  return { first: words.slice(0, end).join(' ').replace(/,$/, ''), last: words.slice(end).join(' ') };
}
