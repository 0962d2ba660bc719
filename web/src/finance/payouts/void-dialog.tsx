import { formatMoney } from '@aisle/contract/core/money';
import { payoutRoutes, VoidPayoutInput } from '@aisle/contract/finance/payouts';
import type { Statement } from '@aisle/contract/finance/statements';
import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { isApiError } from '../../core/api-error.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';

interface VoidDialogProps {
  statement: Statement;
  onClose: () => void;
}
/** Voids a payout that the bank returned. */
export function VoidDialog({ statement, onClose }: VoidDialogProps) {
  const { _id: id, number, total } = statement;
  const voiding = useWrite(payoutRoutes.void);
  const [problem, setProblem] = useState<string>();
  const form = useZodForm(VoidPayoutInput, () => ({ reason: '' }));
  async function submit(): Promise<void> {
    setProblem(undefined);
    await form.submit(async (body) => {
      try {
        await voiding.mutateAsync({ params: { id }, body });
        onClose();
      } catch (error) {
        if (!isApiError(error) || error.fields.length > 0) throw error;
        setProblem(error.message);
      }
    });
  }
  return (
    <FormDialog
      title={`Void the payout of ${number}?`}
      size="sm"
      submit={`Void ${formatMoney(total)}`}
      danger
      isRunning={form.isSaving}
      problem={problem}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Text>
        Use this when the bank sent the money back. The statement is open again, and can be paid another time.
        The payout and its void both stay in the history. This can't be undone.
      </Text>
      <TextInput
        label="Reason"
        placeholder="Account closed"
        withAsterisk
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  );
}
