import type { CustomerView } from '@aisle/contract/customers/customers';
import { Alert } from '@mantine/core';
import { CustomerLink } from '../../links/customer-link.tsx';

/** Why a record is only looked at: it was merged into another, or the person was erased. */
export function CustomerNotice({ customer: { mergedInto, erasedAt } }: { customer: CustomerView }) {
  if (erasedAt) {
    return (
      <Alert color="gray" variant="light" title="Erased">
        Everything about this person was erased. Orders and books keep their figures.
      </Alert>
    );
  }
  if (!mergedInto) return null;
  return (
    <Alert color="gray" variant="light" title="Merged">
      This customer is shown and counted under <CustomerLink id={mergedInto._id} name={mergedInto.name} />.
    </Alert>
  );
}
