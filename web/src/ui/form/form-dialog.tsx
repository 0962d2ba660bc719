import { Button, Group, Modal, type ModalProps, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './form-dialog.module.css';
import { PlainForm } from './plain-form.tsx';
import type { FormFace } from './use-zod-form.ts';

interface FormDialogProps {
  form?: Pick<FormFace, 'element'>;
  title: string;
  size?: ModalProps['size'];
  /** Names the action, with its object or its amount: "Refund $11.58". */
  submit: string;
  /** A red button, for actions that can't be undone. */
  danger?: boolean;
  cancel?: string;
  isRunning: boolean;
  disabled?: boolean;
  /** The reason for an error, shown beside the buttons so that it is in view. */
  problem?: string | undefined;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a dialog: its buttons stay in view while its content scrolls behind them. */
export function FormDialog(props: FormDialogProps) {
  const { title, size = 'lg', submit, danger = false, cancel = 'Cancel', isRunning } = props;
  const { form, disabled = false, problem, onSubmit, onClose, children } = props;
  return (
    // At the top, a dialog that grows doesn't move under the mouse.
    <Modal opened onClose={onClose} title={title} size={size} centered={false}>
      <PlainForm {...(form && { form })} onSubmit={onSubmit}>
        <Stack gap="md">{children}</Stack>
        <div className={classes.footer}>
          {problem && (
            <Text c="var(--aisle-bad)" role="alert">
              {problem}
            </Text>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {cancel}
            </Button>
            <Button
              type="submit"
              {...(danger && { color: 'red', variant: 'outline' })}
              className="tabular"
              loading={isRunning}
              disabled={disabled}
            >
              {submit}
            </Button>
          </Group>
        </div>
      </PlainForm>
    </Modal>
  );
}
