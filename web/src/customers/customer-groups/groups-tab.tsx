import { fullName } from '@aisle/contract/core/full-name';
import {
  type CustomerGroup,
  customerGroupKindLabels,
  customerGroupRoutes,
} from '@aisle/contract/customers/customer-groups';
import type { CustomerView } from '@aisle/contract/customers/customers';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read, useWrite } from '../../core/api.ts';
import { useCan } from '../../core/session/session.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Gate } from '../../ui/gate.tsx';
import { Panel } from '../../ui/record/record-page.tsx';
import { ScreenLink } from '../../ui/record/screen-link.tsx';
import { AddToGroup } from './add-to-group.tsx';

interface GroupsTabProps {
  customer: Pick<CustomerView, '_id' | 'firstName' | 'lastName' | 'mergedInto' | 'erasedAt'>;
}
/** The groups of a customer. */
export function GroupsTab({ customer }: GroupsTabProps) {
  const query = useQuery({
    ...read(customerGroupRoutes.list, { body: { filters: { customerId: customer._id }, limit: 100 } }),
    meta: { quiet: true },
  });
  const [isAdding, setAdding] = useState(false);
  const isCurrent = customer.mergedInto === null && customer.erasedAt === null;
  const groups = query.data?.records;
  if (query.error && !groups) {
    return <ErrorState error={query.error} retry={() => void query.refetch()} />;
  }
  if (!groups) return <Skeleton height={160} className="after-a-while" />;
  return (
    <Panel
      title="Groups"
      tools={
        isCurrent && (
          <Gate permission="customer_edit">
            <Button variant="default" size="compact-sm" onClick={() => setAdding(true)}>
              Add to group
            </Button>
          </Gate>
        )
      }
    >
      {groups.length === 0 ? (
        <p className="m-0 text-sm secondary">{fullName(customer)} isn't in any group.</p>
      ) : (
        <ul className="plain-list grid gap-2">
          {groups.map((group) => (
            <GroupRow key={group._id} group={group} customerId={customer._id} />
          ))}
        </ul>
      )}
      {isAdding && (
        <AddToGroup
          customerIds={[customer._id]}
          without={new Set(groups.map(({ _id }) => _id))}
          onClose={() => setAdding(false)}
        />
      )}
    </Panel>
  );
}

function GroupRow({ group, customerId }: { group: CustomerGroup; customerId: string }) {
  const { _id: id, name, kind, version } = group;
  const editing = useWrite(customerGroupRoutes.editMembers);
  const mayEdit = useCan('customer_edit');
  return (
    <li className="row gap-3">
      <span className="grow">
        <ScreenLink to="/customer-groups/view/$id" params={{ id }}>
          {name}
        </ScreenLink>{' '}
        <span className="text-sm secondary">{customerGroupKindLabels[kind]}</span>
      </span>
      {kind === 'manual' && mayEdit && (
        <Button
          variant="subtle"
          size="compact-sm"
          color="gray"
          aria-label={`Remove from ${name}`}
          loading={editing.isPending}
          onClick={() => editing.mutate({ params: { id }, body: { remove: [customerId], version } })}
        >
          Remove
        </Button>
      )}
    </li>
  );
}
