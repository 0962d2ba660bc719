import { describe, expect, test } from 'vitest';
import { SavedViewEdit, ViewSearch } from './saved-views.ts';

describe('a saved view', () => {
  test("stores the parameters of its list's URL", () => {
    const search = { q: 'milk', status: true, minTotal: 500, headlineStatus: ['pending', 'orderPlaced'] };

    expect(ViewSearch.parse(search)).toEqual(search);
  });

  test.each([{ page: 2 }, { cursor: 'abc' }])('rejects page positions: %j', (search) => {
    expect(ViewSearch.safeParse(search).error?.issues[0]?.message).toBe(
      'A view must start at the first page',
    );
  });

  test('rejects parameters of more than 4 KB', () => {
    const many = (count: number) => ({ ids: Array.from({ length: count }, () => 'x'.repeat(97)) });

    expect(ViewSearch.safeParse(many(40)).success).toBe(true);
    expect(ViewSearch.safeParse(many(41)).error?.issues[0]?.message).toBe('A view must be at most 4 KB');
  });

  test.each([{ nested: { deep: 1 } }, { nothing: null }, { '': 'no name' }])('rejects %j', (search) => {
    expect(ViewSearch.safeParse(search).success).toBe(false);
  });
});

test('keeps the list that it was saved for', () => {
  expect(SavedViewEdit.safeParse({ version: 1, list: '/orders' }).success).toBe(false);
  expect(SavedViewEdit.safeParse({ version: 1, name: 'Late' }).success).toBe(true);
});
