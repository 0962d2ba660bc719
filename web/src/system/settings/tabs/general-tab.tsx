import { paymentTypeLabels, paymentTypes } from '@aisle/contract/system/payment-types';
import { Select, Switch, TextInput } from '@mantine/core';
import { MoneyInput } from '../../../ui/form/fields/inputs.tsx';
import { useListWhenNear } from '../../../ui/form/fields/list-when-near.ts';
import { FormSection } from '../../../ui/form/form-page.tsx';
import type { SettingsForm } from '../settings.tsx';

const funders = [
  { value: 'marketplace', label: 'The marketplace' },
  { value: 'location', label: 'The store' },
];

/** The browser's list lacks plain UTC. */
const timeZones = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])];

export function GeneralTab({ form }: { form: SettingsForm }) {
  const near = useListWhenNear();
  return (
    <>
      <FormSection title="Marketplace" text="Shown in page titles, emails and invoices.">
        <TextInput label="Brand name" withAsterisk maw={360} {...form.getInputProps('brandName')} />
        <Select
          {...near}
          label="Time zone"
          description="Used for subscription and coin expiry, and for the marketplace's books"
          withAsterisk
          searchable
          allowDeselect={false}
          maw={360}
          data={timeZones}
          {...form.getInputProps('timeZone')}
        />
        <Switch
          label="Show the top bar"
          description="Search, notifications and account menu"
          color="teal"
          {...form.getInputProps('topBar', { type: 'checkbox' })}
        />
      </FormSection>
      <FormSection title="Payment" text="Payment types customers can use.">
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
          description="Locations can have a custom minimum"
          maw={240}
          {...form.getInputProps('minimumOrder')}
        />
        <Select
          label="Discounts and coins are paid by"
          description="The marketplace always pays for what its plans give"
          maw={320}
          data={funders}
          {...form.getInputProps('discountsFundedBy')}
        />
      </FormSection>
    </>
  );
}
