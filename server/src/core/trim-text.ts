/*
 * A pattern such as /[ .]+$/ rescans a run from each of its characters, so a long run in the middle of a text takes quadratic
 * time. These functions visit each character once.
 */

/** The text without trailing characters that match a single-character pattern. */
export function trimEnd(text: string, ends: RegExp): string {
  let end = text.length;
  while (end > 0) {
    // A character above U+FFFF takes two code units.
    const start = end > 1 && text.codePointAt(end - 2)! > 0xffff ? end - 2 : end - 1;
    if (!ends.test(text.slice(start, end))) break;
    end = start;
  }
  return text.slice(0, end);
}

/** The text without leading and trailing characters that match. */
export function trimEnds(text: string, ends: RegExp): string {
  let start = 0;
  while (start < text.length) {
    const character = String.fromCodePoint(text.codePointAt(start)!);
    if (!ends.test(character)) break;
    start += character.length;
  }
  return trimEnd(text.slice(start), ends);
}
