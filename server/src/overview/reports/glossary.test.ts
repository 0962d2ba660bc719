import { readFileSync } from 'node:fs';
import { discountMetrics, productMetrics, storeMetrics } from '@aisle/contract/overview/figures';
import { expect, test } from 'vitest';

test('defines every metric with the text of its tooltip, in the same order', () => {
  const glossary = readFileSync(new URL('../../../../docs/glossary.md', import.meta.url), 'utf8');

  const defined = [...glossary.matchAll(/^\| ([^|]+) \| `(\w+)` \| ([^|]+) \|$/gm)].map((row) =>
    row.slice(1),
  );

  expect(defined).toEqual(
    [...storeMetrics, ...discountMetrics, ...productMetrics].map(({ key, label, definition }) => [
      label,
      key,
      definition,
    ]),
  );
});
