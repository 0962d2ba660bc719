import { fullName } from '@aisle/contract/core/full-name';
import { formatCount } from '@aisle/contract/core/pluralize';
import { customerActions } from '@aisle/contract/customers/customer-actions';
import { customerGroupRoutes } from '@aisle/contract/customers/customer-groups';
import { type Customer, customerRoutes } from '@aisle/contract/customers/customers';
import { useRouter } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { later } from '../../core/pages/lazy.ts';
import { useCan, useSignedIn } from '../../core/session/session.ts';
import { useBulkActions } from '../../links/bulk/use-bulk-actions.ts';
import { CustomerStatus } from '../../links/customers/customer-status.tsx';
import { locationFilter } from '../../links/locations/location-filter.ts';
import { ImportLink } from '../../links/system/import-link.tsx';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { choice, type FiltersOf, yesNo } from '../../ui/list/filters/filter.ts';
import { lookup } from '../../ui/list/filters/lookup.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import type { BulkAction } from '../../ui/list/rows/row.ts';
import { useList } from '../../ui/list/use-list.ts';
import { PhoneText } from '../../ui/record/contact.tsx';
import { ButtonLink } from '../../ui/record/screen-link.tsx';
import { DateText } from '../../ui/values/values.tsx';
import { CustomerForm } from './customer-form.tsx';

const statusChoices = [
  { value: 'active', label: 'Active' },
  { value: 'blocked', label: 'Blocked' },
];

const columns: Column<Customer>[] = [
  { key: 'name', header: 'Name', cell: fullName, sortable: true },
  {
    key: 'phone',
    header: 'Phone',
    cell: (customer) => <PhoneText phone={customer.phone} />,
    card: 'detail',
  },
  {
    key: 'email',
    header: 'Email',
    cell: (customer) => <span className="clip">{customer.email}</span>,
  },
  {
    key: 'orders',
    header: 'Orders',
    cell: ({ orderCount }) => (
      <>
        {formatCount(orderCount)}
        <span className="on-card">{orderCount === 1 ? ' order' : ' orders'}</span>
      </>
    ),
    align: 'right',
    width: 80,
    card: 'figure',
  },
  {
    key: 'coins',
    header: 'Coins',
    cell: ({ coinBalance }) => (coinBalance === null ? '–' : formatCount(coinBalance)),
    align: 'right',
    width: 80,
    optional: true,
  },
  {
    key: 'marketingConsent',
    header: 'Marketing',
    cell: (customer) => (customer.marketingConsent ? 'Agreed' : 'No consent'),
    optional: true,
  },
  {
    key: 'lastOrderAt',
    header: 'Last order',
    cell: (customer) => <DateText value={customer.lastOrderAt} />,
  },
  {
    key: 'createdAt',
    header: 'Since',
    cell: (customer) => <DateText value={customer.createdAt} />,
    sortable: true,
  },
  {
    key: 'status',
    header: 'Status',
    cell: (customer) => <CustomerStatus status={customer.status} />,
    width: 110,
    card: 'state',
  },
];

/** Groups belong to the marketplace. */
const groupFilter = lookup({
  name: 'groupId',
  label: 'Group',
  route: customerGroupRoutes.dropdown,
  isOffered: ({ user }) => user.userType !== 'store',
});
const filters: FiltersOf<typeof customerRoutes.list> = [
  locationFilter,
  choice('status', 'Status', statusChoices),
  yesNo('marketingConsent', 'Marketing', 'Agreed', 'No consent'),
  groupFilter,
  { kind: 'days', label: 'Added', from: 'from', to: 'to', asInstants: true },
  { kind: 'days', label: 'Ordered', from: 'orderedFrom', to: 'orderedTo', asInstants: true },
  { kind: 'days', label: "Didn't order", from: 'notOrderedFrom', to: 'notOrderedTo', asInstants: true },
];

export function CustomerList() {
  const list = useList(customerRoutes.list);
  const router = useRouter();
  const mayView = useCan('customer_view');
  const isStore = useSignedIn().user.userType === 'store';
  const mayFindDuplicates = useCan('customer_edit') && !isStore;
  const removing = useWrite(customerRoutes.remove);
  const { actionFor } = useBulkActions<Customer>(list);
  const grouping = useGrouping();
  const [open, setOpen] = useState<Customer | 'new' | null>(null);

  async function remove(customer: Customer): Promise<void> {
    const isSure = await confirm({
      title: `Delete ${fullName(customer)}?`,
      text: "Customers with orders can't be deleted. Block them instead.",
      confirm: 'Delete',
    });
    if (isSure) removing.mutate({ params: { id: customer._id } });
  }

  return (
    <>
      <ListPage
        title="Customers"
        noun="customers"
        searchLabel="Name, phone or email"
        list={list}
        columns={columns}
        filters={filters}
        actions={
          <>
            {mayFindDuplicates && (
              <ButtonLink to="/customers/duplicates" variant="default">
                Find duplicates
              </ButtonLink>
            )}
            <ImportLink kind="customers" />
          </>
        }
        primary={{ label: 'New customer', permission: 'customer_add', onClick: () => setOpen('new') }}
        link={mayView ? ({ _id }) => ({ to: '/customers/view/$id', params: { id: _id } }) : undefined}
        rowActions={(customer) => [
          { label: 'Edit', permission: 'customer_edit', onClick: () => setOpen(customer) },
          {
            label: 'Delete',
            permission: 'customer_delete',
            danger: true,
            onClick: () => void remove(customer),
          },
        ]}
        bulk={[
          ...(isStore ? [] : [grouping.action]),
          ...actionFor(customerActions.block),
          ...actionFor(customerActions.unblock),
        ]}
        empty="Customers are added with their first order. You can also add them here."
      />
      <Suspense>{grouping.dialog}</Suspense>
      {open && (
        <CustomerForm
          customer={open === 'new' ? undefined : open}
          onClose={() => setOpen(null)}
          onSaved={(id) => {
            if (open === 'new' && mayView)
              void router.navigate({ to: '/customers/view/$id', params: { id } });
          }}
        />
      )}
    </>
  );
}

const AddToGroup = later(() =>
  import('../customer-groups/add-to-group.tsx').then((module) => module.AddToGroup),
);

/** Adds selected customers to a group; the selection is kept if the dialog is closed. */
function useGrouping() {
  const [asked, setAsked] = useState<{ ids: string[]; answer: (isAdded: boolean) => void } | null>(null);
  const action: BulkAction<Customer> = {
    label: 'Add to group',
    permission: 'customer_edit',
    run: (rows) => new Promise((answer) => setAsked({ ids: rows.map(({ _id }) => _id), answer })),
  };
  const dialog = asked && (
    <AddToGroup
      customerIds={asked.ids}
      onClose={(isAdded) => {
        asked.answer(isAdded);
        setAsked(null);
      }}
    />
  );
  return { action, dialog };
}
