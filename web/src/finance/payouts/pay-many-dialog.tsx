import { isBankingDay } from '@aisle/contract/core/banking-days';
import { dayIn } from '@aisle/contract/core/dates';
import { DateOnly } from '@aisle/contract/core/fields';
import { formatMoney } from '@aisle/contract/core/money';
import { pluralize } from '@aisle/contract/core/pluralize';
import {
  type PayoutRunPreview,
  type PayoutRunPreviewInput,
  payoutRoutes,
  suggestedPayDay,
} from '@aisle/contract/finance/payouts';
import { PayoutMethod } from '@aisle/contract/finance/statements';
import { Modal, Select, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { read, useWrite } from '../../core/api.ts';
import { isApiError } from '../../core/api-error.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { DateInput } from '../../ui/form/fields/date-input.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { notFinalText } from './not-final.ts';
import { methodChoices, recordedMethods } from './payout-labels.ts';
import { type PreviewRow, PreviewTable } from './preview-table.tsx';

const Input = z.strictObject({ method: PayoutMethod, paidOn: DateOnly });
const defaultMethod = 'bankTransfer';

interface PayManyDialogProps {
  /** The chosen statements, or the filters of a list. */
  choice: PayoutRunPreviewInput;
  onClose: () => void;
}
/** Shows what a payout run will pay, then records it, with files for the bank. */
export function PayManyDialog({ choice, onClose }: PayManyDialogProps) {
  const query = useQuery({
    ...read(payoutRoutes.previewRun, { body: choice }),
    retry: false,
    meta: { quiet: true },
  });
  if (query.data) return <PreviewedRun preview={query.data} onClose={onClose} />;
  return (
    <Modal opened onClose={onClose} title="Pay statements" size="lg">
      {query.error ? (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      ) : (
        <Skeleton height={240} className="after-a-while" aria-busy="true" />
      )}
    </Modal>
  );
}

/** Today at the location where it's earliest, because checks and cash can't have a later date. */
const earliestToday = ({ records }: PayoutRunPreview): string =>
  records.map(({ timeZone }) => dayIn(timeZone)).sort()[0] ?? dayIn(undefined);

interface PreviewedRunProps {
  preview: PayoutRunPreview;
  onClose: () => void;
}
function PreviewedRun({ preview, onClose }: PreviewedRunProps) {
  const navigate = useNavigate();
  const paying = useWrite(payoutRoutes.run);
  const [problem, setProblem] = useState<string>();
  const today = earliestToday(preview);
  const form = useZodForm(
    Input,
    (): z.output<typeof Input> => ({
      method: defaultMethod,
      paidOn: suggestedPayDay(defaultMethod, today),
    }),
  );
  const { method, paidOn } = form.values;
  const { records, total, canTransfer } = preview;
  const isTransfer = method === 'stripe';
  async function submit(): Promise<void> {
    setProblem(undefined);
    await form.submit(async (values) => {
      try {
        const statementIds = records.map(({ statementId }) => statementId);
        const { runId } = await paying.mutateAsync({ body: { ...values, statementIds } });
        onClose();
        await navigate({ to: '/statements/payout-runs/$id', params: { id: runId } });
      } catch (error) {
        if (!isApiError(error) || error.fields.length > 0) throw error;
        setProblem(error.message);
      }
    });
  }
  function chooseMethod(chosen: string | null): void {
    const next = PayoutMethod.safeParse(chosen).data;
    if (!next) return;
    // Keeps a date that the user chose.
    if (paidOn === suggestedPayDay(method, today)) form.setFieldValue('paidOn', suggestedPayDay(next, today));
    form.setFieldValue('method', next);
  }
  return (
    <FormDialog
      title={`Pay ${pluralize(records.length, 'statement')}`}
      submit={isTransfer ? 'Transfer payouts' : 'Record payouts and create files'}
      isRunning={form.isSaving}
      problem={problem}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <RunText isTransfer={isTransfer} payouts={records.length} total={total} />
      <PreviewTable
        label="Payouts to record"
        rows={records.map((row) => toPreviewRow(row, method))}
        total={total}
      />
      <Select
        label="Method"
        withAsterisk
        allowDeselect={false}
        data={canTransfer ? methodChoices : recordedMethods}
        {...form.getInputProps('method')}
        onChange={chooseMethod}
      />
      <DateInput
        label="Pay date"
        withAsterisk
        data-autofocus
        {...form.getInputProps('paidOn')}
        description={method === 'bankTransfer' ? bankText(paidOn) : undefined}
      />
    </FormDialog>
  );
}

interface RunTextProps {
  isTransfer: boolean;
  payouts: number;
  total: number;
}
function RunText({ isTransfer, payouts, total }: RunTextProps) {
  const amount = <strong className="tabular">{formatMoney(total)}</strong>;
  if (isTransfer) {
    return (
      <Text>
        Transfers {pluralize(payouts, 'payout')}, in total {amount}, from your balance at Stripe to the
        accounts of the locations, and closes the statements. A statement that can't be transferred stays
        open.
      </Text>
    );
  }
  return (
    <Text>
      Records {pluralize(payouts, 'payout')}, in total {amount}, closes the statements and creates the files
      for your bank. Send the money with these files: Aisle doesn't move it.
    </Text>
  );
}

/** The day on which banks credit the transfers. */
const bankText = (day: string): string =>
  DateOnly.safeParse(day).success && !isBankingDay(day)
    ? 'Banks are closed on this day'
    : 'The banking day on which locations get the money';

function toPreviewRow(row: PayoutRunPreview['records'][number], method: PayoutMethod): PreviewRow {
  const { statementId, number, locationName, total, accountLast4, transferState, notFinal } = row;
  const isMissing = method === 'bankTransfer' && accountLast4 === null;
  return {
    key: statementId,
    name: (
      <>
        {locationName} <span className="tabular secondary">{number}</span>
      </>
    ),
    amount: total,
    warnings: [
      isMissing && 'No payout account, so there is no ACH file',
      method === 'stripe' && transferState !== 'active' && 'Not ready for transfers, so it is skipped',
      notFinalText(notFinal),
    ].filter((warning) => typeof warning === 'string'),
  };
}
