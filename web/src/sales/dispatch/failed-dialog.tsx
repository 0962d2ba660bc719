import { failureReasons, missReasons } from '@aisle/contract/sales/dispatch';
import { Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';

interface FailedDialogProps {
  number: string;
  /** Goods were to be fetched, rather than brought. */
  isFetched?: boolean;
  fail: (reason: string) => void;
  onClose: () => void;
}
/** Why an order could not be delivered, and comes back; or why goods were not fetched, and nothing comes back. */
export function FailedDialog({ number, isFetched = false, fail, onClose }: FailedDialogProps) {
  const reasons: readonly string[] = isFetched ? missReasons : failureReasons;
  const [reason, setReason] = useState(reasons[0]!);
  const [note, setNote] = useState('');
  return (
    <Modal
      opened
      onClose={onClose}
      title={`${number} could not be ${isFetched ? 'fetched' : 'delivered'}`}
      size="sm"
    >
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
            data={[...reasons]}
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
          <Button type="submit">{isFetched ? 'It failed' : 'Bring it back'}</Button>
        </Group>
      </form>
    </Modal>
  );
}
