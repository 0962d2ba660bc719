import { failureReasons } from '@aisle/contract/dispatch';
import { Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';

interface FailedDialogProps {
  number: string;
  fail: (reason: string) => void;
  onClose: () => void;
}
/** Why an order could not be delivered: it comes back, and the customer may be called. */
export function FailedDialog({ number, fail, onClose }: FailedDialogProps) {
  const [reason, setReason] = useState<string>(failureReasons[0]);
  const [note, setNote] = useState('');
  return (
    <Modal opened onClose={onClose} title={`${number} could not be delivered`} centered size="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          fail([reason, note.trim()].filter(Boolean).join(': '));
          onClose();
        }}
      >
        <Stack gap="md">
          <Select
            label="Reason"
            data-autofocus
            allowDeselect={false}
            data={[...failureReasons]}
            value={reason}
            onChange={(value) => value && setReason(value)}
          />
          <TextInput
            label="Note"
            maxLength={200}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        </Stack>
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Bring it back</Button>
        </Group>
      </form>
    </Modal>
  );
}
