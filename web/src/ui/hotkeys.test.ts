import { expect, test } from 'vitest';
import { keyName, keySequence } from './hotkeys.ts';

const names = () => ['g o', '/', 'mod+k'];

test('recognizes g then o only within the time limit', () => {
  let now = 0;
  const follow = keySequence(names, () => now);

  expect([follow('g'), follow('o')]).toEqual([null, 'g o']);
  follow('g');
  now = 5000;
  expect(follow('o')).toBeNull();
});

test('treats Ctrl and Cmd alike and ignores Alt', () => {
  const press = { key: 'k', ctrlKey: false, metaKey: false, altKey: false };

  expect(keyName({ ...press, ctrlKey: true })).toBe('mod+k');
  expect(keyName({ ...press, metaKey: true })).toBe('mod+k');
  expect(keyName({ ...press, altKey: true })).toBeNull();
});
