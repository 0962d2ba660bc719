import { FormSection } from '../../ui/form/form-page.tsx';
import { MoneyInput } from '../../ui/form/inputs.tsx';
import type { SettingsForm } from './settings.tsx';
import { WholeInput } from './whole-input.tsx';

export function CoinsTab({ form }: { form: SettingsForm }) {
  return (
    <FormSection
      title="Coins"
      text="Customers earn coins on delivered orders. Turn paying with coins on or off under General."
    >
      <WholeInput
        label="Coins per dollar"
        description="Based on the item total of a delivered order"
        counts="coins"
        {...form.getInputProps('coins.earnPerDollar')}
      />
      <MoneyInput label="Value of one coin" maw={240} {...form.getInputProps('coins.redeemCents')} />
    </FormSection>
  );
}
