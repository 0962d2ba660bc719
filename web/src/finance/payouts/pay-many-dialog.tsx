import { dayIn } from '@aisle/contract/core/dates';
import { DateOnly } from '@aisle/contract/core/fields';
import { formatMoney } from '@aisle/contract/core/money';
import { pluralize } from '@aisle/contract/core/pluralize';
import { payoutRoutes } from '@aisle/contract/finance/payouts';
import { PayoutMethod, type Statement } from '@aisle/contract/finance/statements';
import { Select, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { useWrite } from '../../core/api.ts';
import { isApiError } from '../../core/api-error.ts';
import { DateInput } from '../../ui/form/fields/date-input.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { methodChoices } from './payout-labels.ts';

const Input = z.strictObject({ method: PayoutMethod, paidOn: DateOnly });

interface PayManyDialogProps {
  statements: readonly Pick<Statement, '_id' | 'total' | 'timeZone'>[];
  onClose: () => void;
}
/** Today at the location where it's earliest: payments can't have a later date. */
const earliestToday = (statements: PayManyDialogProps['statements']): string =>
  statements.map(({ timeZone }) => dayIn(timeZone)).sort()[0] ?? dayIn(undefined);

/** Pays many open statements in one payout run, with files for the bank. */
export function PayManyDialog({ statements, onClose }: PayManyDialogProps) {
  const navigate = useNavigate();
  const paying = useWrite(payoutRoutes.run);
  const [problem, setProblem] = useState<string>();
  const form = useZodForm(Input, () => ({ method: 'bankTransfer', paidOn: earliestToday(statements) }));
  const total = formatMoney(statements.reduce((sum, statement) => sum + statement.total, 0));
  async function submit(): Promise<void> {
    setProblem(undefined);
    await form.submit(async (values) => {
      try {
        const statementIds = statements.map(({ _id }) => _id);
        const { runId } = await paying.mutateAsync({ body: { ...values, statementIds } });
        onClose();
        await navigate({ to: '/statements/payout-runs/$id', params: { id: runId } });
      } catch (error) {
        if (!isApiError(error) || error.fields.length > 0) throw error;
        setProblem(error.message);
      }
    });
  }
  return (
    <FormDialog
      title={`Pay ${pluralize(statements.length, 'statement')}`}
      size="sm"
      submit={`Pay ${total}`}
      isRunning={form.isSaving}
      problem={problem}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Text>
        Records {pluralize(statements.length, 'payout')}, in total{' '}
        <strong className="tabular">{total}</strong>, closes the statements and writes the files for your
        bank. Send the money with these files: Aisle doesn't move it.
      </Text>
      <Select
        label="Method"
        withAsterisk
        allowDeselect={false}
        data={methodChoices}
        {...form.getInputProps('method')}
      />
      <DateInput label="Paid on" withAsterisk data-autofocus {...form.getInputProps('paidOn')} />
    </FormDialog>
  );
}
