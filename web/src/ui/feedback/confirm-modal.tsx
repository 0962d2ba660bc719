import { Button, Group, Modal, Text } from '@mantine/core';
import type { Question } from './confirm.tsx';

interface ConfirmModalProps {
  opened: boolean;
  question: Question;
  answer: (yes: boolean) => void;
}

export function ConfirmModal({ opened, question, answer }: ConfirmModalProps) {
  const { title, text, confirm, cancel = 'Cancel', danger = true } = question;
  return (
    <Modal opened={opened} onClose={() => answer(false)} title={title} size="sm" zIndex={400}>
      {text && (
        <Text size="md" component="div">
          {text}
        </Text>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={() => answer(false)}>
          {cancel}
        </Button>
        <Button
          variant={danger ? 'outline' : 'filled'}
          color="red"
          data-autofocus
          onClick={() => answer(true)}
        >
          {confirm}
        </Button>
      </Group>
    </Modal>
  );
}
