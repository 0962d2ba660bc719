import { authRoutes } from '@aisle/contract/system/auth/auth';
import { type SecondFactors, secondFactorRoutes } from '@aisle/contract/system/auth/second-factors';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { idOf } from '../../../test/records.ts';
import { show } from '../../../test/render.tsx';
import { refusal, serve } from '../../../test/server.ts';
import { getSession, refreshSession } from '../../core/session/session.ts';
import { FactorSetup } from './factor-setup.tsx';
import { SecondFactorsPanel } from './second-factors-panel.tsx';

vi.mock('@simplewebauthn/browser', () => ({
  startRegistration: vi.fn(async () => ({ id: 'key', rawId: 'key', type: 'public-key', response: {} })),
  startAuthentication: vi.fn(),
}));

const none: SecondFactors = { isRequired: false, totpSince: null, passkeys: [], recoveryCodesLeft: 0 };
const both: SecondFactors = {
  isRequired: false,
  totpSince: '2026-11-01T10:00:00.000Z',
  passkeys: [{ _id: idOf(5), name: 'Work laptop', createdAt: '2026-11-01T10:00:00.000Z', lastUsedAt: null }],
  recoveryCodesLeft: 9,
};
const started = {
  secret: 'JBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/Aisle',
  qrCode: 'data:image/svg+xml;base64,AAAA',
};
const codes = ['aaaaa-bbbbb', 'ccccc-ddddd'];
const showPanel = () => show(<SecondFactorsPanel />, { at: '/profile' });
const rowOf = (title: string) => screen.getByText(title).closest('li')!;

beforeEach(() => {
  Object.assign(window, { isSecureContext: true, PublicKeyCredential: class {} });
});

test('sets up an authenticator app with a code, and shows the recovery codes once', async () => {
  serve(secondFactorRoutes.get, none);
  serve(secondFactorRoutes.startTotp, started);
  const confirmed = serve(secondFactorRoutes.confirmTotp, { recoveryCodes: codes });
  const { user } = await showPanel();

  await user.press('Set up');
  const dialog = await screen.findByRole('dialog', { name: 'Set up an authenticator app' });
  expect(await within(dialog).findByRole('img', { name: 'QR code for your authenticator app' })).toBeTruthy();
  expect(within(dialog).getByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy();
  await user.type(within(dialog).getByLabelText('Code'), '123 456');
  await user.click(within(dialog).getByRole('button', { name: 'Turn on' }));

  const shown = await screen.findByRole('dialog', { name: 'Your recovery codes' });
  expect(
    within(shown)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(codes);
  expect(confirmed).toMatchObject([{ body: { code: '123 456' } }]);
  await user.keyboard('{Escape}');
  await user.click(within(shown).getByRole('button', { name: "I've stored them" }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('shows a wrong code at its field and keeps the secret', async () => {
  serve(secondFactorRoutes.get, none);
  const starts = serve(secondFactorRoutes.startTotp, started);
  serve(
    secondFactorRoutes.confirmTotp,
    refusal(400, 'auth.code-wrong', 'Incorrect code', {
      fields: [{ path: 'code', message: 'Incorrect code' }],
    }),
  );
  const { user } = await showPanel();

  await user.press('Set up');
  const dialog = await screen.findByRole('dialog', { name: 'Set up an authenticator app' });
  await user.type(await within(dialog).findByLabelText('Code'), '123456{Enter}');

  expect(await within(dialog).findByText('Incorrect code')).toBeTruthy();
  expect(within(dialog).getByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy();
  expect(starts).toHaveLength(1);
});

test('lists second factors, and removes them after confirmation', async () => {
  serve(secondFactorRoutes.get, both);
  const removedApp = serve(secondFactorRoutes.removeTotp, {});
  const removedKey = serve(secondFactorRoutes.removePasskey, { _id: idOf(5) });
  const { user } = await showPanel();
  await screen.findByText('Work laptop');
  expect(rowOf('Work laptop').textContent).toContain('never used');
  expect(rowOf('Recovery codes').textContent).toContain('9 codes left');

  await user.click(within(rowOf('Authenticator app')).getByRole('button', { name: 'Remove' }));
  const first = await screen.findByRole('dialog', { name: 'Remove the authenticator app?' });
  expect(removedApp).toEqual([]);
  await user.click(within(first).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(removedApp).toHaveLength(1));

  await user.press('Remove Work laptop');
  await user.answer('Remove the passkey Work laptop?', 'Remove');
  await waitFor(() => expect(removedKey).toMatchObject([{ params: [idOf(5)] }]));
});

test('shows new recovery codes after confirmation', async () => {
  serve(secondFactorRoutes.get, both);
  const created = serve(secondFactorRoutes.newRecoveryCodes, { recoveryCodes: codes });
  const { user } = await showPanel();

  await user.press('New codes');
  const question = await screen.findByRole('dialog', { name: 'Create new recovery codes?' });
  expect(created).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Create codes' }));

  expect(await screen.findByText('aaaaa-bbbbb')).toBeTruthy();
});

test('adds a passkey with a name', async () => {
  serve(secondFactorRoutes.get, none);
  serve(secondFactorRoutes.passkeyOptions, { challenge: 'abc' });
  const added = serve(secondFactorRoutes.addPasskey, { passkey: both.passkeys[0]!, recoveryCodes: null });
  const { user } = await showPanel();

  await user.press('Add passkey');
  const dialog = await screen.findByRole('dialog', { name: 'Add passkey' });
  await user.retype('Name', 'Phone');
  await user.click(within(dialog).getByRole('button', { name: 'Continue' }));

  await waitFor(() => expect(added).toMatchObject([{ body: { name: 'Phone', response: { id: 'key' } } }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('opens the landing page after a required setup', async () => {
  serve(secondFactorRoutes.startTotp, started);
  serve(secondFactorRoutes.confirmTotp, { recoveryCodes: codes });
  const { user, address } = await show(<FactorSetup />, { at: '/second-factor' });
  const { user: me } = getSession()!;
  refreshSession(['brand_list'], { ...me, mustSetUpFactor: true });
  serve(authRoutes.check, {
    _id: idOf(1),
    userRole: ['brand_list'],
    user: me,
    brand: 'Aisle',
    flags: { topBar: true, setup: false, outbox: false },
    mapTiles: null,
    version: '1.0.0',
  });

  await user.press('Set up an authenticator app');
  const dialog = await screen.findByRole('dialog', { name: 'Set up an authenticator app' });
  await user.type(await within(dialog).findByLabelText('Code'), '123456{Enter}');
  await user.press("I've stored them");

  await waitFor(() => expect(address()).toBe('/dashboard'));
  expect(getSession()?.user.mustSetUpFactor).toBeUndefined();
});
