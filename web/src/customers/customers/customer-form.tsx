import { type Customer, CustomerInput, customerRoutes } from '@aisle/contract/customers/customers';
import { Fieldset, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { z } from 'zod';
import { useWrite } from '../../core/api.ts';
import {
  AddressFields,
  type AddressValues,
  addressValues,
  isBlankAddress,
} from '../../ui/form/address-fields.tsx';
import { FormDrawer } from '../../ui/form/form-drawer.tsx';
import { PhoneInput } from '../../ui/form/phone-input.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';

interface CustomerFormProps {
  /** None for a new one. */
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
  /** Only for a new one: the others have theirs on their page. */
  addresses: customer ? [] : [addressValues()],
});
const CustomerFields = z.preprocess((values) => {
  const { addresses, ...rest } = values as { addresses: AddressValues[] };
  return { ...rest, addresses: addresses.filter((address) => !isBlankAddress(address)) };
}, CustomerInput);

/** One form for adding and for changing. */
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
        <TextInput label="Last name" withAsterisk {...form.getInputProps('lastName')} />
      </Group>
      <PhoneInput withAsterisk {...form.getInputProps('phone')} />
      <TextInput label="Email" type="email" {...form.getInputProps('email')} />
      <Textarea
        label="Notes"
        description="Visible to staff only"
        autosize
        minRows={2}
        {...form.getInputProps('notes')}
      />
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
