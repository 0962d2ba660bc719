import {
  type CustomerAddress,
  CustomerAddressInput,
  type CustomerView,
  customerRoutes,
} from '@aisle/contract/customers/customers';
import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { useCan } from '../../core/session/session.ts';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { AddressFields, addressValues } from '../../ui/form/fields/address-fields.tsx';
import { FormDrawer } from '../../ui/form/form-drawer.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { RowMenu } from '../../ui/list/rows/row-menu.tsx';
import { Panel } from '../../ui/record/record-page.tsx';
import { StatusBadge } from '../../ui/values/status-badge.tsx';
import classes from './customers.module.css';

export function Addresses({ customer }: { customer: CustomerView }) {
  const canEdit = useCan('customer_edit');
  const [open, setOpen] = useState<CustomerAddress | 'new' | null>(null);
  const editing = useWrite(customerRoutes.editAddress);
  const removing = useWrite(customerRoutes.removeAddress);
  async function remove(address: CustomerAddress): Promise<void> {
    const isSure = await confirm({
      title: `Delete the address “${address.label}”?`,
      text: 'Past orders keep this address.',
      confirm: 'Delete',
    });
    if (isSure) removing.mutate({ params: { addressId: address._id } });
  }
  return (
    <Panel
      title="Addresses"
      tools={
        canEdit && (
          <Button variant="default" size="xs" onClick={() => setOpen('new')}>
            Add address
          </Button>
        )
      }
    >
      {customer.addresses.length === 0 && (
        <Text c="dimmed">No addresses yet. Pickup orders don't need one.</Text>
      )}
      <ul className="plain-list lined">
        {customer.addresses.map((address) => (
          <li key={address._id} className={`flex align-start gap-3 ${classes.address}`}>
            <Stack gap={0} style={{ flex: 1, minWidth: 0 }}>
              <Group gap="xs">
                <Text fw={500}>{address.label}</Text>
                {address.isDefault && <StatusBadge family="off" label="Default" />}
              </Group>
              <Text>
                {address.line1}
                {address.line2 && `, ${address.line2}`}
              </Text>
              <Text c="dimmed">
                {address.city}, {address.state} {address.postalCode}
              </Text>
            </Stack>
            <RowMenu
              label={address.label}
              actions={[
                { label: 'Edit', permission: 'customer_edit', onClick: () => setOpen(address) },
                ...(address.isDefault
                  ? []
                  : [
                      {
                        label: 'Set as default',
                        permission: 'customer_edit' as const,
                        onClick: () =>
                          editing.mutate({
                            params: { addressId: address._id },
                            body: { isDefault: true, version: address.version },
                          }),
                      },
                    ]),
                {
                  label: 'Delete',
                  permission: 'customer_edit',
                  danger: true,
                  onClick: () => void remove(address),
                },
              ]}
            />
          </li>
        ))}
      </ul>
      {open && (
        <AddressForm
          customerId={customer._id}
          address={open === 'new' ? undefined : open}
          onClose={() => setOpen(null)}
        />
      )}
    </Panel>
  );
}

interface AddressFormProps {
  customerId: string;
  /** Undefined for a new address. */
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

function AddressForm({ customerId, address, onClose }: AddressFormProps) {
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
