import { paymentTypeLabels, paymentTypes } from '@aisle/contract/system/settings';
import { Select, Switch, TextInput } from '@mantine/core';
import { FormSection } from '../../ui/form/form-page.tsx';
import { MoneyInput } from '../../ui/form/inputs.tsx';
import type { SettingsForm } from './settings.tsx';

const funders = [
  { value: 'marketplace', label: 'The marketplace' },
  { value: 'location', label: 'The location' },
];

export function GeneralTab({ form }: { form: SettingsForm }) {
  return (
    <>
      <FormSection title="Marketplace" text="Its name stands in page titles, mails and on invoices.">
        <TextInput label="Brand name" withAsterisk maw={360} {...form.getInputProps('brandName')} />
        <Switch
          label="Show the top bar"
          description="With search, notifications and the account menu"
          color="teal"
          {...form.getInputProps('topBar', { type: 'checkbox' })}
        />
      </FormSection>
      <FormSection title="Payment" text="How shoppers may pay.">
        {paymentTypes.map((type) => (
          <Switch
            key={type}
            label={paymentTypeLabels[type]}
            color="teal"
            {...form.getInputProps(`paymentTypes.${type}`, { type: 'checkbox' })}
          />
        ))}
      </FormSection>
      <FormSection title="Orders and discounts">
        <MoneyInput
          label="Minimum order"
          description="A location may have one of its own"
          maw={240}
          {...form.getInputProps('minimumOrder')}
        />
        <Select
          label="Who pays for discounts and coins"
          maw={240}
          data={funders}
          {...form.getInputProps('discountsFundedBy')}
        />
      </FormSection>
    </>
  );
}
