import { type CustomerAddress, type CustomerView, customerRoutes } from '@aisle/contract/customers/customers';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { useMay } from '../../core/session/session.ts';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { RowMenu } from '../../ui/list/rows/row-menu.tsx';
import { Panel } from '../../ui/record/record-page.tsx';
import { StatusBadge } from '../../ui/values/status-badge.tsx';
import { AddressForm } from './address-form.tsx';
import classes from './customers.module.css';

export function Addresses({ customer }: { customer: CustomerView }) {
  const mayEdit = useMay('customer_edit');
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
        mayEdit && (
          <Button variant="default" size="xs" onClick={() => setOpen('new')}>
            Add address
          </Button>
        )
      }
    >
      {customer.addresses.length === 0 && (
        <Text c="dimmed">No addresses yet. Pickup orders don't need one.</Text>
      )}
      <ul className={classes.rows}>
        {customer.addresses.map((address) => (
          <li key={address._id} className={classes.address}>
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
