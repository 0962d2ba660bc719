import { formatMoney } from '@aisle/contract/core/money';
import { formatPhone } from '@aisle/contract/core/phones';
import { pluralize } from '@aisle/contract/core/pluralize';
import type { CustomerChoice } from '@aisle/contract/customers/customers';
import {
  type CustomerBrief,
  customerCareRoutes,
  type MergePlan,
} from '@aisle/contract/service/customer-care';
import { Alert, Button, Group, Skeleton, Text } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { call, useWrite } from '../../core/api.ts';
import { offerUndo, withoutToast } from '../../core/notice.tsx';
import { CustomerSelect } from '../../links/customers/customer-select.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { dayText } from '../../ui/values/when.ts';
import { Brief } from './brief.tsx';
import classes from './customer-care.module.css';

interface MergeDialogProps {
  customer: { _id: string; name: string };
  /** A possible duplicate, if known. */
  other?: { _id: string; name: string };
  onClose: () => void;
}

/** Merges two customers: shows which record remains, the combined values, and the time limit for undo. */
export function MergeDialog({ customer, other: known, onClose }: MergeDialogProps) {
  const [picked, setPicked] = useState<CustomerChoice | null>(null);
  const [isSwapped, setSwapped] = useState(false);
  const router = useRouter();
  const other = known ?? picked;
  const [kept, gone] = isSwapped && other ? [other, customer] : [customer, other];
  const merging = useWrite(customerCareRoutes.merge);
  const undoing = useWrite(customerCareRoutes.unmerge);
  const preview = useQuery({
    // Not under a resource key: after the merge the preview must not be refetched.
    queryKey: ['mergePreview', kept._id, gone?._id],
    queryFn: ({ signal }) =>
      call(
        customerCareRoutes.merge,
        { body: { customerId: kept._id, otherId: gone?._id ?? '', dryRun: true } },
        { signal },
      ),
    staleTime: 0,
    enabled: gone !== null && gone._id !== kept._id,
    retry: false,
    meta: { quiet: true },
  });
  const plan = preview.data;

  async function merge(): Promise<void> {
    if (!gone) return;
    await withoutToast(() => merging.mutateAsync({ body: { customerId: kept._id, otherId: gone._id } }));
    offerUndo(`${gone.name} merged into ${kept.name}`, () =>
      undoing.mutateAsync({ body: { otherId: gone._id } }),
    );
    onClose();
    void router.navigate({ to: '/customers/view/$id', params: { id: kept._id } });
  }

  return (
    <FormDialog
      title="Merge customers"
      submit="Merge customers"
      isRunning={merging.isPending}
      disabled={!plan || preview.isFetching}
      problem={preview.error?.message}
      onSubmit={() => void merge().catch(() => undefined)}
      onClose={onClose}
    >
      {!known && (
        <CustomerSelect
          label="Same person as"
          customer={picked}
          onPick={(choice) => setPicked(choice?._id === customer._id ? null : choice)}
          data-autofocus
        />
      )}
      {preview.isFetching && !plan && <Skeleton height={160} className="after-a-while" />}
      {plan && <Preview plan={plan} />}
      {gone && (
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconArrowsExchange size={16} />}
            onClick={() => setSwapped(!isSwapped)}
          >
            {plan ? `Keep ${splitNames(plan)[1]} instead` : 'Keep the other one instead'}
          </Button>
        </Group>
      )}
    </FormDialog>
  );
}

const movedLabels = {
  orders: ['order', 'orders'],
  returns: ['return', 'returns'],
  addresses: ['address', 'addresses'],
  subscriptions: ['subscription', 'subscriptions'],
  tickets: ['ticket', 'tickets'],
} as const;

/** The names of the remaining and the merged customer; adds the phone if both names are equal. */
function splitNames({ customer, other }: MergePlan): [string, string] {
  const hasOneName = customer.name === other.name;
  const nameOf = ({ name, phone }: CustomerBrief) => (hasOneName ? formatPhone(phone) : name);
  return [nameOf(customer), nameOf(other)];
}

function Preview({ plan }: { plan: MergePlan }) {
  const { customer, other, moved, after, undoUntil } = plan;
  const [stays, goes] = splitNames(plan);
  const parts = Object.entries(movedLabels).flatMap(([key, [one, many]]) => {
    const count = moved[key] ?? 0;
    return count > 0 ? [pluralize(count, one, many)] : [];
  });
  return (
    <>
      <div className={classes.sides}>
        <div className={classes.side}>
          <Text size="sm" c="dimmed">
            Stays
          </Text>
          <Brief customer={customer} />
        </div>
        <div className={classes.side}>
          <Text size="sm" c="dimmed">
            Merged into them
          </Text>
          <Brief customer={other} />
        </div>
      </div>
      <ul className={classes.list}>
        <li>
          {parts.length > 0
            ? `${parts.join(', ')} of ${goes} will be shown under ${stays}.`
            : `${goes} has no records to move.`}
        </li>
        <li>
          Together: {pluralize(after.orders, 'order')}, {formatMoney(after.total)} spent,{' '}
          {pluralize(after.coinBalance, 'coin')}
          {after.storeCredit > 0 && `, ${formatMoney(after.storeCredit)} of store credit`}.
        </li>
        <li>Both phones and emails find {stays}. New orders go to them.</li>
      </ul>
      <Alert color="gray" variant="light">
        You can undo this until {dayText(undoUntil)}.
      </Alert>
    </>
  );
}
