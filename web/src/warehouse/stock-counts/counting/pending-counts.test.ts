import { expect, test } from 'vitest';
import { withoutSent, withPending } from './pending-counts.ts';

const count = (key: string, subProductId: string, quantity: number) => ({
  key,
  subProductId,
  name: '',
  quantity,
});

test('replaces a pending count of the same item', () => {
  const pending = withPending([count('a', 'milk', 3), count('b', 'eggs', 6)], count('c', 'milk', 4));

  expect(pending.map(({ key, quantity }) => [key, quantity])).toEqual([
    ['b', 6],
    ['c', 4],
  ]);
});

test('keeps an item counted again during sending', () => {
  const sent = [count('a', 'milk', 3)];
  const now = withPending(sent, count('b', 'milk', 4));

  expect(withoutSent(now, sent).map(({ key }) => key)).toEqual(['b']);
  expect(withoutSent(sent, sent)).toEqual([]);
});
