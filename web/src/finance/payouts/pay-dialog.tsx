import { dayIn } from '@aisle/contract/core/dates';
import { formatMoney } from '@aisle/contract/core/money';
import { PayoutInput, payoutRoutes, suggestedPayDay } from '@aisle/contract/finance/payouts';
import type { PayoutMethod, Statement } from '@aisle/contract/finance/statements';
import { Alert, Select, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read, useWrite } from '../../core/api.ts';
import { isApiError } from '../../core/api-error.ts';
import { DateInput } from '../../ui/form/fields/date-input.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { useReadVersion } from '../../ui/form/use-read-version.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { methodChoices, recordedMethods } from './payout-labels.ts';

interface PayDialogProps {
  statement: Statement;
  onClose: () => void;
}
/** Records the payment of a statement, or transfers it with the card provider. */
export function PayDialog({ statement, onClose }: PayDialogProps) {
  const { _id: id, number, total, timeZone } = statement;
  const paying = useWrite(payoutRoutes.payout);
  const send = useReadVersion(statement);
  const [problem, setProblem] = useState<string>();
  const today = dayIn(timeZone);
  const form = useZodForm(PayoutInput, () => ({
    method: 'bankTransfer' as PayoutMethod,
    reference: '' as string | undefined,
    paidOn: suggestedPayDay('bankTransfer', today),
    version: undefined,
  }));
  // The statement can't be previewed anymore once it is paid.
  const transfer = useTransfer(id, { enabled: !form.isSaving });
  const isTransfer = form.values.method === 'stripe';
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
  function chooseMethod(method: string | null): void {
    form.setFieldValue('method', method as PayoutMethod);
    // The provider names its transfers, and makes them at once.
    form.setFieldValue('reference', method === 'stripe' ? undefined : (form.values.reference ?? ''));
    if (method === 'stripe') form.setFieldValue('paidOn', today);
  }
  return (
    <FormDialog
      title={isTransfer ? `Transfer payout of ${number}` : `Record payout of ${number}`}
      size="sm"
      submit={`${isTransfer ? 'Transfer' : 'Record payout of'} ${formatMoney(total)}`}
      isRunning={form.isSaving}
      problem={problem}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <PayText statement={statement} isTransfer={isTransfer} />
      <Select
        label="Method"
        withAsterisk
        allowDeselect={false}
        data={transfer.isPossible ? methodChoices : recordedMethods}
        {...form.getInputProps('method')}
        onChange={chooseMethod}
      />
      {isTransfer && !transfer.isReady && (
        <Alert color="yellow" title="Not ready for transfers">
          Finish the onboarding of the location on its page first.
        </Alert>
      )}
      {!isTransfer && (
        <>
          <TextInput
            label="Reference"
            description="The number of the transfer or check"
            withAsterisk
            data-autofocus
            {...form.getInputProps('reference')}
          />
          <DateInput label="Pay date" withAsterisk {...form.getInputProps('paidOn')} />
        </>
      )}
    </FormDialog>
  );
}

function PayText({
  statement: { locationName, total },
  isTransfer,
}: Pick<PayDialogProps, 'statement'> & { isTransfer: boolean }) {
  const amount = <strong className="tabular">{formatMoney(total)}</strong>;
  if (isTransfer) {
    return (
      <Text>
        Transfers {amount} from your balance at Stripe to the account of {locationName} and closes the
        statement.
      </Text>
    );
  }
  return (
    <Text>
      Records that {locationName} was paid {amount} and closes the statement. Send the money with your bank:
      Aisle doesn't move it.
    </Text>
  );
}

/** Whether the card provider can transfer the total, and whether the location can get it. */
function useTransfer(
  statementId: string,
  { enabled }: { enabled: boolean },
): { isPossible: boolean; isReady: boolean } {
  const { data } = useQuery({
    ...read(payoutRoutes.previewRun, { body: { statementIds: [statementId] } }),
    enabled,
    meta: { quiet: true },
  });
  return {
    isPossible: data?.canTransfer === true,
    isReady: data?.records[0]?.transferState === 'active',
  };
}
