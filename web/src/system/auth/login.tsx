import type { SecondFactorChallenge } from '@aisle/contract/system/auth/auth';
import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { type AnyRouter, useRouter } from '@tanstack/react-router';
import { Suspense, useRef, useState } from 'react';
import { useNotices } from '../../core/notice.tsx';
import { later } from '../../core/pages/lazy.ts';
import { landingPath, takeReturnAddress } from '../../core/session/landing.ts';
import { canUsePasskeys } from '../../core/session/passkeys.ts';
import { wasInterrupted } from '../../core/session/session.ts';
import { SignedOut } from './signed-out.tsx';

// Keeps the first page small: validation and dialogs load on the first keystroke.
const loadSignIn = () => import('./sign-in.ts');
const CaptchaDialog = later(() => import('./captcha-dialog.tsx').then((module) => module.CaptchaDialog));
const SecondFactorStep = later(() =>
  import('./second-factor-step.tsx').then((module) => module.SecondFactorStep),
);
const ForgotDialog = later(() => import('./forgot-dialog.tsx').then((module) => module.ForgotDialog));

/** Prefetches the app while the user types. */
function prefetchApp(router: AnyRouter): void {
  for (const id of ['/shell', '/shell/dashboard']) {
    const route = router.routesById[id];
    if (route) void router.loadRouteChunk(route)?.catch(() => undefined);
  }
}

export function LoginScreen() {
  const router = useRouter();
  const [challenge, setChallenge] = useState<SecondFactorChallenge | null>(null);
  const enter = () => router.history.replace(takeReturnAddress() ?? landingPath());
  if (!challenge) return <PasswordStep onSignedIn={enter} onSecondFactor={setChallenge} />;
  return (
    <SignedOut title="Confirm it's you">
      <Suspense>
        <SecondFactorStep challenge={challenge} onDone={enter} onBack={() => setChallenge(null)} />
      </Suspense>
    </SignedOut>
  );
}

interface PasswordStepProps {
  onSignedIn: () => void;
  onSecondFactor: (challenge: SecondFactorChallenge) => void;
}
function PasswordStep({ onSignedIn, onSecondFactor }: PasswordStepProps) {
  const router = useRouter();
  // Stays until the page is left, because signing in starts a session before.
  const [isContinued] = useState(wasInterrupted);
  const form = useRef<HTMLFormElement>(null);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [mismatch, setMismatch] = useState<string>();
  const hasToast = useNotices().length > 0;
  const [isBusy, setBusy] = useState(false);
  const [captcha, setCaptcha] = useState<string | null>(null);
  const [isForgotten, setForgotten] = useState(false);

  async function submit(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    try {
      const { signIn } = await loadSignIn();
      const result = await signIn({ email, password });
      if (result.signedIn) return onSignedIn();
      if (result.secondFactor) return onSecondFactor(result.secondFactor);
      setErrors(result.errors);
      setMismatch(result.mismatch);
      setCaptcha(result.captcha ?? null);
      // Focuses the field to correct, or the password.
      const wrong = Object.keys(result.errors)[0] ?? 'password';
      form.current?.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus();
    } finally {
      setBusy(false);
    }
  }
  const typed = (field: string, set: (value: string) => void) => (value: string) => {
    set(value);
    setErrors(({ [field]: _mended, ...others }) => others);
    setMismatch(undefined);
    void loadSignIn();
    prefetchApp(router);
  };
  const onEmail = typed('email', setEmail);
  const onPassword = typed('password', setPassword);

  return (
    <SignedOut title="Sign in">
      {isContinued && (
        <Text role="alert" c="dimmed" size="sm" mb="md">
          You were signed out. Sign in to continue.
        </Text>
      )}
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap="md">
          <TextInput
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            autoFocus
            value={email}
            error={errors.email ?? mismatch !== undefined}
            onChange={(event) => onEmail(event.currentTarget.value)}
          />
          <PasswordInput
            label="Password"
            name="password"
            autoComplete="current-password"
            value={password}
            // Shows the message once: in the toast, and here after the toast is gone.
            error={errors.password ?? (hasToast ? mismatch !== undefined : mismatch)}
            aria-invalid={mismatch !== undefined || errors.password !== undefined || undefined}
            onChange={(event) => onPassword(event.currentTarget.value)}
          />
          <Button type="submit" fullWidth loading={isBusy}>
            Sign in
          </Button>
          {canUsePasskeys() && <PasskeyButton onSignedIn={onSignedIn} />}
          <Anchor component="button" type="button" size="sm" onClick={() => setForgotten(true)}>
            Forgot your password?
          </Anchor>
        </Stack>
      </form>
      <Suspense>
        {captcha && (
          <CaptchaDialog
            email={email.trim()}
            picture={captcha}
            onClose={() => setCaptcha(null)}
            onSolved={() => {
              setCaptcha(null);
              void submit();
            }}
          />
        )}
        {isForgotten && <ForgotDialog email={email.trim()} onClose={() => setForgotten(false)} />}
      </Suspense>
    </SignedOut>
  );
}

function PasskeyButton({ onSignedIn }: Pick<PasswordStepProps, 'onSignedIn'>) {
  const [isBusy, setBusy] = useState(false);
  async function ask(): Promise<void> {
    setBusy(true);
    try {
      const { signInWithPasskey } = await loadSignIn();
      if (await signInWithPasskey()) onSignedIn();
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button variant="default" fullWidth loading={isBusy} onClick={() => void ask()}>
      Use a passkey
    </Button>
  );
}
