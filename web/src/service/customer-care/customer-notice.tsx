import type { CustomerView } from '@aisle/contract/customers/customers';
import { customerCareRoutes } from '@aisle/contract/service/customer-care';
import { Alert, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../core/api.ts';
import { CustomerLink } from '../../links/customers/customer-link.tsx';
import { DuplicateActions } from './duplicate-actions.tsx';
import { useCanCare } from './use-may-care.ts';

interface CustomerNoticeProps {
  customer: CustomerView;
}

/** Notices about a customer: merged, erased, or a possible duplicate. */
export function CustomerNotice({ customer }: CustomerNoticeProps) {
  if (customer.erasedAt) {
    return (
      <Alert color="gray" variant="light" title="Erased">
        Everything about this person was erased. Orders and books keep their figures.
      </Alert>
    );
  }
  if (customer.mergedInto) {
    const { _id, name } = customer.mergedInto;
    return (
      <Alert color="gray" variant="light" title="Merged">
        Merged into <CustomerLink id={_id} name={name} />.
      </Alert>
    );
  }
  return <DuplicateNotice customer={customer} />;
}

/** Customers who may be the same person. */
function DuplicateNotice({ customer: { _id } }: CustomerNoticeProps) {
  const { mayMerge } = useCanCare();
  const query = useQuery({
    ...read(customerCareRoutes.duplicates, { body: { limit: 1, filters: { customerId: _id } } }),
    enabled: mayMerge,
    meta: { quiet: true },
  });
  const [pair] = query.data?.records ?? [];
  if (!mayMerge || !pair) return null;
  const [customer, other] =
    pair.customer._id === _id ? [pair.customer, pair.other] : [pair.other, pair.customer];
  return (
    <Alert color="yellow" variant="light" title="Possible duplicate">
      <Group justify="space-between" gap="xs">
        <span>
          <CustomerLink id={other._id} name={other.name} /> looks like the same person.
        </span>
        <DuplicateActions customer={customer} other={other} />
      </Group>
    </Alert>
  );
}
