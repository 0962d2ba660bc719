import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../../test/render.tsx';
import { endSession } from '../../core/session/session.ts';
import { confirm } from './confirm.tsx';

const deletion = { title: 'Delete this brand?', text: 'Products lose it.', confirm: 'Delete' };

test('returns true after a click on the confirm button', async () => {
  const { user } = await show(null);

  const answer = confirm(deletion);
  await screen.findByRole('dialog', { name: 'Delete this brand?' });
  expect(screen.getByText('Products lose it.')).toBeTruthy();
  await user.press('Delete');

  expect(await answer).toBe(true);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test.each([
  ['by its cancel button', async (press: Press) => press.click('Cancel')],
  ['by Escape', async (press: Press) => press.key('{Escape}')],
])('returns false when declined %s', async (_, decline) => {
  const { user } = await show(null);

  const answer = confirm(deletion);
  await screen.findByRole('dialog');
  await decline({
    click: (name) => user.press(name),
    key: (keys) => user.keyboard(keys),
  });

  expect(await answer).toBe(false);
});
interface Press {
  click: (name: string) => Promise<void>;
  key: (keys: string) => Promise<void>;
}

test('accepts a custom label for the cancel button', async () => {
  await show(null);

  const answer = confirm({ ...deletion, cancel: 'Keep it' });

  (await screen.findByRole('button', { name: 'Keep it' })).click();
  expect(await answer).toBe(false);
});

test('declines the first question when a second one is asked', async () => {
  const { user } = await show(null);

  const first = confirm(deletion);
  const second = confirm({ title: 'Leave?', confirm: 'Leave' });
  expect(await first).toBe(false);
  await user.press('Leave');

  expect(await second).toBe(true);
});

test('declines a question when the session ends', async () => {
  await show(null);

  const answer = confirm(deletion);
  await screen.findByRole('dialog');
  endSession();

  expect(await answer).toBe(false);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('outlines the button of a destructive action and fills others', async () => {
  await show(null);
  const variant = async (name: string) =>
    (await screen.findByRole('button', { name })).getAttribute('data-variant');

  void confirm(deletion);
  expect(await variant('Delete')).toBe('outline');

  void confirm({ title: 'Send out?', confirm: 'Send out', danger: false });
  expect(await variant('Send out')).toBe('filled');
});
