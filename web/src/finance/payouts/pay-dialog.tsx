import { dayIn } from '@aisle/contract/core/dates';
import { formatMoney } from '@aisle/contract/core/money';
import { PayoutInput, payoutRoutes, suggestedPayDay } from '@aisle/contract/finance/payouts';
import type { Statement } from '@aisle/contract/finance/statements';
import { Select, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { isApiError } from '../../core/api-error.ts';
import { DateInput } from '../../ui/form/fields/date-input.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { useReadVersion } from '../../ui/form/use-read-version.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { recordedMethods } from './payout-labels.ts';

const Input = PayoutInput.omit({ version: true });

interface PayDialogProps {
  statement: Statement;
  onClose: () => void;
}
/** Records the payment of a statement. */
export function PayDialog({ statement, onClose }: PayDialogProps) {
  const { _id: id, number, locationName, total, timeZone } = statement;
  const paying = useWrite(payoutRoutes.payout);
  const send = useReadVersion(statement);
  const [problem, setProblem] = useState<string>();
  const form = useZodForm(Input, () => ({
    method: 'bankTransfer',
    reference: '',
    paidOn: suggestedPayDay('bankTransfer', dayIn(timeZone)),
  }));
  async function submit(): Promise<void> {
    setProblem(undefined);
    await form.submit(async (values) => {
      try {
        await send((version) => paying.mutateAsync({ params: { id }, body: { ...values, version } }));
        onClose();
      } catch (error) {
        if (!isApiError(error)) throw error;
        if (error.fields.length > 0) throw error;
        setProblem(error.message);
      }
    });
  }
  return (
    <FormDialog
      title={`Record payout of ${number}`}
      size="sm"
      submit={`Record payout of ${formatMoney(total)}`}
      isRunning={form.isSaving}
      problem={problem}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Text>
        Records that {locationName} was paid <strong className="tabular">{formatMoney(total)}</strong> and
        closes the statement. Send the money with your bank: Aisle doesn't move it.
      </Text>
      <Select
        label="Method"
        withAsterisk
        allowDeselect={false}
        data={recordedMethods}
        {...form.getInputProps('method')}
      />
      <TextInput
        label="Reference"
        description="The number of the transfer or check"
        withAsterisk
        data-autofocus
        {...form.getInputProps('reference')}
      />
      <DateInput label="Pay date" withAsterisk {...form.getInputProps('paidOn')} />
    </FormDialog>
  );
}
