import { authRoutes, CaptchaAsked, Login } from '@aisle/contract/auth';
import { Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useWrite } from '../core/api.ts';
import { isApiError } from '../core/api-error.ts';
import { startSession } from '../core/session.ts';
import { useZodForm } from '../ui/form/use-zod-form.ts';
import { CaptchaDialog } from './captcha-dialog.tsx';
import { ForgotDialog } from './forgot-dialog.tsx';
import { SignedOut } from './signed-out.tsx';

export function LoginScreen() {
  const navigate = useNavigate();
  const form = useZodForm(Login, () => ({ email: '', password: '' }));
  const signingIn = useWrite(authRoutes.login);
  const [captcha, setCaptcha] = useState<string | null>(null);
  const [isForgotten, setForgotten] = useState(false);

  async function signIn(): Promise<void> {
    const answer = await form.submit((body) =>
      signingIn.mutateAsync({ body }).catch((error: unknown) => {
        const asked = CaptchaAsked.safeParse(isApiError(error) ? error.data : undefined);
        if (asked.success) setCaptcha(asked.data.captchaCode);
        throw error;
      }),
    );
    if (!answer) return;
    startSession(answer['admin-token'], answer._id, answer.userRole, answer.user);
    await navigate({ to: '/dashboard', replace: true });
  }

  return (
    <SignedOut title="Sign in">
      <form
        ref={form.element}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void signIn();
        }}
      >
        <Stack gap="md">
          <TextInput
            label="Email"
            type="email"
            autoComplete="username"
            autoFocus
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            {...form.getInputProps('password')}
          />
          <Button type="submit" fullWidth loading={form.isSaving}>
            Sign in
          </Button>
          <Anchor component="button" type="button" size="sm" onClick={() => setForgotten(true)}>
            Forgot your password?
          </Anchor>
        </Stack>
      </form>
      {captcha && (
        <CaptchaDialog
          email={form.values.email.trim()}
          picture={captcha}
          onClose={() => setCaptcha(null)}
          onSolved={() => {
            setCaptcha(null);
            void signIn();
          }}
        />
      )}
      {isForgotten && <ForgotDialog email={form.values.email.trim()} onClose={() => setForgotten(false)} />}
    </SignedOut>
  );
}
