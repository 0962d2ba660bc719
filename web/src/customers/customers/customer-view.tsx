import { formatCount } from '@aisle/contract/core/how-many';
import { formatMoney } from '@aisle/contract/core/money';
import { type CustomerAddress, type CustomerView, customerRoutes } from '@aisle/contract/customers/customers';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { read, useWrite } from '../../core/api.ts';
import { useMay } from '../../core/session.ts';
import { CustomerStatus, fullName } from '../../links/customer-status.tsx';
import { OrderLink, OrderState } from '../../links/order-link.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { EmailLink, PhoneLink } from '../../ui/contact.tsx';
import { Figure } from '../../ui/figure.tsx';
import { Gate } from '../../ui/gate.tsx';
import { RowMenu } from '../../ui/list/row-menu.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Facts, Panel, RecordPage } from '../../ui/record-page.tsx';
import { AnchorLink, ButtonLink } from '../../ui/screen-link.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { DateText, MoneyText } from '../../ui/values.tsx';
import { AddressForm } from './address-form.tsx';
import { CustomerForm } from './customer-form.tsx';
import classes from './customers.module.css';

const back = { to: '/customers', label: 'Customers' } as const;

export function CustomerScreen() {
  const { id } = useParams({ from: '/shell/customers/view/$id' });
  const query = useQuery({ ...read(customerRoutes.show, { params: { id } }), meta: { quiet: true } });
  return (
    <Loaded query={query} back={back}>
      {(customer) => <CustomerRecord key={customer._id} customer={customer} />}
    </Loaded>
  );
}

function CustomerRecord({ customer }: { customer: CustomerView }) {
  const [isEditing, setEditing] = useState(false);
  const { lifetime } = customer;
  const average = lifetime.orders === 0 ? 0 : Math.round(lifetime.total / lifetime.orders);
  return (
    <RecordPage
      title={fullName(customer)}
      badge={<CustomerStatus status={customer.status} />}
      back={back}
      actions={
        <>
          {customer.status !== 'blocked' && (
            <Gate permission="order_add">
              <ButtonLink to="/orders/add" search={{ customerId: customer._id }}>
                New order
              </ButtonLink>
            </Gate>
          )}
          <Gate permission="customer_edit">
            <Button variant="default" onClick={() => setEditing(true)}>
              Edit
            </Button>
          </Gate>
          <BlockMenu customer={customer} />
        </>
      }
      side={
        <>
          <Panel title="Contact">
            <Facts
              facts={[
                ['Phone', <PhoneLink key="phone" phone={customer.phone} />],
                ['Email', customer.email && <EmailLink email={customer.email} />],
                ['Customer since', <DateText key="since" value={customer.createdAt} />],
                [
                  'Coins',
                  <span key="coins" className="tabular">
                    {formatCount(customer.coinBalance)}
                  </span>,
                ],
              ]}
            />
          </Panel>
          <Panel title="Notes">
            {customer.notes ? (
              <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{customer.notes}</Text>
            ) : (
              <Text c="dimmed">No notes yet. Only staff can see them.</Text>
            )}
          </Panel>
        </>
      }
    >
      {customer.status === 'blocked' && (
        <Alert color="red" variant="light" title="Blocked">
          This customer can't place orders online or by phone.
        </Alert>
      )}
      <Panel>
        <div className={classes.figures}>
          <Figure label="Orders" value={formatCount(lifetime.orders)} />
          <Figure label="Spent" value={formatMoney(lifetime.total)} />
          <Figure label="Average basket" value={formatMoney(average)} />
        </div>
      </Panel>
      <LastOrders customer={customer} />
      <Addresses customer={customer} />
      {isEditing && <CustomerForm customer={customer} onClose={() => setEditing(false)} />}
    </RecordPage>
  );
}

function BlockMenu({ customer }: { customer: CustomerView }) {
  const changing = useWrite(customerRoutes.changeStatus);
  const isBlocked = customer.status === 'blocked';
  async function change(): Promise<void> {
    const name = fullName(customer);
    const isSure = await confirm(
      isBlocked
        ? {
            title: `Unblock ${name}?`,
            text: 'They can order again right away, online and by phone.',
            confirm: 'Unblock',
          }
        : {
            title: `Block ${name}?`,
            text: "They can't place new orders online or by phone. Orders in progress aren't affected.",
            confirm: 'Block',
          },
    );
    if (!isSure) return;
    changing.mutate({
      params: { id: customer._id },
      body: { status: isBlocked ? 'active' : 'blocked' },
    });
  }
  return (
    <RowMenu
      label={fullName(customer)}
      actions={[
        {
          label: isBlocked ? 'Unblock' : 'Block',
          permission: 'customer_change_status',
          ...(!isBlocked && { danger: true as const }),
          onClick: () => void change(),
        },
      ]}
    />
  );
}

function LastOrders({ customer }: { customer: CustomerView }) {
  const mayList = useMay('order_list');
  const { lastOrders } = customer;
  return (
    <Panel
      title="Latest orders"
      tools={
        mayList &&
        lastOrders.length > 0 && (
          <AnchorLink to="/orders" search={{ customerId: customer._id }} size="sm">
            All orders
          </AnchorLink>
        )
      }
    >
      {lastOrders.length === 0 && <Text c="dimmed">No orders yet.</Text>}
      <ul className={classes.rows}>
        {lastOrders.map((order) => (
          <li key={order._id} className={classes.order}>
            <span className="tabular">
              <OrderLink id={order._id} number={order.number} />
            </span>
            <OrderState status={order.headlineStatus} />
            <span className={classes.quiet}>{order.locationName}</span>
            <span className={classes.quiet}>
              <DateText value={order.createdAt} />
            </span>
            <MoneyText value={order.total} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Addresses({ customer }: { customer: CustomerView }) {
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
