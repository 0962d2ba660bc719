import { paymentTypeLabels, paymentTypes } from '@aisle/contract/system/payment-types';
import { Select, Switch, TextInput } from '@mantine/core';
import { MoneyInput } from '../../../ui/form/fields/inputs.tsx';
import { TimeZoneSelect } from '../../../ui/form/fields/time-zone-select.tsx';
import { FormSection } from '../../../ui/form/form-page.tsx';
import type { SettingsForm } from '../settings.tsx';
import { LogoField } from './logo-field.tsx';

const funders = [
  { value: 'marketplace', label: 'The marketplace' },
  { value: 'location', label: 'The store' },
];

export function GeneralTab({ form }: { form: SettingsForm }) {
  return (
    <>
      <FormSection title="Marketplace" text="Shown in page titles, emails and invoices.">
        <TextInput label="Brand name" withAsterisk maw={360} {...form.getInputProps('brandName')} />
        <TextInput
          label="Brand color"
          description="Used on invoices, packing slips and statements"
          withAsterisk
          maw={360}
          leftSection={<ColorSwatch form={form} />}
          {...form.getInputProps('brandColor')}
        />
        <LogoField />
        <TimeZoneSelect
          description="Used for subscription and coin expiry, and for the marketplace's books"
          withAsterisk
          maw={360}
          {...form.getInputProps('timeZone')}
        />
        <Switch
          label="Show the top bar"
          description="Search, notifications and account menu"
          color="teal"
          {...form.getInputProps('topBar', { type: 'checkbox' })}
        />
        <Switch
          label="Show the setup steps"
          description="On the dashboard of administrators"
          color="teal"
          {...form.getInputProps('setup.isShown', { type: 'checkbox' })}
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
        <Switch
          label="Store credit"
          description="Also pays part of an order, before money"
          color="teal"
          {...form.getInputProps('tenders.storeCredit', { type: 'checkbox' })}
        />
        <Switch
          label="Gift cards"
          description="Also pay part of an order, after store credit"
          color="teal"
          {...form.getInputProps('tenders.giftCards', { type: 'checkbox' })}
        />
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
        <Switch
          label="Tax the vendor's part of a discount"
          description="Most states tax what a vendor pays for a promotion like a payment by the customer"
          {...form.getInputProps('taxOnVendorDiscounts', { type: 'checkbox' })}
        />
      </FormSection>
    </>
  );
}

/** Opens the color picker of the browser. */
const ColorSwatch = ({ form }: { form: SettingsForm }) => (
  <input
    type="color"
    aria-label="Pick a color"
    value={form.values.brandColor}
    onChange={(event) => form.setFieldValue('brandColor', event.currentTarget.value.toUpperCase())}
    style={{ width: 20, height: 20, padding: 0, border: 0, background: 'none' }}
  />
);
