import { authRoutes, ConfirmPassword } from '@aisle/contract/system/auth';
import { Button, Group, Modal, PasswordInput, Text } from '@mantine/core';
import { useWrite } from '../core/api.ts';
import { answerPassword, useIsPasswordRequired } from '../core/reauth.ts';
import { useZodForm } from '../ui/form/use-zod-form.ts';

/** Opens when the server wants the password again before something that matters. */
export function PasswordDialog() {
  const isOpen = useIsPasswordRequired();
  return (
    <Modal
      opened={isOpen}
      onClose={() => answerPassword(false)}
      title="Confirm it's you"
      size="sm"
      zIndex={410}
    >
      <PasswordForm />
    </Modal>
  );
}

function PasswordForm() {
  const form = useZodForm(ConfirmPassword, () => ({ password: '' }));
  const confirming = useWrite(authRoutes.confirm);
  async function submit(): Promise<void> {
    const done = await form.submit(async (body) => {
      await confirming.mutateAsync({ body });
      return true;
    });
    if (done) answerPassword(true);
  }
  return (
    <form
      ref={form.element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Text mb="md">Enter your password to continue. You won't be asked again for ten minutes.</Text>
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('password')}
      />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={() => answerPassword(false)}>
          Cancel
        </Button>
        <Button type="submit" loading={form.isSaving}>
          Confirm
        </Button>
      </Group>
    </form>
  );
}
