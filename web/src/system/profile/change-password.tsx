import { passwordRule } from '@aisle/contract/core/fields';
import { authRoutes, ChangePassword as ChangePasswordBody } from '@aisle/contract/system/auth/auth';
import { PasswordInput } from '@mantine/core';
import { useWrite } from '../../core/api.ts';
import { ShortDialog } from '../../ui/form/short-dialog.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';

const none = () => ({
  previousPassword: '',
  password: '',
  confirmPassword: '',
  // Set when the request is sent.
  newToken: undefined,
});

export function ChangePassword({ onClose }: { onClose: () => void }) {
  const form = useZodForm(ChangePasswordBody, none);
  const changing = useWrite(authRoutes.changePassword);
  async function submit(): Promise<void> {
    const done = await form.submit(async (body) => {
      await changing.mutateAsync({ body });
      return true;
    });
    if (done) onClose();
  }
  return (
    <ShortDialog
      title="Change Password"
      size="sm"
      form={form}
      submit="Change Password"
      isRunning={form.isSaving}
      onSubmit={submit}
      onClose={onClose}
    >
      <PasswordInput
        label="Current Password"
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('previousPassword')}
      />
      <PasswordInput
        label="New Password"
        description={passwordRule}
        autoComplete="new-password"
        {...form.getInputProps('password')}
      />
      <PasswordInput
        label="Confirm New Password"
        autoComplete="new-password"
        {...form.getInputProps('confirmPassword')}
      />
    </ShortDialog>
  );
}
