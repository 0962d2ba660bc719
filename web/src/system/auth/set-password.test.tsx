import { authRoutes } from '@aisle/contract/system/auth/auth';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../../test/render.tsx';
import { refusal, serve } from '../../../test/server.ts';
import { SetPassword } from './set-password.tsx';

test('offers a new link once the link has expired', async () => {
  serve(
    authRoutes.resetPassword,
    refusal(400, 'auth.token-invalid', 'This link has expired or was already used'),
  );
  const sent = serve(authRoutes.setPassword, {});
  const { user } = await show(<SetPassword />, {
    at: '/set-password/token-1',
    page: '/set-password/$token',
    isPublic: true,
  });
  await user.type(await screen.findByLabelText('New Password'), 'Groceries1!');
  await user.type(screen.getByLabelText('Confirm New Password'), 'Groceries1!');
  expect(screen.queryByRole('button', { name: 'Send a new link' })).toBeNull();

  await user.press('Save password');
  await screen.findByText('This link has expired or was already used');
  await user.press('Send a new link');

  await waitFor(() => expect(sent).toMatchObject([{ body: { token: 'token-1' } }]));
});
