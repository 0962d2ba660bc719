import { expect, test } from 'vitest';
import { ApiError, isApiError, isPassing } from './api-error.ts';

const failed = (status: number, code = 'x') => new ApiError('Not now', { status, code });

test.each([
  ['there was no response', failed(0), true],
  ['the server is restarting', failed(503), true],
  ['a field is invalid', failed(400), false],
  ['another user saved first', failed(409), false],
  ['the error is of another kind', new Error('Not now'), false],
  ['there is no error', null, false],
])('reports whether a later attempt can succeed if %s: $2', (_, error, expected) => {
  expect(isPassing(error)).toBe(expected);
});

test('defaults to no fields and no details', () => {
  expect(failed(500)).toMatchObject({ message: 'Not now', fields: [], details: {} });
});

test('recognizes only errors from the server', () => {
  expect([failed(400), new Error('x'), undefined].map(isApiError)).toEqual([true, false, false]);
});
