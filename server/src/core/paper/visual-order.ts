import { createRequire } from 'node:module';

// Its types describe an ES module, Node gets a CommonJS one: an import of the default does not fit both.
const bidiFactory: typeof import('bidi-js').default = createRequire(import.meta.url)('bidi-js');
const bidi = bidiFactory();

/**
 * The words of one line as they are drawn from left to right, by the Unicode Bidirectional Algorithm: Hebrew and
 * Arabic run the other way, and numbers between their words go along. The letters within a word are the font's
 * affair. A line without such words is one part.
 */
export function visualOrder(line: string): string[] {
  const embedding = bidi.getEmbeddingLevels(line, 'ltr');
  if (embedding.levels.every((level) => level === 0)) return [line];
  const words = line.split(' ');
  const wordAt = words.flatMap((word, index) => Array<number>(word.length + 1).fill(index));
  const drawn = new Set<number>();
  for (const at of bidi.getReorderedIndices(line, embedding)) {
    if (line[at] !== ' ') drawn.add(wordAt[at]!);
  }
  return [...drawn].map((index) => words[index]!);
}
