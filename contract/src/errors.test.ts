import { expect, test } from 'vitest';
import { type ProblemCode, problemMessage, problems } from './errors.ts';

const codes = Object.keys(problems) as ProblemCode[];
const placeholdersOf = (message: string) => [...message.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);

test.each(codes)('declares every placeholder of the message of %s in its details', (code) => {
  const spec = problems[code];
  const details = 'details' in spec ? Object.keys(spec.details.shape) : [];

  expect(details).toEqual(expect.arrayContaining(placeholdersOf(spec.message)));
});

test('requires every placeholder of a message', () => {
  const mayBeMissing = codes.flatMap((code) => {
    const spec = problems[code];
    if (!('details' in spec)) return [];
    const shape: Record<string, { safeParse(value: unknown): { success: boolean } }> = spec.details.shape;
    return placeholdersOf(spec.message).filter((name) => shape[name]?.safeParse(undefined).success);
  });

  expect(mayBeMissing).toEqual([]);
});

test('formats large numbers with commas', () => {
  expect(problemMessage('exports.too-many', { most: 100_000 })).toContain('up to 100,000 rows');
  expect(problemMessage('stock.reserved', { reserved: 1200, most: 0.125 })).toContain('up to 0.125');
});
