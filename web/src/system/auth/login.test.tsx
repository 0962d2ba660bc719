import { authRoutes } from '@aisle/contract/system/auth/auth';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ada, idOf } from '../../../test/records.ts';
import { show } from '../../../test/render.tsx';
import { refusal, serve } from '../../../test/server.ts';
import * as browserStore from '../../core/offline/browser-store.ts';
import { interruptSession, useSession } from '../../core/session/session.ts';
import { LoginScreen } from './login.tsx';

vi.mock('@simplewebauthn/browser', () => ({
  startAuthentication: async () => ({ id: 'key', rawId: 'key', type: 'public-key', response: {} }),
}));

const picture = 'data:image/png;base64,AAAA';
const signedIn = {
  'admin-token': 'token-2',
  _id: idOf(1),
  userRole: ['brand_list'],
  user: ada,
};
const AfterSession = () => (useSession() ? null : <LoginScreen />);
async function showLogin(content = <LoginScreen />) {
  const shown = await show(content, { at: '/login' });
  const fill = async (email: string, password: string) => {
    if (email) await shown.user.type(await screen.findByRole('textbox', { name: 'Email' }), email);
    if (password) await shown.user.type(screen.getByLabelText('Password'), password);
    await shown.user.press('Sign in');
  };
  return { ...shown, fill };
}

test('opens the dashboard after sign-in', async () => {
  const logins = serve(authRoutes.login, signedIn);
  const { fill, address } = await showLogin();
  expect(screen.queryByText(/You were signed out/)).toBeNull();

  await fill('ada@shop.example', 'Secret#123');

  await waitFor(() => expect(address()).toBe('/dashboard'));
  expect(logins).toMatchObject([{ body: { email: 'ada@shop.example', password: 'Secret#123' } }]);
});

test('explains an ended session and returns the same user to the page', async () => {
  serve(authRoutes.login, signedIn);
  vi.spyOn(browserStore, 'resumePerson').mockResolvedValue('/supports/1?tab=mine');
  const { fill, address, search } = await showLogin(<AfterSession />);
  act(() => interruptSession());
  expect(screen.getByRole('alert').textContent).toBe('You were signed out. Sign in to continue.');

  await fill('ada@shop.example', 'Secret#123');

  await waitFor(() => expect(address()).toBe('/supports/1'));
  expect(search()).toEqual({ tab: 'mine' });
});

test('requires an email and a password', async () => {
  const logins = serve(authRoutes.login, signedIn);
  const { fill } = await showLogin();

  await fill('', '');

  expect(await screen.findByText('Email is required')).toBeTruthy();
  expect(screen.getByText('Password is required')).toBeTruthy();
  expect(logins).toEqual([]);
});

test('shows a wrong password once, in a toast and then at its field, until the fields change', async () => {
  serve(authRoutes.login, refusal(400, 'auth.sign-in-failed', 'Incorrect email or password'));
  const { user, fill, address } = await showLogin();

  await fill('ada@shop.example', 'wrong');

  expect((await screen.findByRole('alert')).textContent).toContain('Incorrect email or password');
  expect(screen.getAllByText('Incorrect email or password')).toHaveLength(1);
  const password = screen.getByLabelText('Password');
  const areInvalid = () =>
    [screen.getByRole('textbox', { name: 'Email' }), password].map((field) =>
      field.getAttribute('aria-invalid'),
    );
  expect(areInvalid()).toEqual(['true', 'true']);
  expect(document.activeElement).toBe(password);
  expect(address()).toBe('/login');
  await user.press('Close');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getAllByText('Incorrect email or password')).toHaveLength(1);
  await user.type(password, 'x');
  expect(areInvalid()).not.toContain('true');
  expect(screen.queryByText('Incorrect email or password')).toBeNull();
});

test('marks no field if the server is unavailable', async () => {
  serve(authRoutes.login, refusal(503, 'unavailable', 'Try again in a moment'));
  const { fill } = await showLogin();

  await fill('ada@shop.example', 'Secret#123');

  expect(await screen.findByText('Try again in a moment')).toBeTruthy();
  expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).not.toBe('true');
});

