import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { useState } from 'react';

interface CodeDialogProps {
  title: string;
  text: string;
  /** Returns why it failed, or null. */
  confirm: (code: string) => Promise<string | null>;
  onClose: () => void;
}

/** Asks for the code that the driver says when they get the goods. */
export function CodeDialog({ title, text, confirm, onClose }: CodeDialogProps) {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isRunning, setRunning] = useState(false);
  async function submit(): Promise<void> {
    if (!code.trim()) return;
    setRunning(true);
    const failure = await confirm(code.trim());
    setRunning(false);
    if (failure === null) onClose();
    else setProblem(failure);
  }
  return (
    <Modal opened onClose={onClose} title={title} size="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Text mb="sm">{text}</Text>
        <TextInput
          label="Hand-over code"
          data-autofocus
          inputMode="numeric"
          autoComplete="off"
          value={code}
          error={problem}
          onChange={(event) => {
            setCode(event.currentTarget.value);
            setProblem(null);
          }}
        />
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!code.trim()} loading={isRunning}>
            Hand over
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
