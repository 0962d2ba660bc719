import '../../ui/theme/mantine-more.css';
import { authRoutes } from '@aisle/contract/system/auth/auth';
import { Button, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { call } from '../../core/api.ts';
import { later } from '../../core/pages/lazy.ts';
import { loadPreferences } from '../../core/preferences/user-preferences-sync.ts';
import { landingPath } from '../../core/session/landing.ts';
import { canUsePasskeys } from '../../core/session/passkeys.ts';
import { useIsPasswordRequired } from '../../core/session/reauth.ts';
import { refreshSession, useSession } from '../../core/session/session.ts';
import { signOut } from '../../core/session/sign-out.ts';
import { SignedOut } from '../auth/signed-out.tsx';
import { type FactorDialog, FactorDialogs } from './factor-dialogs.tsx';

const PasswordDialog = later(() =>
  import('../auth/password-dialog.tsx').then((module) => module.PasswordDialog),
);

/** The only screen for users who need a second factor and have none. */
export function FactorSetup() {
  const navigate = useNavigate();
  const session = useSession();
  const [dialog, setDialog] = useState<FactorDialog>(null);
  const isPasswordRequired = useIsPasswordRequired();
  async function enter(): Promise<void> {
    const { userRole, user } = await call(authRoutes.check, {});
    refreshSession(userRole, user);
    await loadPreferences().catch(() => undefined);
    await navigate({ to: landingPath(), replace: true });
  }
  async function leave(): Promise<void> {
    await signOut();
    await navigate({ to: '/login', replace: true });
  }
  if (!session) return null;
  return (
    <SignedOut
      title="Set up a second factor"
      text="Your account needs more than a password. Set up one of these to continue."
    >
      <Stack gap="md">
        <Button fullWidth onClick={() => setDialog({ kind: 'totp' })}>
          Set up an authenticator app
        </Button>
        {canUsePasskeys() && (
          <Button variant="default" fullWidth onClick={() => setDialog({ kind: 'passkey' })}>
            Add a passkey
          </Button>
        )}
        <Button variant="subtle" color="gray" fullWidth onClick={() => void leave()}>
          Sign out
        </Button>
      </Stack>
      <FactorDialogs dialog={dialog} onChange={setDialog} onDone={() => void enter()} />
      <Suspense>{isPasswordRequired && <PasswordDialog />}</Suspense>
    </SignedOut>
  );
}
