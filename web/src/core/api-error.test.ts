import { expect, test } from 'vitest';
import { ApiError, isApiError, isPassing } from './api-error.ts';

const failed = (status: number, code = 'x') => new ApiError('Not now', { status, code });

test.each([
  ['no answer came', failed(0), true],
  ['the server is restarting', failed(503), true],
  ['a field is wrong', failed(400), false],
  ['somebody was faster', failed(409), false],
  ['it is another kind of error', new Error('Not now'), false],
  ['it is no error at all', null, false],
])('tells whether a later attempt can succeed if %s: $2', (_, error, expected) => {
  expect(isPassing(error)).toBe(expected);
});

test('defaults to no fields and no details', () => {
  expect(failed(500)).toMatchObject({ message: 'Not now', fields: [], details: {} });
});

test('recognizes only errors from the server', () => {
  expect([failed(400), new Error('x'), undefined].map(isApiError)).toEqual([true, false, false]);
});
