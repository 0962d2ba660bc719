import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { useState } from 'react';

interface CodeDialogProps {
  title: string;
  text: string;
  confirm: (code: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for the code that the driver says when they get the goods. */
export function CodeDialog({ title, text, confirm, onClose }: CodeDialogProps) {
  const [code, setCode] = useState('');
  return (
    <Modal opened onClose={onClose} title={title} size="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (code.trim()) void confirm(code.trim()).then(onClose);
        }}
      >
        <Text mb="sm">{text}</Text>
        <TextInput
          label="Hand-over code"
          data-autofocus
          inputMode="numeric"
          autoComplete="off"
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!code.trim()}>
            Hand over
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
