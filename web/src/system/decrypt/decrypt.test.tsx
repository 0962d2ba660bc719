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

test('distinguishes invalid text from a response of another session', async () => {
  expect(await decrypt('hello')).toContain("This isn't an encrypted response");
});

test('rejects a response encrypted for another session', async () => {
  const header = btoa(JSON.stringify({ alg: 'dir', enc: 'A256GCM' }));

  expect(await decrypt(`${header}.a.b.c.d`)).toContain('encrypted for another session');
});

test('disables Decrypt before input', async () => {
  await show(<Decrypt />, { at: '/decrypt' });

  const button = await screen.findByRole('button', { name: 'Decrypt' });

  expect(button.hasAttribute('disabled')).toBe(true);
});
