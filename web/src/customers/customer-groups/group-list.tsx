import { formatCount, pluralize } from '@aisle/contract/core/pluralize';
import {
  type CustomerGroup,
  customerGroupKindLabels,
  customerGroupKinds,
  customerGroupRoutes,
} from '@aisle/contract/customers/customer-groups';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { later } from '../../core/pages/lazy.ts';
import { useRowHistory } from '../../links/system/record-history.tsx';
import { choice, type FiltersOf } from '../../ui/list/filters/filter.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { useList } from '../../ui/list/use-list.ts';
import { DateText } from '../../ui/values/values.tsx';
import { useDeleteGroup } from './use-group-actions.tsx';

const GroupForm = later(() => import('./group-form.tsx').then((module) => module.GroupForm));

const columns: Column<CustomerGroup>[] = [
  { key: 'name', header: 'Name', cell: ({ name }) => name, sortable: true },
  {
    key: 'kind',
    header: 'Members',
    cell: ({ kind }) => customerGroupKindLabels[kind],
    card: 'detail',
  },
  {
    key: 'count',
    header: 'Customers',
    cell: ({ count }) => (
      <>
        {formatCount(count)}
        <span className="on-card">{count === 1 ? ' customer' : ' customers'}</span>
      </>
    ),
    sortable: true,
    align: 'right',
    card: 'figure',
  },
  {
    key: 'countedAt',
    header: 'Counted',
    cell: ({ countedAt }) => <DateText value={countedAt} withTime />,
  },
  {
    key: 'usedBy',
    header: 'Used by',
    cell: ({ usedBy }) => {
      const promotions = usedBy.filter(({ kind }) => kind === 'promotion').length;
      const messages = usedBy.length - promotions;
      return [
        ...(promotions > 0 ? [pluralize(promotions, 'promotion')] : []),
        ...(messages > 0 ? [pluralize(messages, 'unsent message')] : []),
      ].join(', ');
    },
  },
  {
    key: 'updatedAt',
    header: 'Changed',
    cell: ({ updatedAt }) => <DateText value={updatedAt} />,
    sortable: true,
    optional: true,
  },
];
const filters: FiltersOf<typeof customerGroupRoutes.list> = [
  choice(
    'kind',
    'Members',
    customerGroupKinds.map((value) => ({ value, label: customerGroupKindLabels[value] })),
  ),
];

export function GroupList() {
  const list = useList(customerGroupRoutes.list);
  const navigate = useNavigate();
  const remove = useDeleteGroup();
  const [isAdding, setAdding] = useState(false);
  const history = useRowHistory<CustomerGroup>('customerGroups', ({ name }) => name);
  return (
    <>
      <ListPage
        title="Customer groups"
        noun="groups"
        list={list}
        columns={columns}
        filters={filters}
        primary={{ label: 'New group', permission: 'customer_edit', onClick: () => setAdding(true) }}
        link={({ _id }) => ({ to: '/customer-groups/view/$id', params: { id: _id } })}
        rowActions={(group) => [
          {
            label: 'New message',
            onClick: () => void navigate({ to: '/messages/new', search: { group: group._id } }),
          },
          ...history.actionsFor(group),
          {
            label: 'Delete',
            permission: 'customer_delete',
            danger: true,
            onClick: () => void remove(group),
          },
        ]}
        empty="Groups are segments of customers: by conditions, such as no order for 30 days, or chosen by hand. Use them in messages and as a filter of customers."
      />
      {history.drawer}
      <Suspense>
        {isAdding && (
          <GroupForm
            group={undefined}
            onClose={() => setAdding(false)}
            onSaved={({ _id }) =>
              setTimeout(() => void navigate({ to: '/customer-groups/view/$id', params: { id: _id } }))
            }
          />
        )}
      </Suspense>
    </>
  );
}
