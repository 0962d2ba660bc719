import { PlainForm } from '../../ui/form/plain-form.tsx';
import '../../ui/theme/mantine-more.css';
import { Email } from '@aisle/contract/core/fields';
import { authRoutes } from '@aisle/contract/system/auth/auth';
import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { useWrite } from '../../core/api.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';

const Forgotten = z.object({ email: Email });

export function ForgotDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const form = useZodForm(Forgotten, () => ({ email }));
  const asking = useWrite(authRoutes.setPassword);
  const [isSent, setSent] = useState(false);
  async function submit(): Promise<void> {
    const done = await form.submit(async (body) => {
      await asking.mutateAsync({ body });
      return true;
    });
    if (done) setSent(true);
  }
  return (
    <Modal opened onClose={onClose} title="Forgot your password?" size="sm">
      {isSent ? (
        <>
          <Text role="status">
            If an account with this email exists, we've emailed you a link. It works for one hour.
          </Text>
          <Group justify="flex-end" mt="lg">
            <Button onClick={onClose}>Done</Button>
          </Group>
        </>
      ) : (
        <PlainForm form={form} onSubmit={submit}>
          <Text mb="md">We'll email you a link to choose a new password.</Text>
          <TextInput label="Email" type="email" data-autofocus {...form.getInputProps('email')} />
          <Group justify="flex-end" gap="xs" mt="lg">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={form.isSaving}>
              Send link
            </Button>
          </Group>
        </PlainForm>
      )}
    </Modal>
  );
}
