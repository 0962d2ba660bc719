import { Button, Group, Modal, type ModalProps, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { PlainForm } from './plain-form.tsx';
import type { FormFace } from './use-zod-form.ts';

interface ShortFormProps {
  form?: Pick<FormFace, 'element'>;
  submit: string;
  cancel?: string;
  isRunning: boolean;
  disabled?: boolean;
  onSubmit: () => unknown;
  onClose: () => void;
  children: ReactNode;
}

/** A short form in a dialog, with its buttons below the last field. */
export function ShortForm(props: ShortFormProps) {
  const { form, submit, cancel = 'Cancel', isRunning, disabled = false, onSubmit, onClose, children } = props;
  async function run(): Promise<void> {
    try {
      await onSubmit();
    } catch {
      // A toast has reported the error; the dialog stays open for another attempt.
    }
  }
  return (
    <PlainForm {...(form && { form })} onSubmit={run}>
      <Stack gap="md">
        {children}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {cancel}
          </Button>
          <Button type="submit" loading={isRunning} disabled={disabled}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </PlainForm>
  );
}

interface ShortDialogProps extends ShortFormProps {
  title: string;
  size?: ModalProps['size'];
}
export const ShortDialog = ({ title, size = 'md', ...form }: ShortDialogProps) => (
  <Modal opened onClose={form.onClose} title={title} size={size}>
    <ShortForm {...form} />
  </Modal>
);
