import { failureReasons, missReasons } from '@aisle/contract/sales/dispatch';
import { Button, Checkbox, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';

interface FailedDialogProps {
  number: string;
  /** It is a return pickup. */
  isPickup?: boolean;
  /** The driver who has the order, if it is not with own staff. */
  driverName?: string | undefined;
  fail: (reason: string, comingBack: boolean) => void;
  onClose: () => void;
}
/** Why a delivery failed, and who has the goods now; or why a return wasn't picked up. */
export function FailedDialog({ number, isPickup = false, driverName, fail, onClose }: FailedDialogProps) {
  const reasons: readonly string[] = isPickup ? missReasons : failureReasons;
  const [reason, setReason] = useState(reasons[0]!);
  const [note, setNote] = useState('');
  const [comingBack, setComingBack] = useState(driverName !== undefined);
  return (
    <Modal
      opened
      onClose={onClose}
      title={`${number} couldn't be ${isPickup ? 'picked up' : 'delivered'}`}
      size="sm"
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          fail([reason, note.trim()].filter(Boolean).join(': '), comingBack);
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
          {driverName && (
            <Checkbox
              color="teal"
              label={`${driverName} still has the order`}
              description="It shows as coming back until the store receives it"
              checked={comingBack}
              onChange={(event) => setComingBack(event.currentTarget.checked)}
            />
          )}
        </Stack>
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Mark as failed</Button>
        </Group>
      </form>
    </Modal>
  );
}
