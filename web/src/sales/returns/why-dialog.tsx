import { Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import type { StepDialogProps } from './return-steps.tsx';

/** Ends a return without refund or replacement; requires a reason for the customer. */
export function WhyDialog({ request, plan, isRunning, finish, onClose }: StepDialogProps) {
  const [note, setNote] = useState('');
  const [wasTried, setTried] = useState(false);
  const isMissing = note.trim() === '';
  const label = plan.label.replace('…', '');
  return (
    <FormDialog
      title={`${label}: ${request.number}?`}
      size="md"
      submit={label}
      danger
      isRunning={isRunning}
      onSubmit={() => {
        setTried(true);
        if (!isMissing) void finish(plan, { note: note.trim() });
      }}
      onClose={onClose}
    >
      <Text>{plan.text}</Text>
      <Textarea
        label="Reason"
        withAsterisk
        data-autofocus
        autosize
        minRows={2}
        maxLength={1000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        error={wasTried && isMissing ? 'Reason is required' : undefined}
      />
    </FormDialog>
  );
}
