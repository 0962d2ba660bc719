import { expiringSoonDays, returnedCoinDays } from '@aisle/contract/system/settings';
import { MoneyInput } from '../../../ui/form/fields/inputs.tsx';
import { FormSection } from '../../../ui/form/form-page.tsx';
import type { SettingsForm } from '../settings.tsx';
import { WholeInput } from './whole-input.tsx';

export function CoinsTab({ form }: { form: SettingsForm }) {
  return (
    <>
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
        <MoneyInput
          label="Value of one coin"
          description="Coins keep their value in the books from when they were earned"
          styles={{ wrapper: { maxWidth: 240 } }}
          {...form.getInputProps('coins.redeemCents')}
        />
      </FormSection>
      <FormSection
        title="Expiry"
        text={`Expired coins leave the balance at night. Customers get an email ${expiringSoonDays} days before. Coins returned by an order can be used for at least ${returnedCoinDays} days.`}
      >
        <WholeInput
          label="Coins expire after"
          description="A change applies to coins earned from then on. Leave empty if coins never expire"
          placeholder="Never"
          counts="days"
          {...form.getInputProps('coins.expiryDays')}
        />
      </FormSection>
      <FormSection title="Adjustments" text="Staff who can edit customers can add coins or remove them.">
        <WholeInput
          label="Ask for the password above"
          counts="coins"
          {...form.getInputProps('coinAdjustConfirmAbove')}
        />
      </FormSection>
    </>
  );
}
