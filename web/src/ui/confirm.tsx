import { Button, Group, Modal, Text } from '@mantine/core';
import { useSyncExternalStore } from 'react';

interface Question {
  title: string;
  /** What will happen. */
  text?: string;
  /** The verb on the button. */
  confirm: string;
  cancel?: string;
  danger?: boolean;
}
let asked: { question: Question; answer: (yes: boolean) => void } | null = null;
const listeners = new Set<() => void>();
const changed = () => {
  for (const listener of listeners) listener();
};

/** Asks before something that cannot easily be taken back: `if (await confirm({ … })) …`. */
export function confirm(question: Question): Promise<boolean> {
  asked?.answer(false);
  return new Promise((resolve) => {
    asked = { question, answer: resolve };
    changed();
  });
}
function answer(yes: boolean): void {
  asked?.answer(yes);
  asked = null;
  changed();
}
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Stands once in the shell, and shows what `confirm` asks. */
export function ConfirmDialog() {
  const current = useSyncExternalStore(subscribe, () => asked);
  const question = current?.question;
  return (
    <Modal
      opened={current !== null}
      onClose={() => answer(false)}
      title={question?.title}
      centered
      size="sm"
      zIndex={400}
    >
      {question?.text && <Text size="md">{question.text}</Text>}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={() => answer(false)}>
          {question?.cancel ?? 'Cancel'}
        </Button>
        <Button
          color={question?.danger === false ? 'teal' : 'red'}
          data-autofocus
          onClick={() => answer(true)}
        >
          {question?.confirm}
        </Button>
      </Group>
    </Modal>
  );
}
