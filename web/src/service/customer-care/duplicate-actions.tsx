import { customerCareRoutes } from '@aisle/contract/service/customer-care';
import { Button, Group } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { later } from '../../core/pages/lazy.ts';

const MergeDialog = later(() => import('./merge-dialog.tsx').then((module) => module.MergeDialog));

interface Named {
  _id: string;
  name: string;
}
/** The actions for two customers who may be the same person. */
export function DuplicateActions({ customer, other }: { customer: Named; other: Named }) {
  const rejecting = useWrite(customerCareRoutes.notSame);
  const [isMerging, setMerging] = useState(false);
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        variant="default"
        size="xs"
        aria-label={`Merge ${customer.name} and ${other.name}`}
        onClick={() => setMerging(true)}
      >
        Merge…
      </Button>
      <Button
        variant="subtle"
        color="gray"
        size="xs"
        aria-label={`${customer.name} and ${other.name} are not the same`}
        loading={rejecting.isPending}
        onClick={() => rejecting.mutate({ body: { customerId: customer._id, otherId: other._id } })}
      >
        Not the same
      </Button>
      {isMerging && (
        <Suspense>
          <MergeDialog customer={customer} other={other} onClose={() => setMerging(false)} />
        </Suspense>
      )}
    </Group>
  );
}
