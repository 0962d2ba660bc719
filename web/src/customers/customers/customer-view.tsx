import { fullName } from '@aisle/contract/core/full-name';
import type { ListSearch } from '@aisle/contract/core/list-search';
import { type CustomerView, customerRoutes } from '@aisle/contract/customers/customers';
import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { read, useWrite } from '../../core/api.ts';
import { useScreenSearch } from '../../core/pages/search.ts';
import { useSignedIn } from '../../core/session/session.ts';
import { CustomerStatus } from '../../links/customers/customer-status.tsx';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Gate } from '../../ui/gate.tsx';
import { ListTabs } from '../../ui/list/list-tabs.tsx';
import type { RowAction } from '../../ui/list/rows/row.ts';
import { EmailLink, PhoneLink } from '../../ui/record/contact.tsx';
import { RecordPage } from '../../ui/record/record-page.tsx';
import { ButtonLink } from '../../ui/record/screen-link.tsx';
import { CustomerForm } from './customer-form.tsx';
import { type CustomerParts, tabsFor } from './customer-tabs.ts';
import { CustomerSide, Overview } from './overview-tab.tsx';

const back = { to: '/customers', label: 'Customers' } as const;

export function CustomerScreen(parts: CustomerParts) {
  const { id } = useParams({ from: '/shell/customers/view/$id' });
  const query = useQuery({ ...read(customerRoutes.show, { params: { id } }), meta: { quiet: true } });
  return (
    <Loaded query={query} back={back}>
      {(customer) => <CustomerRecord key={customer._id} customer={customer} parts={parts} />}
    </Loaded>
  );
}

interface CustomerRecordProps {
  customer: CustomerView;
  parts: CustomerParts;
}
function CustomerRecord({ customer, parts }: CustomerRecordProps) {
  const [isEditing, setEditing] = useState(false);
  const { Notice } = parts;
  // Merged and erased customers are read-only.
  const isCurrent = customer.mergedInto === null && customer.erasedAt === null;
  return (
    <RecordPage
      title={fullName(customer)}
      badge={isCurrent && <CustomerStatus status={customer.status} />}
      back={back}
      summary={[
        ['Phone', customer.phone && <PhoneLink key="phone" phone={customer.phone} />],
        ['Email', customer.email && <EmailLink key="email" email={customer.email} />],
      ]}
      {...(isCurrent && {
        actions: <CustomerActions customer={customer} parts={parts} onEdit={() => setEditing(true)} />,
      })}
      side={<CustomerSide customer={customer} />}
    >
      <Suspense>
        <Notice customer={customer} />
      </Suspense>
      {isCurrent && customer.status === 'blocked' && (
        <Alert color="red" variant="light" title="Blocked">
          This customer can't place orders online or by phone.
        </Alert>
      )}
      <CustomerContent customer={customer} parts={parts} />
      {isEditing && <CustomerForm customer={customer} onClose={() => setEditing(false)} />}
    </RecordPage>
  );
}

/** The tab in the URL if the user can see it; otherwise the overview. */
function CustomerContent({ customer, parts }: CustomerRecordProps) {
  const { permissions, user } = useSignedIn();
  const navigate = useNavigate();
  const requested = useScreenSearch().tab;
  const tabs = tabsFor(parts.tabs, { held: permissions, isEverywhere: user.userType !== 'store' });
  const current = tabs.find(({ key }) => key === requested);
  const open = (key: string | undefined) =>
    void navigate({ to: '.', search: (now: ListSearch): object => ({ ...now, tab: key }) });
  return (
    <>
      {tabs.length > 0 && (
        <ListTabs
          label={`About ${fullName(customer)}`}
          tabs={[
            { key: 'overview', label: 'Overview', isOn: !current, onClick: () => open(undefined) },
            ...tabs.map(({ key, label }) => ({
              key,
              label,
              isOn: key === current?.key,
              onClick: () => open(key),
            })),
          ]}
        />
      )}
      {current ? (
        <Suspense>
          <current.Tab customer={customer} />
        </Suspense>
      ) : (
        <Overview customer={customer} />
      )}
    </>
  );
}

function CustomerActions({ customer, parts, onEdit }: CustomerRecordProps & { onEdit: () => void }) {
  const { Menu, actions = [] } = parts;
  const more = [useBlocking(customer)];
  return (
    <>
      {customer.status !== 'blocked' && (
        <Gate permission="order_add">
          <ButtonLink to="/orders/add" search={{ customerId: customer._id }}>
            New order
          </ButtonLink>
        </Gate>
      )}
      <Gate permission="customer_edit">
        <Button variant="default" onClick={onEdit}>
          Edit
        </Button>
      </Gate>
      <Suspense>
        {actions.map((Action, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list of parts never changes
          <Action key={index} customer={customer} />
        ))}
        <Menu customer={customer} more={more} />
      </Suspense>
    </>
  );
}

/** Blocks or unblocks a customer, after a confirmation. */
function useBlocking(customer: CustomerView): RowAction {
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
  return {
    label: isBlocked ? 'Unblock' : 'Block',
    permission: 'customer_change_status',
    ...(!isBlocked && { danger: true as const }),
    onClick: () => void change(),
  };
}
