/** Joins several texts into one cell: "Milk; Soy". A semicolon within a text is escaped with a backslash. */
export const joinList = (items: readonly string[]): string =>
  items.map((item) => item.replace(/[\\;]/g, '\\$&')).join('; ');

export const splitList = (text: string): string[] =>
  partsOf(text, ';')
    .map((part) => part.trim().replace(/\\([\\;])/g, '$1'))
    .filter((part) => part !== '');

/** "Fat: Skim". A colon within the name is escaped with a backslash. */
export const joinPair = (name: string, value: string | number): string =>
  `${name.replace(/[\\:]/g, '\\$&')}: ${value}`;

/** The name and the value; undefined if the text has no colon between them. */
export function splitPair(text: string): [name: string, value: string] | undefined {
  const [first = '', ...rest] = partsOf(text, ':');
  const name = first.trim().replace(/\\([\\:])/g, '$1');
  return name === '' || rest.length === 0 ? undefined : [name, text.slice(first.length + 1).trim()];
}

/** Splits at each mark without a backslash before it. */
function partsOf(text: string, mark: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === mark) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)];
}
