import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { unpackWoff } from './woff.ts';

const require = createRequire(import.meta.url);

test('unpacks all tables of a font, each within the file', () => {
  const woff = readFileSync(require.resolve('@fontsource/inter/files/inter-latin-400-normal.woff'));

  const font = unpackWoff(woff);

  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, index) => {
    const at = 12 + index * 16;
    return {
      tag: font.toString('latin1', at, at + 4),
      offset: font.readUInt32BE(at + 8),
      length: font.readUInt32BE(at + 12),
    };
  });
  expect([font.readUInt32BE(0), font.readUInt16BE(4)]).toEqual([0x0001_0000, count]);
  expect(tables.map(({ tag }) => tag)).toEqual(expect.arrayContaining(['cmap', 'glyf', 'head', 'loca']));
  expect(tables.every(({ offset, length }) => offset % 4 === 0 && offset + length <= font.length)).toBe(true);
  // The head of every TrueType font contains this number.
  const head = tables.find(({ tag }) => tag === 'head')!;
  expect(font.readUInt32BE(head.offset + 12)).toBe(0x5f0f_3cf5);
});