test('asks for a captcha after too many failures, and then signs in', async () => {
  let isSolved = false;
  serve(authRoutes.login, () =>
    isSolved
      ? signedIn
      : refusal(429, 'auth.captcha-needed', 'Copy the picture', { data: { captchaCode: picture } }),
  );
  const answers = serve(authRoutes.checkCaptcha, () => {
    isSolved = true;
    return {};
  });
  const { user, fill, address } = await showLogin();

  await fill('ada@shop.example', 'Secret#123');
  await user.type(await screen.findByRole('textbox', { name: 'Captcha' }), 'X7KQ');
  await user.press('Continue');

  await waitFor(() => expect(address()).toBe('/dashboard'));
  expect(answers).toMatchObject([{ body: { captcha: 'X7KQ', email: 'ada@shop.example' } }]);
});

const needsCode = refusal(400, 'auth.second-factor-needed', 'Enter the code of your second factor', {
  data: { secondFactor: ['totp', 'recoveryCode'], ticket: 'ticket-1' },
});

test('signs in with a code of the authenticator app after the password', async () => {
  serve(authRoutes.login, needsCode);
  const completed = serve(authRoutes.secondFactor, signedIn);
  const { user, fill, address } = await showLogin();

  await fill('ada@shop.example', 'Secret#123');
  const code = await screen.findByRole('textbox', { name: 'Code' });
  expect(code.getAttribute('autocomplete')).toBe('one-time-code');
  expect(screen.queryByRole('alert')).toBeNull();
  await user.type(code, '123456');
  await user.press('Sign in');

  await waitFor(() => expect(address()).toBe('/dashboard'));
  expect(completed).toMatchObject([{ body: { ticket: 'ticket-1', kind: 'totp', code: '123456' } }]);
});

test('shows a wrong code at its field, accepts a recovery code, and returns to the password', async () => {
  serve(authRoutes.login, needsCode);
  const tried = serve(
    authRoutes.secondFactor,
    refusal(400, 'auth.code-wrong', 'Incorrect code', {
      fields: [{ path: 'code', message: 'Incorrect code' }],
    }),
  );
  const { user, fill } = await showLogin();

  await fill('ada@shop.example', 'Secret#123');
  await user.type(await screen.findByRole('textbox', { name: 'Code' }), '000000{Enter}');
  expect(await screen.findByText('Incorrect code')).toBeTruthy();
  await user.press('Use a recovery code');
  await user.type(screen.getByRole('textbox', { name: 'Recovery code' }), 'aaaaa-bbbbb{Enter}');

  await waitFor(() => expect(tried).toHaveLength(2));
  expect(tried[1]).toMatchObject({ body: { kind: 'recoveryCode', code: 'aaaaa-bbbbb' } });
  await user.press('Back');
  expect(await screen.findByLabelText('Password')).toBeTruthy();
});

test('shows an error for an expired sign-in', async () => {
  serve(authRoutes.login, needsCode);
  serve(authRoutes.secondFactor, refusal(400, 'auth.ticket-invalid', 'This sign-in has expired'));
  const { user, fill } = await showLogin();

  await fill('ada@shop.example', 'Secret#123');
  await user.type(await screen.findByRole('textbox', { name: 'Code' }), '123456{Enter}');

  expect((await screen.findByRole('alert')).textContent).toBe('This sign-in has expired');
});

test('signs in with a passkey instead of email and password', async () => {
  Object.assign(window, { isSecureContext: true, PublicKeyCredential: class {} });
  serve(authRoutes.passkeyOptions, { challenge: 'abc' });
  const sent = serve(authRoutes.passkey, signedIn);
  const { user, address } = await showLogin();

  await user.press('Use a passkey');

  await waitFor(() => expect(address()).toBe('/dashboard'));
  expect(sent).toMatchObject([{ body: { response: { id: 'key' } } }]);
});

test('sends a link for a forgotten password without revealing whether the account exists', async () => {
  const requested = serve(authRoutes.setPassword, {});
  const { user } = await showLogin();

  await user.press('Forgot your password?');
  const dialog = await screen.findByRole('dialog', { name: 'Forgot your password?' });
  await user.type(within(dialog).getByRole('textbox', { name: 'Email' }), 'ada@shop.example');
  await user.click(within(dialog).getByRole('button', { name: 'Send link' }));

  expect(await within(dialog).findByText(/If an account with this email exists/)).toBeTruthy();
  expect(requested).toMatchObject([{ body: { email: 'ada@shop.example' } }]);
});
