import { formatMoney } from '@aisle/contract/core/money';
import { AdjustInput, statementRoutes } from '@aisle/contract/finance/statements';
import { SegmentedControl, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { useWrite } from '../../../core/api.ts';
import { isApiError } from '../../../core/api-error.ts';
import { MoneyInput } from '../../../ui/form/fields/inputs.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';

const directions = [
  { value: 'add', label: 'Add' },
  { value: 'deduct', label: 'Deduct' },
] as const;
type Direction = (typeof directions)[number]['value'];

/** The amount without its sign; the direction sets the sign. */
const Input = AdjustInput.omit({ locationId: true }).extend({
  amount: z.int('Enter an amount above 0').min(1, 'Enter an amount above 0').max(1_000_000_000),
});

interface AdjustDialogProps {
  location: { _id: string; name: string };
  onClose: () => void;
}
/** Adds an amount to a location's balance, or deducts it. */
export function AdjustDialog({ location, onClose }: AdjustDialogProps) {
  const adjusting = useWrite(statementRoutes.adjust);
  const [direction, setDirection] = useState<Direction>('add');
  const [problem, setProblem] = useState<string>();
  const form = useZodForm(Input, () => ({ amount: null as number | null, reason: '', note: '' }));
  const { amount } = form.values;
  const sum = amount ? ` ${formatMoney(amount)}` : '';
  async function submit(): Promise<void> {
    setProblem(undefined);
    await form.submit(async ({ amount: size, ...words }) => {
      try {
        const signed = direction === 'add' ? size : -size;
        await adjusting.mutateAsync({ body: { locationId: location._id, amount: signed, ...words } });
        onClose();
      } catch (error) {
        if (!isApiError(error) || error.fields.length > 0) throw error;
        setProblem(error.message);
      }
    });
  }
  return (
    <FormDialog
      title={`Adjust the balance of ${location.name}`}
      size="sm"
      submit={direction === 'add' ? `Add${sum}` : `Deduct${sum}`}
      danger={direction === 'deduct'}
      isRunning={form.isSaving}
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
      <TextInput
        label="Reason"
        withAsterisk
        description="The location reads it on its statement"
        {...form.getInputProps('reason')}
      />
      <Textarea label="Note" autosize {...form.getInputProps('note')} />
      <Text size="sm" c="dimmed">
        {direction === 'add' ? 'The location is owed more.' : 'The location is owed less.'} It's on the first
        statement that includes today. This can't be undone, only adjusted again.
      </Text>
    </FormDialog>
  );
}
