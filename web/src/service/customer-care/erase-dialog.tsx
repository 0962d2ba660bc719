import { fullName } from '@aisle/contract/core/full-name';
import { formatMoney } from '@aisle/contract/core/money';
import { formatCount } from '@aisle/contract/core/pluralize';
import type { CustomerView } from '@aisle/contract/customers/customers';
import { customerCareRoutes, type ErasePlan } from '@aisle/contract/service/customer-care';
import { Alert, Checkbox, Skeleton, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, useWrite } from '../../core/api.ts';
import { OrderLink } from '../../links/sales/order-link.tsx';
import { ReturnLink } from '../../links/sales/return-link.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import classes from './customer-care.module.css';

interface EraseDialogProps {
  customer: CustomerView;
  onClose: () => void;
}

/** Erases a customer permanently: shows what is deleted, what remains and why. The user has to type the name. */
export function EraseDialog({ customer, onClose }: EraseDialogProps) {
  const name = fullName(customer);
  const params = { id: customer._id };
  const [typed, setTyped] = useState('');
  const erasing = useWrite(customerCareRoutes.erase);
  const query = useQuery({
    // Not under a resource key: after the erasure the preview must not be refetched.
    queryKey: ['erasePreview', customer._id],
    queryFn: ({ signal }) => call(customerCareRoutes.erase, { params, body: { dryRun: true } }, { signal }),
    staleTime: 0,
    meta: { quiet: true },
  });
  const plan = query.data;
  const [isForfeited, setForfeited] = useState(false);
  const isTyped = typed.trim().toLowerCase() === name.toLowerCase();

  async function erase(): Promise<void> {
    await erasing.mutateAsync({ params, body: isForfeited ? { forfeit: true } : {} });
    onClose();
  }

  return (
    <FormDialog
      title={`Erase ${name}?`}
      submit="Erase customer"
      danger
      isRunning={erasing.isPending}
      disabled={!plan || plan.open.length > 0 || !isTyped || (plan.storeCredit > 0 && !isForfeited)}
      onSubmit={() => void erase().catch(() => undefined)}
      onClose={onClose}
    >
      {query.error && !plan && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <Skeleton height={200} className="after-a-while" />}
      {plan && plan.open.length > 0 && <OpenWork open={plan.open} />}
      {plan && <Plan plan={plan} />}
      {plan && plan.open.length === 0 && plan.storeCredit > 0 && (
        <Checkbox
          label={`Forfeit ${formatMoney(plan.storeCredit)} of store credit`}
          checked={isForfeited}
          onChange={(event) => setForfeited(event.currentTarget.checked)}
        />
      )}
      {plan && plan.open.length === 0 && (
        <TextInput
          label={`Type “${name}” to confirm`}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
        />
      )}
    </FormDialog>
  );
}

function OpenWork({ open }: Pick<ErasePlan, 'open'>) {
  return (
    <Alert color="yellow" variant="light" title="Finish these first">
      <ul className={classes.list}>
        {open.map(({ kind, _id, number }) => (
          <li key={_id}>
            {kind === 'return' ? <ReturnLink id={_id} number={number} /> : null}
            {kind === 'order' ? <OrderLink id={_id} number={number} /> : null}
            {kind === 'refund' ? `Refund of ${number}` : null}
          </li>
        ))}
      </ul>
    </Alert>
  );
}

function Plan({ plan: { erased, stays } }: { plan: ErasePlan }) {
  return (
    <>
      <Text>
        This can't be undone. Names, phones, emails, addresses, notes and messages are removed from all of
        this:
      </Text>
      <ul className={classes.list}>
        {erased.map(({ what, count }) => (
          <li key={what}>
            {what}: {formatCount(count)}
          </li>
        ))}
      </ul>
      <Title order={3}>What stays, and why</Title>
      <ul className={classes.list}>
        {stays.map(({ what, why }) => (
          <li key={what}>
            {what}: <span className="text-sm secondary">{why}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
