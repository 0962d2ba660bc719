import { failureReasons, missReasons } from '@aisle/contract/sales/dispatch/dispatch';
import { Checkbox, Select, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';

interface FailedDialogProps {
  number: string;
  /** The errand is a return pickup. */
  isPickup?: boolean;
  /** The driver who has the order, unless it is with store staff. */
  driverName?: string | undefined;
  /** Returns the error message, or null on success. */
  fail: (reason: string, comingBack: boolean) => Promise<string | null>;
  onClose: () => void;
}
/** Records why a delivery failed and who has the items now, or why a return wasn't picked up. */
export function FailedDialog({ number, isPickup = false, driverName, fail, onClose }: FailedDialogProps) {
  const reasons: readonly string[] = isPickup ? missReasons : failureReasons;
  const [reason, setReason] = useState(reasons[0]!);
  const [note, setNote] = useState('');
  const [comingBack, setComingBack] = useState(driverName !== undefined);
  const [problem, setProblem] = useState<string | null>(null);
  const [isRunning, setRunning] = useState(false);
  // The step of the record that the user read. It counts for the newest record only after a rejection was shown.
  const opened = useRef<typeof fail | null>(fail);
  async function submit(): Promise<void> {
    setRunning(true);
    const failure = await (opened.current ?? fail)(
      [reason, note.trim()].filter(Boolean).join(': '),
      comingBack,
    );
    setRunning(false);
    opened.current = null;
    if (failure === null) onClose();
    else setProblem(failure);
  }
  return (
    <FormDialog
      title={`${number} couldn't be ${isPickup ? 'picked up' : 'delivered'}`}
      size="sm"
      submit="Mark as failed"
      isRunning={isRunning}
      problem={problem ?? undefined}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
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
    </FormDialog>
  );
}
