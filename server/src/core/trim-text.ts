/*
 * A pattern such as /[ .]+$/ looks at the rest of a run from each of its characters, so a long run in the middle of a
 * text takes time with its square. These look at each character once.
 */

/** The text without the characters at its end that a pattern of one character takes. */
export function trimEnd(text: string, ends: RegExp): string {
  let end = text.length;
  while (end > 0) {
    // A character beyond U+FFFF takes two places.
    const start = end > 1 && text.codePointAt(end - 2)! > 0xffff ? end - 2 : end - 1;
    if (!ends.test(text.slice(start, end))) break;
    end = start;
  }
  return text.slice(0, end);
}

/** The text without such characters at either end. */
export function trimEnds(text: string, ends: RegExp): string {
  let start = 0;
  while (start < text.length) {
    const character = String.fromCodePoint(text.codePointAt(start)!);
    if (!ends.test(character)) break;
    start += character.length;
  }
  return trimEnd(text.slice(start), ends);
}
