import { expect, test } from 'vitest';
import { z } from 'zod';
import { fieldErrors } from './envelope.ts';
import { Id } from './fields.ts';
import './plain-text.ts';

const said = (schema: z.ZodType, value: unknown) => {
  const { error } = schema.safeParse(value);
  return error && fieldErrors(error)[0]?.message;
};
const status = z.enum(['new', 'done']);

test.each([
  [z.string(), undefined, 'This is required'],
  [z.string(), 5, 'Must be text'],
  [z.int(), 1.5, 'Must be a whole number'],
  [z.strictObject({}), [], 'Must be an object'],
  [z.strictObject({}), { a: 1 }, "Unknown field 'a'"],
  [status, 'x', 'Choose one of new, done'],
  [z.enum(Array.from({ length: 30 }, (_, at) => `${at}`)), 'x', 'Not one of the available options'],
  [z.union([status, z.array(status).min(1)]), 'x', 'Choose one of new, done'],
  [z.union([status, z.array(status).min(1)]), [], 'Add at least one'],
  [z.string().min(1), '', "Can't be empty"],
  [z.string().max(3), 'four', 'At most 3 characters'],
  [z.array(z.string()).max(1), ['a', 'b'], 'At most 1 at once'],
  [z.int().min(1), 0, 'Must be at least 1'],
  [z.number().positive(), 0, 'Must be above 0'],
  [z.int().max(100), 101, 'Must be at most 100'],
  [z.literal(true), 1, 'Must be true'],
  [z.url(), 'x', 'Enter a valid address, such as https://example.com'],
  [z.string().regex(/^a/), 'b', 'Invalid format'],
] as const)('states the expected value in the message', (schema, value, sentence) => {
  expect(said(schema, value)).toBe(sentence);
});

test.each([
  ['productId', 'Product is required'],
  ['subProductId', 'Sub-product is required'],
  ['fromLocationId', 'From location is required'],
  ['locationIds', 'Locations are required'],
  ['taxIds', 'Taxes are required'],
  ['categoryIds', 'Categories are required'],
  ['orderedIds', 'This is required'],
  ['lines', 'Lines are required'],
  ['address', 'Address is required'],
  ['isPaused', 'Paused is required'],
  ['_id', 'ID is required'],
  ['ids', 'IDs are required'],
  ['intoId', 'This is required'],
])('names a missing %s in words', (name, sentence) => {
  expect(said(z.object({ [name]: z.unknown().nonoptional() }), {})).toBe(sentence);
  expect(said(z.object({ lines: z.array(z.object({ [name]: Id })) }), { lines: [{}] })).toBe(sentence);
});

test('distinguishes an invalid ID from a missing one', () => {
  expect(said(z.object({ productId: Id }), { productId: 'x' })).toBe('Not a valid id');
});

test('prefers the message of the schema', () => {
  expect(said(z.string({ error: 'Name is required' }), undefined)).toBe('Name is required');
});
