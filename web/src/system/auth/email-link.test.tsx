import { authRoutes } from '@aisle/contract/system/auth/auth';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../../test/render.tsx';
import { refusal, serve } from '../../../test/server.ts';
import { ConfirmEmail, KeepEmail } from './email-link.tsx';

const showAt = (path: string, screenOf: typeof ConfirmEmail) => {
  const Screen = screenOf;
  return show(<Screen />, { at: `${path}/token-1`, page: `${path}/$token` });
};

test('confirms a new email by a click, not by opening the page', async () => {
  const confirmed = serve(authRoutes.confirmEmail, { email: 'new@shop.example' });
  const { user } = await showAt('/confirm-email', ConfirmEmail);
  const button = await screen.findByRole('button', { name: 'Confirm email' });
  expect(confirmed).toEqual([]);

  await user.click(button);

  expect(await screen.findByText('From now on, sign in with new@shop.example.')).toBeTruthy();
  expect(confirmed).toMatchObject([{ body: { token: 'token-1' } }]);
});

test('keeps the old email', async () => {
  const kept = serve(authRoutes.keepEmail, { email: 'old@shop.example' });
  const { user } = await showAt('/keep-email', KeepEmail);

  await user.press('Keep this email');

  expect(await screen.findByText(/Your email stays old@shop\.example/)).toBeTruthy();
  await waitFor(() => expect(kept).toMatchObject([{ body: { token: 'token-1' } }]));
});

test('shows an error for a used link', async () => {
  serve(
    authRoutes.confirmEmail,
    refusal(400, 'auth.token-invalid', 'This link has expired or was already used'),
  );
  const { user } = await showAt('/confirm-email', ConfirmEmail);

  await user.press('Confirm email');

  expect((await screen.findByRole('alert')).textContent).toContain('already used');
});
