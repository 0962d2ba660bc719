/** Splits a text into parts that match one of the words, and the parts between them. */
export function partsOf(text: string, words: string): { at: number; part: string; isFound: boolean }[] {
  const wanted = words
    .trim()
    .split(/\s+/)
    .filter((word) => word.length > 1)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (wanted.length === 0) return [{ at: 0, part: text, isFound: false }];
  let at = 0;
  return text
    .split(new RegExp(`(${wanted.join('|')})`, 'gi'))
    .map((part, index) => {
      const piece = { at, part, isFound: index % 2 === 1 };
      at += part.length;
      return piece;
    })
    .filter(({ part }) => part !== '');
}
