import {
  type CustomerAddress,
  CustomerAddressInput,
  customerRoutes,
} from '@aisle/contract/customers/customers';
import { Checkbox, TextInput } from '@mantine/core';
import { useWrite } from '../../core/api.ts';
import { AddressFields, addressValues } from '../../ui/form/fields/address-fields.tsx';
import { FormDrawer } from '../../ui/form/form-drawer.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';

interface AddressFormProps {
  customerId: string;
  /** None for a new one. */
  address: CustomerAddress | undefined;
  onClose: () => void;
}

/** The server finds the coordinates of an address. */
const TypedAddress = CustomerAddressInput.omit({ latitude: true, longitude: true });

const toValues = (address?: CustomerAddress) => ({
  label: address?.label ?? 'Home',
  ...addressValues(address),
  isDefault: address?.isDefault ?? false,
});

export function AddressForm({ customerId, address, onClose }: AddressFormProps) {
  const form = useZodForm(TypedAddress, toValues, address);
  const add = useWrite(customerRoutes.addAddress);
  const edit = useWrite(customerRoutes.editAddress);
  const save = (body: CustomerAddressInput, version: number) =>
    address
      ? edit.mutateAsync({ params: { addressId: address._id }, body: { ...body, version } })
      : add.mutateAsync({ params: { id: customerId }, body });
  return (
    <FormDrawer title={address ? 'Edit address' : 'New address'} form={form} save={save} onClose={onClose}>
      <TextInput label="Label" data-autofocus placeholder="Home, Office" {...form.getInputProps('label')} />
      <AddressFields form={form} path="" required />
      <Checkbox
        color="teal"
        label="Use as the default delivery address"
        disabled={address?.isDefault ?? false}
        {...form.getInputProps('isDefault', { type: 'checkbox' })}
      />
    </FormDrawer>
  );
}
