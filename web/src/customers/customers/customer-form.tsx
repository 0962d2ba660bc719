import {
  automaticConsentSources,
  type Customer,
  CustomerInput,
  consentSourceLabels,
  consentSources,
  customerRoutes,
} from '@aisle/contract/customers/customers';
import { Fieldset, Group, Select, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { z } from 'zod';
import { useWrite } from '../../core/api.ts';
import { useSignedIn } from '../../core/session/session.ts';
import {
  AddressFields,
  type AddressValues,
  addressValues,
  isBlankAddress,
} from '../../ui/form/fields/address-fields.tsx';
import { PhoneInput } from '../../ui/form/fields/phone-input.tsx';
import { FormDrawer } from '../../ui/form/form-drawer.tsx';
import { useZodForm, type ZodForm } from '../../ui/form/use-zod-form.ts';

interface CustomerFormProps {
  /** Undefined for a new customer. */
  customer: Customer | undefined;
  onClose: () => void;
  onSaved?: (id: string) => void;
}

const toValues = (customer?: Customer) => ({
  firstName: customer?.firstName ?? '',
  lastName: customer?.lastName ?? '',
  phone: customer?.phone ?? '',
  email: customer?.email ?? '',
  notes: customer?.notes ?? '',
  marketingConsent: customer?.marketingConsent ?? false,
  marketingConsentHow: customer?.marketingConsent ? customer.marketingConsentHow : null,
  /** Only for a new customer: the page of an existing one manages the addresses. */
  addresses: customer ? [] : [addressValues()],
});
const CustomerFields = z.preprocess((values) => {
  const { addresses, marketingConsentHow, ...rest } = values as {
    addresses: AddressValues[];
    marketingConsentHow: string | null;
  };
  const how = marketingConsentHow && { marketingConsentHow };
  return { ...rest, ...how, addresses: addresses.filter((address) => !isBlankAddress(address)) };
}, CustomerInput);

type CustomerFormOf = ZodForm<ReturnType<typeof toValues>, z.output<typeof CustomerFields>>;

const methodChoices = consentSources
  .filter((source) => !automaticConsentSources.some((automatic) => automatic === source))
  .map((value) => ({ value, label: consentSourceLabels[value] }));

/** Whether and how the customer agreed to marketing messages. Without consent they get none. */
function Consent({ form }: { form: CustomerFormOf }) {
  return (
    <>
      <Switch
        label="Agreed to marketing messages"
        description="Only switch this on if the customer said so"
        color="teal"
        {...form.getInputProps('marketingConsent', { type: 'checkbox' })}
      />
      {form.values.marketingConsent && (
        <Select
          label="How they agreed"
          placeholder={consentSourceLabels.staff}
          clearable
          data={methodChoices}
          {...form.getInputProps('marketingConsentHow')}
        />
      )}
    </>
  );
}

/** Adds or edits a customer. */
export function CustomerForm({ customer, onClose, onSaved }: CustomerFormProps) {
  const form = useZodForm(CustomerFields, toValues, customer);
  const create = useWrite(customerRoutes.create);
  const edit = useWrite(customerRoutes.edit);
  const savedId = useRef('');
  async function save(
    { addresses, ...body }: CustomerInput,
    version: number,
    { addresses: _, ...changed }: Partial<CustomerInput>,
  ): Promise<void> {
    const saved = customer
      ? await edit.mutateAsync({ params: { id: customer._id }, body: { ...changed, version } })
      : await create.mutateAsync({ body: { ...body, ...(addresses?.length && { addresses }) } });
    savedId.current = saved._id;
  }
  const isStore = useSignedIn().user.userType === 'store';
  return (
    <FormDrawer
      title={customer ? 'Edit customer' : 'New customer'}
      form={form}
      save={save}
      onClose={onClose}
      onSaved={() => onSaved?.(savedId.current)}
    >
      <Group grow gap="md" align="flex-start">
        <TextInput label="First name" withAsterisk data-autofocus {...form.getInputProps('firstName')} />
        <TextInput label="Last name" {...form.getInputProps('lastName')} />
      </Group>
      <PhoneInput withAsterisk {...form.getInputProps('phone')} />
      <TextInput label="Email" type="email" {...form.getInputProps('email')} />
      <Textarea
        label="Notes"
        description={isStore ? 'Only the marketplace can read them' : 'Visible to staff only'}
        autosize
        minRows={2}
        {...form.getInputProps('notes')}
      />
      <Consent form={form} />
      {!customer && (
        <Fieldset legend="Address (optional)">
          <Stack gap="md">
            <AddressFields form={form} path="addresses.0." />
          </Stack>
        </Fieldset>
      )}
    </FormDrawer>
  );
}
