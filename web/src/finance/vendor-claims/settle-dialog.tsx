import { formatMoney } from '@aisle/contract/core/money';
import {
  type VendorClaim,
  VendorPaymentInput,
  vendorClaimRoutes,
} from '@aisle/contract/finance/vendor-claims';
import { Select, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { isApiError } from '../../core/api-error.ts';
import { DateInput } from '../../ui/form/fields/date-input.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { useReadVersion } from '../../ui/form/use-read-version.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { methodChoices } from '../payouts/payout-labels.ts';

const Input = VendorPaymentInput.omit({ version: true, amount: true });

interface SettleDialogProps {
  claim: VendorClaim;
  onClose: () => void;
}
/** Records that a vendor paid a claim. */
export function SettleDialog({ claim, onClose }: SettleDialogProps) {
  const { _id: id, number, vendor, amount } = claim;
  const settling = useWrite(vendorClaimRoutes.settle);
  const send = useReadVersion(claim);
  const [problem, setProblem] = useState<string>();
  const form = useZodForm(Input, () => ({ method: 'bankTransfer', reference: '', paidOn: null }));
  async function submit(): Promise<void> {
    setProblem(undefined);
    await form.submit(async (values) => {
      try {
        await send((version) =>
          settling.mutateAsync({ params: { id }, body: { ...values, amount, version } }),
        );
        onClose();
      } catch (error) {
        if (!isApiError(error) || error.fields.length > 0) throw error;
        setProblem(error.message);
      }
    });
  }
  return (
    <FormDialog
      title={`Record payment of ${number}`}
      size="sm"
      submit={`Record payment of ${formatMoney(amount)}`}
      isRunning={form.isSaving}
      problem={problem}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Text>
        Records that {vendor.name} paid <strong className="tabular">{formatMoney(amount)}</strong> and settles
        the claim. This can't be undone.
      </Text>
      <Select
        label="Method"
        withAsterisk
        allowDeselect={false}
        data={methodChoices}
        {...form.getInputProps('method')}
      />
      <TextInput
        label="Reference"
        description="The number of the transfer or check"
        withAsterisk
        data-autofocus
        {...form.getInputProps('reference')}
      />
      <DateInput label="Paid on" withAsterisk {...form.getInputProps('paidOn')} />
    </FormDialog>
  );
}
