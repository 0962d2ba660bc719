import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../../test/render.tsx';
import { Decrypt } from './decrypt.tsx';

async function decrypt(text: string) {
  const { user } = await show(<Decrypt />, { at: '/decrypt' });
  const field = await screen.findByRole('textbox', { name: 'Encrypted body' });
  await user.type(field, text);
  await user.press('Decrypt');
  return (await screen.findByRole('alert')).textContent;
}

test('text that is no encrypted answer is distinguished from one of another session', async () => {
  expect(await decrypt('hello')).toContain("This isn't an encrypted response");
});

test('an answer sealed for another session cannot be opened here', async () => {
  const header = btoa(JSON.stringify({ alg: 'dir', enc: 'A256GCM' }));

  expect(await decrypt(`${header}.a.b.c.d`)).toContain('encrypted for another session');
});

test('there is nothing to decrypt before something is pasted', async () => {
  await show(<Decrypt />, { at: '/decrypt' });

  const button = await screen.findByRole('button', { name: 'Decrypt' });

  expect(button.hasAttribute('disabled')).toBe(true);
});
