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
import { RedeemDialog } from './redeem-dialog.tsx';

interface CreditTabProps {
  customer: Pick<CustomerView, '_id' | 'firstName' | 'lastName'>;
}
/** The store credit of a customer: the balance, what open orders hold of it, and the history. */
export function CreditTab({ customer }: CreditTabProps) {
  const [dialog, setDialog] = useState<'adjust' | 'redeem' | null>(null);
  const query = useQuery({
    ...read(creditRoutes.history, { body: { customerId: customer._id, limit: 1 } }),
    meta: { quiet: true },
  });
  const credit = query.data;
  const named = { _id: customer._id, name: fullName(customer) };
  if (query.error && !credit) return <ErrorState error={query.error} retry={() => void query.refetch()} />;
  if (!credit) return <Skeleton height={320} className="after-a-while" />;
  return (
    <>
      <Panel
        title="Store credit"
        tools={
          <Gate permission="customer_credit">
            <div className="flex wrap gap-2">
              <Button variant="default" size="xs" onClick={() => setDialog('redeem')}>
                Redeem gift card
              </Button>
              <Button variant="default" size="xs" onClick={() => setDialog('adjust')}>
                Adjust credit
              </Button>
            </div>
          </Gate>
        }
      >
        <div className="flex wrap gap-3 gap-x-12">
          <MetricValue label="Balance" value={formatMoney(credit.balance)} />
          <MetricValue label="On hold for open orders" value={formatMoney(credit.held)} />
        </div>
      </Panel>
      <CreditHistoryPanel customerId={customer._id} />
      {dialog === 'adjust' && (
        <AdjustCreditDialog customer={named} balance={credit.balance} onClose={() => setDialog(null)} />
      )}
      {dialog === 'redeem' && <RedeemDialog customer={named} onClose={() => setDialog(null)} />}
    </>
  );
}
