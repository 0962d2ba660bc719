import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../../test/render.tsx';
import { endSession } from '../../core/session/session.ts';
import { confirm } from './confirm.tsx';

const deletion = { title: 'Delete this brand?', text: 'Products lose it.', confirm: 'Delete' };

test('a question is answered yes by its verb', async () => {
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
])('a question is answered no %s', async (_, decline) => {
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

test('a question may name its own way out', async () => {
  await show(null);

  const answer = confirm({ ...deletion, cancel: 'Keep it' });

  (await screen.findByRole('button', { name: 'Keep it' })).click();
  expect(await answer).toBe(false);
});

test('a second question declines the first', async () => {
  const { user } = await show(null);

  const first = confirm(deletion);
  const second = confirm({ title: 'Leave?', confirm: 'Leave' });
  expect(await first).toBe(false);
  await user.press('Leave');

  expect(await second).toBe(true);
});

test('a question ends with the session of who was asked', async () => {
  await show(null);

  const answer = confirm(deletion);
  await screen.findByRole('dialog');
  endSession();

  expect(await answer).toBe(false);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('what destroys is outlined, what goes on is filled', async () => {
  await show(null);
  const variant = async (name: string) =>
    (await screen.findByRole('button', { name })).getAttribute('data-variant');

  void confirm(deletion);
  expect(await variant('Delete')).toBe('outline');

  void confirm({ title: 'Send out?', confirm: 'Send out', danger: false });
  expect(await variant('Send out')).toBe('filled');
});
