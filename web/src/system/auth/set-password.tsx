import { passwordRule } from '@aisle/contract/core/fields';
import { authRoutes, ResetPasswordForm } from '@aisle/contract/system/auth/auth';
import { Button, PasswordInput, Stack } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useWrite } from '../../core/api.ts';
import { isApiError } from '../../core/api-error.ts';
import { PlainForm } from '../../ui/form/plain-form.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { AnchorLink } from '../../ui/record/screen-link.tsx';
import { FormProblem } from './form-problem.tsx';
import { SignedOut } from './signed-out.tsx';

/** The target of the links in invitations and password resets. */
export function SetPassword() {
  const { token } = useParams({ from: '/set-password/$token' });
  const navigate = useNavigate();
  const form = useZodForm(ResetPasswordForm, () => ({ password: '', confirmPassword: '' }));
  const saving = useWrite(authRoutes.resetPassword);
  const asking = useWrite(authRoutes.setPassword);
  const refused = isApiError(saving.error) && saving.error.fields.length === 0 ? saving.error.message : null;
  async function submit(): Promise<void> {
    const done = await form.submit(async ({ password }) => {
      await saving.mutateAsync({ body: { password, token } });
      return true;
    });
    if (done) await navigate({ to: '/login' });
  }
  return (
    <SignedOut title="Choose a password" text={`${passwordRule}.`}>
      <PlainForm form={form} onSubmit={submit}>
        <Stack gap="md">
          <PasswordInput
            label="New Password"
            autoComplete="new-password"
            autoFocus
            {...form.getInputProps('password')}
          />
          <PasswordInput
            label="Confirm New Password"
            autoComplete="new-password"
            {...form.getInputProps('confirmPassword')}
          />
          <FormProblem message={refused} />
          <Button type="submit" fullWidth loading={form.isSaving}>
            Save password
          </Button>
          {refused && (
            <Button
              variant="default"
              fullWidth
              loading={asking.isPending}
              onClick={() => asking.mutate({ body: { token } })}
            >
              Send a new link
            </Button>
          )}
          <AnchorLink to="/login" size="sm" ta="center">
            Back to sign in
          </AnchorLink>
        </Stack>
      </PlainForm>
    </SignedOut>
  );
}
