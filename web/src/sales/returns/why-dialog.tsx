import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { StepDialogProps } from './return-steps.tsx';

/** Ends a request without what was asked for: the customer will want to know why. */
export function WhyDialog({ request, plan, isRunning, finish, onClose }: StepDialogProps) {
  const [note, setNote] = useState('');
  const [wasTried, setTried] = useState(false);
  const isMissing = note.trim() === '';
  return (
    <Modal opened onClose={onClose} title={`${plan.label.replace('…', '')}: ${request.number}?`}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (!isMissing) void finish(plan, { note: note.trim() });
        }}
      >
        <Stack gap="md">
          <Text>{plan.text}</Text>
          <Textarea
            label="Why"
            withAsterisk
            data-autofocus
            autosize
            minRows={2}
            maxLength={1000}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
            error={wasTried && isMissing ? 'Say why' : undefined}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Go back
            </Button>
            <Button type="submit" color="red" loading={isRunning}>
              {plan.label.replace('…', '')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
