import { pluralize } from '@aisle/contract/core/pluralize';
import {
  type CustomerGroupMember,
  type CustomerGroupView,
  customerGroupKindLabels,
  customerGroupRoutes,
} from '@aisle/contract/customers/customer-groups';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { read, useWrite } from '../../core/api.ts';
import { later } from '../../core/pages/lazy.ts';
import { CustomerLink } from '../../links/customers/customer-link.tsx';
import { HistoryButton } from '../../links/system/record-history.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Gate } from '../../ui/gate.tsx';
import { ListPage } from '../../ui/list/list-page.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { useList } from '../../ui/list/use-list.ts';
import { PhoneText } from '../../ui/record/contact.tsx';
import { Facts, Panel } from '../../ui/record/record-page.tsx';
import { ButtonLink, ScreenLink } from '../../ui/record/screen-link.tsx';
import { DateText } from '../../ui/values/values.tsx';
import { AddMembersDialog } from './add-members-dialog.tsx';
import { ruleFacts } from './rule-facts.ts';
import { useDeleteGroup } from './use-group-actions.tsx';

const GroupForm = later(() => import('./group-form.tsx').then((module) => module.GroupForm));

const back = { to: '/customer-groups', label: 'Customer groups' } as const;

/** A group with its members. */
export function GroupView() {
  const { id } = useParams({ from: '/shell/customer-groups/view/$id' });
  const query = useQuery({ ...read(customerGroupRoutes.show, { params: { id } }), meta: { quiet: true } });
  return (
    <Loaded query={query} back={back}>
      {(group) => <Members group={group} />}
    </Loaded>
  );
}

const columns: Column<CustomerGroupMember>[] = [
  {
    key: 'name',
    header: 'Name',
    cell: ({ _id, name }) => <CustomerLink id={_id} name={name} />,
    sortable: true,
  },
  { key: 'phone', header: 'Phone', cell: ({ phone }) => <PhoneText phone={phone} />, card: 'detail' },
  { key: 'email', header: 'Email', cell: ({ email }) => <span className="clip">{email}</span> },
  {
    key: 'since',
    header: 'Member since',
    cell: ({ since }) => <DateText value={since} />,
    sortable: true,
    card: 'figure',
  },
];

function Members({ group }: { group: CustomerGroupView }) {
  const { _id: id, name, kind } = group;
  const list = useList(customerGroupRoutes.members, {}, { params: { id } });
  const [open, setOpen] = useState<'edit' | 'add' | null>(null);
  const editing = useWrite(customerGroupRoutes.editMembers);
  const isManual = kind === 'manual';
  const change = (ids: { add?: string[]; remove?: string[] }) =>
    editing.mutateAsync({ params: { id }, body: { ...ids, version: group.version } });
  const remove = (members: readonly CustomerGroupMember[]) =>
    change({ remove: members.map(({ _id }) => _id) }).catch(() => false);
  return (
    <>
      <ListPage
        title={name}
        noun="members"
        searchLabel="Name"
        list={list}
        columns={columns}
        back={back}
        {...(isManual && {
          primary: {
            label: 'Add customers',
            permission: 'customer_edit' as const,
            onClick: () => setOpen('add'),
          },
          rowActions: (member: CustomerGroupMember) => [
            {
              label: 'Remove from group',
              permission: 'customer_edit' as const,
              onClick: () => void remove([member]),
            },
          ],
          bulk: [{ label: 'Remove from group', permission: 'customer_edit' as const, run: remove }],
        })}
        actions={<Actions group={group} onEdit={() => setOpen('edit')} />}
        tabs={<About group={group} />}
        empty={
          isManual
            ? 'Add customers here, or select them in the list of customers.'
            : 'No customers match the conditions. They are checked every night.'
        }
      />
      <Suspense>
        {open === 'edit' && <GroupForm group={group} onClose={() => setOpen(null)} />}
        {open === 'add' && (
          <AddMembersDialog name={name} add={(ids) => change({ add: ids })} onClose={() => setOpen(null)} />
        )}
      </Suspense>
    </>
  );
}

function Actions({ group, onEdit }: { group: CustomerGroupView; onEdit: () => void }) {
  const { _id: id, name, kind } = group;
  const navigate = useNavigate();
  const refreshing = useWrite(customerGroupRoutes.refresh);
  const remove = useDeleteGroup();
  return (
    <>
      <ButtonLink to="/messages/new" search={{ group: id }} variant="default">
        New message
      </ButtonLink>
      <Gate permission="customer_edit">
        {kind === 'rule' && (
          <Button
            variant="default"
            loading={refreshing.isPending}
            onClick={() => refreshing.mutate({ params: { id } })}
          >
            Update now
          </Button>
        )}
        <Button variant="default" onClick={onEdit}>
          Edit
        </Button>
      </Gate>
      <Gate permission="customer_delete">
        <Button
          variant="default"
          color="red"
          onClick={() =>
            void remove(group).then((isGone) => {
              if (isGone) void navigate({ to: '/customer-groups' });
            })
          }
        >
          Delete
        </Button>
      </Gate>
      <HistoryButton resource="customerGroups" id={id} name={name} />
    </>
  );
}

function About({ group }: { group: CustomerGroupView }) {
  const { _id: id, kind, rule, ruleData, count, countedAt, usedBy } = group;
  const conditions = rule && ruleData ? ruleFacts(rule, ruleData) : [];
  return (
    <Panel title={customerGroupKindLabels[kind]}>
      <Facts
        facts={[
          ...(rule && conditions.length === 0
            ? [['Conditions', 'None: all customers'] as const]
            : conditions),
          [
            'Members',
            <ScreenLink key="members" to="/customers" search={{ groupId: id }}>
              {pluralize(count, 'customer')}
            </ScreenLink>,
          ],
          ['Counted', <DateText key="counted" value={countedAt} withTime />],
          ['Used by', usedBy.length > 0 && usedBy.map((use) => `${use.kind} “${use.name}”`).join(', ')],
        ]}
      />
    </Panel>
  );
}
