import { formatMoney, Price } from '@aisle/contract/core/money';
import {
  adjustReasons,
  CreditAdjustInput,
  creditReasonLabels,
  creditRoutes,
} from '@aisle/contract/customers/credits';
import { SegmentedControl, Select, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { isApiError } from '../../core/api-error.ts';
import { MoneyInput } from '../../ui/form/fields/inputs.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { BalancePreview } from '../balance-preview.tsx';

const directions = [
  { value: 'issue', label: 'Issue' },
  { value: 'remove', label: 'Remove' },
] as const;
type Direction = (typeof directions)[number]['value'];
const reasons = adjustReasons.map((value) => ({ value, label: creditReasonLabels[value] }));

/** The amount without its sign; the direction sets the sign. */
const Input = CreditAdjustInput.pick({ reason: true, note: true }).extend({ amount: Price });

interface AdjustCreditDialogProps {
  customer: { _id: string; name: string };
  balance: number;
  onClose: () => void;
}
/** Issues store credit to a customer or removes some, and previews the new balance. */
export function AdjustCreditDialog({ customer, balance, onClose }: AdjustCreditDialogProps) {
  const adjusting = useWrite(creditRoutes.adjust);
  const [direction, setDirection] = useState<Direction>('issue');
  const [problem, setProblem] = useState<string>();
  const form = useZodForm(Input, () => ({
    amount: null as number | null,
    reason: 'goodwill' as (typeof adjustReasons)[number],
    note: '',
  }));
  const size = form.values.amount ?? 0;
  const isIssuing = direction === 'issue';
  const after = balance + (isIssuing ? size : -size);
  const verb = isIssuing ? 'Issue' : 'Remove';
  async function submit(): Promise<void> {
    setProblem(undefined);
    await form.submit(async ({ amount, ...rest }) => {
      try {
        const signed = isIssuing ? amount : -amount;
        await adjusting.mutateAsync({ body: { customerId: customer._id, amount: signed, ...rest } });
        onClose();
      } catch (error) {
        if (!isApiError(error) || error.fields.length > 0) throw error;
        setProblem(error.message);
      }
    });
  }
  return (
    <FormDialog
      title={`Adjust the store credit of ${customer.name}`}
      size="sm"
      submit={size > 0 ? `${verb} ${formatMoney(size)}` : `${verb} store credit`}
      danger={!isIssuing}
      isRunning={form.isSaving}
      disabled={after < 0}
      problem={problem}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <SegmentedControl
        fullWidth
        aria-label="Direction"
        data={[...directions]}
        value={direction}
        onChange={(value) => setDirection(value as Direction)}
      />
      <MoneyInput label="Amount" withAsterisk data-autofocus {...form.getInputProps('amount')} />
      <Select
        label="Reason"
        withAsterisk
        allowDeselect={false}
        data={reasons}
        {...form.getInputProps('reason')}
      />
      <Textarea label="Note" autosize {...form.getInputProps('note')} />
      <BalancePreview
        now={formatMoney(balance)}
        after={formatMoney(after)}
        problem={after < 0 ? `Only ${formatMoney(balance)} to remove` : undefined}
      />
      <Text size="sm" c="dimmed">
        {isIssuing
          ? 'The marketplace pays for this credit. It never expires.'
          : 'What is removed returns to the marketplace.'}{' '}
        This can't be undone, only adjusted again.
      </Text>
    </FormDialog>
  );
}
