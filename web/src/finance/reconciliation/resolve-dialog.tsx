import { formatMoney } from '@aisle/contract/core/money';
import {
  type Reconciliation,
  type ReconciliationRow,
  type Resolution,
  ResolveInput,
  reconciliationRoutes,
  resolutions,
  transactionKindLabels,
} from '@aisle/contract/finance/reconciliation';
import { Select, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { isApiError } from '../../core/api-error.ts';
import { ChoiceSelect } from '../../ui/form/fields/choice-select.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';

const labels: Record<Resolution, string> = { ...transactionKindLabels, other: 'Other, as an adjustment' };
const choices = resolutions.map((value) => ({ value, label: labels[value] }));

interface ResolveDialogProps {
  record: Reconciliation;
  row: ReconciliationRow;
  onClose: () => void;
}
/** Posts an unmatched row as what it is. */
export function ResolveDialog({ record, row, onClose }: ResolveDialogProps) {
  const { proposal, amount } = row;
  const resolve = useWrite(reconciliationRoutes.resolve);
  const [problem, setProblem] = useState<string>();
  const form = useZodForm(ResolveInput, () => ({
    rowId: row._id,
    as: proposal && proposal.as !== 'unknown' ? proposal.as : ('other' as const),
    targetId: proposal?.targetId ?? undefined,
    reason: '',
  }));
  const { as } = form.values;
  async function submit(): Promise<void> {
    setProblem(undefined);
    await form.submit(async (body) => {
      try {
        await resolve.mutateAsync({ params: { id: record._id }, body });
        onClose();
      } catch (error) {
        if (!isApiError(error) || error.fields.length > 0) throw error;
        setProblem(error.message);
      }
    });
  }
  return (
    <FormDialog
      title={`Resolve ${formatMoney(amount)}`}
      size="sm"
      submit="Resolve"
      isRunning={form.isSaving}
      problem={problem}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Text>The row is posted to the books as what you choose. This can't be undone.</Text>
      <Select
        label="What it is"
        data={choices}
        allowDeselect={false}
        withAsterisk
        {...form.getInputProps('as')}
        onChange={(value) => {
          form.setFieldValue('as', (value ?? 'other') as Resolution);
          form.setFieldValue('targetId', undefined);
        }}
      />
      {as !== 'fee' && as !== 'other' && (
        <ChoiceSelect
          key={as}
          label={as === 'dispute' ? 'Dispute' : 'Order'}
          description="Search by number. Leave empty if it belongs to none."
          route={reconciliationRoutes.targets}
          query={{ as }}
          current={
            proposal?.order && proposal.targetId === proposal.order._id
              ? { _id: proposal.order._id, name: proposal.order.number }
              : null
          }
          clearable
          {...form.getInputProps('targetId')}
          onChange={(value) => form.setFieldValue('targetId', value ?? undefined)}
        />
      )}
      <Textarea label="Reason" withAsterisk autosize minRows={2} {...form.getInputProps('reason')} />
    </FormDialog>
  );
}
