import { FormSection } from '../../ui/form/form-page.tsx';
import { MoneyInput } from '../../ui/form/inputs.tsx';
import type { SettingsForm } from './settings.tsx';
import { WholeInput } from './whole-input.tsx';

export function CoinsTab({ form }: { form: SettingsForm }) {
  return (
    <FormSection
      title="Coins"
      text="Shoppers earn them on delivered orders. Whether they can pay with them is under General."
    >
      <WholeInput
        label="Earned for each whole dollar"
        description="Of the goods of a delivered order"
        counts="coins"
        {...form.getInputProps('coins.earnPerDollar')}
      />
      <MoneyInput label="What one coin pays" maw={240} {...form.getInputProps('coins.redeemCents')} />
    </FormSection>
  );
}
