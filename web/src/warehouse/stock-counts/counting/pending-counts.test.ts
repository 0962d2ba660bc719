import { expect, test } from 'vitest';
import { settled, withPending } from './pending-counts.ts';

const count = (key: string, subProductId: string, quantity: number) => ({
  key,
  subProductId,
  name: '',
  quantity,
});

test('what is entered later for an item replaces what waits', () => {
  const pending = withPending([count('a', 'milk', 3), count('b', 'eggs', 6)], count('c', 'milk', 4));

  expect(pending.map(({ key, quantity }) => [key, quantity])).toEqual([
    ['b', 6],
    ['c', 4],
  ]);
});

test('what was entered again while it was sent is still to be sent', () => {
  const sent = [count('a', 'milk', 3)];
  const now = withPending(sent, count('b', 'milk', 4));

  expect(settled(now, sent).map(({ key }) => key)).toEqual(['b']);
  expect(settled(sent, sent)).toEqual([]);
});
