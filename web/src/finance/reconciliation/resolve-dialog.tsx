import { formatMoney } from '@aisle/contract/core/money';
import {
  type ReconciliationRow,
  type Resolution,
  ResolveRowInput,
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
  row: ReconciliationRow;
  onClose: () => void;
}
/** Posts an unmatched row as what it is. */
export function ResolveDialog({ row, onClose }: ResolveDialogProps) {
  const { _id: rowId, recordId, proposal, amount } = row;
  const inPayout = useWrite(reconciliationRoutes.resolve);
  const inBalance = useWrite(reconciliationRoutes.resolveRow);
  const [problem, setProblem] = useState<string>();
  const form = useZodForm(ResolveRowInput, () => ({
    as: proposal && proposal.as !== 'unknown' ? proposal.as : ('other' as const),
    targetId: proposal?.targetId ?? undefined,
    reason: '',
  }));
  const { as } = form.values;
  async function submit(): Promise<void> {
    setProblem(undefined);
    await form.submit(async (body) => {
      try {
        if (recordId) await inPayout.mutateAsync({ params: { id: recordId }, body: { rowId, ...body } });
        else await inBalance.mutateAsync({ params: { id: rowId }, body });
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
