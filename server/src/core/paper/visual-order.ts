import { createRequire } from 'node:module';

// The types describe an ES module, but Node loads a CommonJS one, so a default import doesn't match both.
const bidiFactory: typeof import('bidi-js').default = createRequire(import.meta.url)('bidi-js');
const bidi = bidiFactory();

/**
 * Converts the lines of a paragraph to their drawing order from left to right, by the Unicode Bidirectional Algorithm:
 * letters of Hebrew and Arabic are reversed, numbers aren't, and brackets face their content. The levels are those of the
 * whole paragraph, because a line can begin in the middle of a number's context.
 *
 * PDFKit draws each word separately, so a line is returned in parts. Left-to-right text is one part; right-to-left text
 * has one part for each word and each space.
 */
export function paragraphOrder(paragraph: string): (start: number, end: number) => string[] {
  const embedding = bidi.getEmbeddingLevels(paragraph);
  const { levels } = embedding;
  if (levels.every((level) => level === 0)) return (start, end) => [paragraph.slice(start, end)];
  return (start, end) => {
    if (end <= start) return [''];
    const last = end - 1;
    const mirrored = bidi.getMirroredCharactersMap(paragraph, levels, start, last);
    // Reordering returns the characters from left to right; adjacent ones of the same direction form a run.
    const order = bidi.getReorderedIndices(paragraph, embedding, start, last).slice(start, end);
    const runs: { isRightToLeft: boolean; at: number[] }[] = [];
    for (const [place, at] of order.entries()) {
      const isRightToLeft = levels[at]! % 2 === 1;
      const before = order[place - 1];
      const goesOn = before !== undefined && at - before === (isRightToLeft ? -1 : 1);
      const run = runs.at(-1);
      if (run && goesOn && run.isRightToLeft === isRightToLeft) run.at.push(at);
      else runs.push({ isRightToLeft, at: [at] });
    }
    return runs.flatMap(({ isRightToLeft, at }) => {
      const logical = at
        .toSorted((one, other) => one - other)
        .map((index) => mirrored.get(index) ?? paragraph[index]!)
        .join('')
        .replace(controls, '');
      const words = logical.split(/( )/).filter((word) => word !== '');
      return isRightToLeft
        ? words.reverse().map((word) => drawn(word, true))
        : joined(words.map((word) => drawn(word, false)));
    });
  };
}

/** Control characters that direct the order and aren't shown. */
const controls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The font draws a word in the direction of its first letter, so words of the other direction are reversed. */
function drawn(word: string, isRightToLeft: boolean): string {
  const letter = withScript.exec(word)?.[0];
  const isTurnedByFont = letter !== undefined && fromRight.test(letter);
  return isTurnedByFont === isRightToLeft ? word : [...word].reverse().join('');
}
const withScript = /[^\p{Script=Common}\p{Script=Inherited}\p{Script=Unknown}]/u;
const fromRight =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}]/u;

const joined = (words: readonly string[]): string[] => [words.join('')];
