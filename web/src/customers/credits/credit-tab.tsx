import { fullName } from '@aisle/contract/core/full-name';
import { formatMoney } from '@aisle/contract/core/money';
import { creditRoutes } from '@aisle/contract/customers/credits';
import type { CustomerView } from '@aisle/contract/customers/customers';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../core/api.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Gate } from '../../ui/gate.tsx';
import { Panel } from '../../ui/record/record-page.tsx';
import { MetricValue } from '../../ui/values/metric.tsx';
import { AdjustCreditDialog } from './adjust-credit-dialog.tsx';
import { CreditHistoryPanel } from './credit-history.tsx';

interface CreditTabProps {
  customer: Pick<CustomerView, '_id' | 'firstName' | 'lastName'>;
}
/** The store credit of a customer: the balance, what open orders hold of it, and the history. */
export function CreditTab({ customer }: CreditTabProps) {
  const [isOpen, setOpen] = useState(false);
  const query = useQuery({
    ...read(creditRoutes.history, { body: { customerId: customer._id, limit: 1 } }),
    meta: { quiet: true },
  });
  const credit = query.data;
  if (query.error && !credit) return <ErrorState error={query.error} retry={() => void query.refetch()} />;
  if (!credit) return <Skeleton height={320} className="after-a-while" />;
  return (
    <>
      <Panel
        title="Store credit"
        tools={
          <Gate permission="customer_credit">
            <Button variant="default" size="xs" onClick={() => setOpen(true)}>
              Adjust credit
            </Button>
          </Gate>
        }
      >
        <div className="flex wrap gap-3 gap-x-12">
          <MetricValue label="Balance" value={formatMoney(credit.balance)} />
          <MetricValue label="On hold for open orders" value={formatMoney(credit.held)} />
        </div>
      </Panel>
      <CreditHistoryPanel customerId={customer._id} />
      {isOpen && (
        <AdjustCreditDialog
          customer={{ _id: customer._id, name: fullName(customer) }}
          balance={credit.balance}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
