import { type Vendor, VendorInput, vendorRoutes } from '@aisle/contract/catalog/vendors';
import { Switch, TextInput } from '@mantine/core';
import { z } from 'zod';
import { useWrite } from '../../core/api.ts';
import { HistoryButton } from '../../links/system/record-history.tsx';
import {
  AddressFields,
  type AddressValues,
  addressValues,
  isBlankAddress,
} from '../../ui/form/fields/address-fields.tsx';
import { PhoneInput } from '../../ui/form/fields/phone-input.tsx';
import { FormDrawer } from '../../ui/form/form-drawer.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';

interface VendorFormProps {
  /** Undefined for a new vendor. */
  vendor: Vendor | undefined;
  onClose: () => void;
}

const toValues = (vendor?: Vendor) => ({
  name: vendor?.name ?? '',
  contact: vendor?.contact ?? '',
  email: vendor?.email ?? '',
  phone: vendor?.phone ?? '',
  address: addressValues(vendor?.address),
  taxNumber: vendor?.taxNumber ?? '',
  paymentTerms: vendor?.paymentTerms ?? '',
  status: vendor?.status ?? true,
});
/** Five empty fields mean no address. */
const VendorFields = z.preprocess((values) => {
  const { address, ...rest } = values as { address: AddressValues };
  return { ...rest, address: isBlankAddress(address) ? null : address };
}, VendorInput);

/** Adds or edits a vendor. */
export function VendorForm({ vendor, onClose }: VendorFormProps) {
  const form = useZodForm(VendorFields, toValues, vendor);
  const create = useWrite(vendorRoutes.create);
  const edit = useWrite(vendorRoutes.edit);
  const save = (body: VendorInput, version: number): Promise<Vendor> =>
    vendor
      ? edit.mutateAsync({ params: { id: vendor._id }, body: { ...body, version } })
      : create.mutateAsync({ body });
  return (
    <FormDrawer
      title={vendor ? 'Edit vendor' : 'New vendor'}
      form={form}
      save={save}
      onClose={onClose}
      history={vendor && <HistoryButton resource="vendors" id={vendor._id} name={vendor.name} />}
    >
      <TextInput label="Name" withAsterisk data-autofocus {...form.getInputProps('name')} />
      <TextInput label="Contact" {...form.getInputProps('contact')} />
      <TextInput label="Email" type="email" {...form.getInputProps('email')} />
      <PhoneInput {...form.getInputProps('phone')} />
      <AddressFields form={form} path="address." />
      <TextInput label="Tax number" {...form.getInputProps('taxNumber')} />
      <TextInput label="Payment terms" placeholder="Net 30" {...form.getInputProps('paymentTerms')} />
      <Switch
        label="Active"
        description="Inactive vendors can't be chosen for new receipts"
        color="teal"
        {...form.getInputProps('status', { type: 'checkbox' })}
      />
    </FormDrawer>
  );
}
