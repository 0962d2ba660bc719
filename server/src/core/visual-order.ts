const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;
const leftToRight = /\p{L}/u;

const directionOf = (word: string): 'right' | 'left' | 'either' =>
  rightToLeft.test(word) ? 'right' : leftToRight.test(word) ? 'left' : 'either';

/**
 * The parts of one line as they stand from left to right, with a space between each two: Hebrew and Arabic run the other way, and numbers between
 * their words go along. The letters within a word are the font's affair.
 */
export function visualOrder(line: string): string[] {
  if (!rightToLeft.test(line)) return [line];
  const words = line.split(' ');
  const ordered: string[] = [];
  for (let at = 0; at < words.length; ) {
    if (directionOf(words[at]!) !== 'right') {
      ordered.push(words[at]!);
      at += 1;
      continue;
    }
    let last = at;
    for (let next = at + 1; next < words.length && directionOf(words[next]!) !== 'left'; next += 1) {
      if (directionOf(words[next]!) === 'right') last = next;
    }
    ordered.push(...words.slice(at, last + 1).reverse());
    at = last + 1;
  }
  return ordered;
}
