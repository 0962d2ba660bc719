import { expect, test } from 'vitest';
import { z } from 'zod';
import { fieldErrors } from './envelope.ts';

const Basket = z.strictObject({
  name: z.string('Name is required').min(3, 'Name is too short').max(2, 'Name is too long'),
  lines: z.array(z.strictObject({ sku: z.string('SKU is required') })),
});
const wrongIn = (value: unknown) => fieldErrors(Basket.safeParse(value).error ?? new z.ZodError([]));

test('reports the path of a nested field', () => {
  const errors = wrongIn({ name: 'ab', lines: [{ sku: 'A' }, {}] });

  expect(errors).toContainEqual({ path: 'lines.1.sku', message: 'SKU is required' });
});

test('shows the first reason for a field with several errors', () => {
  const Both = z.string().min(3, 'Too short').regex(/^a/, 'Must begin with a');

  expect(fieldErrors(Both.safeParse('b').error!)).toEqual([{ path: '', message: 'Too short' }]);
});

test('reports each unknown field with its path', () => {
  const errors = wrongIn({ name: 'ab', lines: [{ sku: 'A', colour: 'red' }], size: 1, weight: 2 });

  expect(errors).toEqual(
    expect.arrayContaining([
      { path: 'size', message: "Unknown field 'size'" },
      { path: 'weight', message: "Unknown field 'weight'" },
      { path: 'lines.0.colour', message: "Unknown field 'colour'" },
    ]),
  );
});

test("reports an empty path if the body isn't an object", () => {
  expect(wrongIn('text').map(({ path }) => path)).toEqual(['']);
});
