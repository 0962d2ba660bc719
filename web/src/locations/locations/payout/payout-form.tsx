import type { LocationView } from '@aisle/contract/locations/locations';
import type { MaskedPayoutAccount } from '@aisle/contract/locations/payout-accounts';
import { PayoutAccountInput, payoutAccountRoutes } from '@aisle/contract/locations/payout-accounts';
import { TextInput } from '@mantine/core';
import { useWrite } from '../../../core/api.ts';
import { FormDrawer } from '../../../ui/form/form-drawer.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';

/** The numbers start empty every time, because stored numbers are never put back into a field. */
const toValues = (account?: MaskedPayoutAccount) => ({
  bankName: account?.bankName ?? '',
  accountHolder: account?.accountHolder ?? '',
  routingNumber: '',
  accountNumber: '',
});

export function PayoutForm({ location, onClose }: { location: LocationView; onClose: () => void }) {
  const { payoutAccount: account } = location;
  const form = useZodForm(PayoutAccountInput, toValues, account ?? undefined);
  const saving = useWrite(payoutAccountRoutes.save);
  return (
    <FormDrawer
      title={account ? 'Change payout account' : 'Add payout account'}
      form={form}
      save={(values, version) =>
        saving.mutateAsync({ params: { id: location._id }, body: { ...values, version } })
      }
      onClose={onClose}
      saveLabel={account ? 'Save changes' : 'Add payout account'}
      keepsDraft={false}
    >
      <TextInput label="Bank" withAsterisk data-autofocus {...form.getInputProps('bankName')} />
      <TextInput label="Account holder" withAsterisk {...form.getInputProps('accountHolder')} />
      <TextInput
        label="Routing number"
        withAsterisk
        inputMode="numeric"
        autoComplete="off"
        description="9 digits"
        {...form.getInputProps('routingNumber')}
      />
      <TextInput
        label="Account number"
        withAsterisk
        inputMode="numeric"
        autoComplete="off"
        description={
          account ? 'Enter both numbers again' : 'Stored encrypted. Only the last digits are shown.'
        }
        {...form.getInputProps('accountNumber')}
      />
    </FormDrawer>
  );
}
