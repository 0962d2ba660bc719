import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { productFigures, storeFigures } from './figures.ts';

test('the glossary defines every figure with the words of its tooltip, in the same sequence', () => {
  const glossary = readFileSync(new URL('../../../docs/glossary.md', import.meta.url), 'utf8');

  const defined = [...glossary.matchAll(/^\| ([^|]+) \| `(\w+)` \| ([^|]+) \|$/gm)].map((row) =>
    row.slice(1),
  );

  expect(defined).toEqual(
    [...storeFigures, ...productFigures].map(({ key, label, definition }) => [label, key, definition]),
  );
});
