import { Button, Group, Modal, Text } from '@mantine/core';
import type { Question } from './confirm.tsx';

interface ConfirmModalProps {
  opened: boolean;
  question: Question;
  answer: (yes: boolean) => void;
}

export function ConfirmModal({ opened, question, answer }: ConfirmModalProps) {
  const { title, text, confirm, cancel = 'Cancel', danger = true, isException = false } = question;
  const buttons = [
    <Button key="cancel" variant="default" onClick={() => answer(false)}>
      {cancel}
    </Button>,
    <Button
      key="confirm"
      variant={danger ? 'outline' : 'filled'}
      color="red"
      data-autofocus
      onClick={() => answer(true)}
    >
      {confirm}
    </Button>,
  ];
  const exception = [
    <Button key="confirm" variant="default" onClick={() => answer(true)}>
      {confirm}
    </Button>,
    <Button key="cancel" data-autofocus onClick={() => answer(false)}>
      {cancel}
    </Button>,
  ];
  return (
    <Modal opened={opened} onClose={() => answer(false)} title={title} size="sm" zIndex={400}>
      {text && (
        <Text size="md" component="div">
          {text}
        </Text>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        {isException ? exception : buttons}
      </Group>
    </Modal>
  );
}
