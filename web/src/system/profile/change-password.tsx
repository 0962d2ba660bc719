import { authRoutes, ChangePassword as ChangePasswordBody } from '@aisle/contract/system/auth/auth';
import { Button, Group, Modal, PasswordInput, Stack } from '@mantine/core';
import { useWrite } from '../../core/api.ts';
import { PlainForm } from '../../ui/form/plain-form.tsx';
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
    <Modal opened onClose={onClose} title="Change Password" size="sm">
      <PlainForm form={form} onSubmit={submit}>
        <Stack gap="md">
          <PasswordInput
            label="Current Password"
            autoComplete="current-password"
            data-autofocus
            {...form.getInputProps('previousPassword')}
          />
          <PasswordInput
            label="New Password"
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
          <PasswordInput
            label="Confirm New Password"
            autoComplete="new-password"
            {...form.getInputProps('confirmPassword')}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={form.isSaving}>
              Change Password
            </Button>
          </Group>
        </Stack>
      </PlainForm>
    </Modal>
  );
}
