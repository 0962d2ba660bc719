import { fullName } from '@aisle/contract/core/full-name';
import { formatMoney } from '@aisle/contract/core/money';
import { formatCount, pluralize } from '@aisle/contract/core/pluralize';
import { coinRoutes } from '@aisle/contract/customers/coins';
import type { CustomerView } from '@aisle/contract/customers/customers';
import { expiringSoonDays } from '@aisle/contract/system/settings';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../core/api.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Panel } from '../../ui/record/record-page.tsx';
import { MetricValue } from '../../ui/values/metric.tsx';
import { DateText } from '../../ui/values/values.tsx';
import { AdjustCoinsButton } from './adjust-coins-button.tsx';
import { CoinExplanation } from './coin-explanation.tsx';
import { CoinHistoryPanel } from './coin-history.tsx';

interface CoinsTabProps {
  customer: Pick<CustomerView, '_id' | 'firstName' | 'lastName'>;
}
/** The coins of a customer: the balance, its explanation, the expirations and the history. */
export function CoinsTab({ customer }: CoinsTabProps) {
  const query = useQuery({
    ...read(coinRoutes.explain, { body: { customerId: customer._id } }),
    meta: { quiet: true },
  });
  const soon = useQuery({
    ...read(coinRoutes.history, { body: { customerId: customer._id, limit: 1 } }),
    meta: { quiet: true },
  }).data?.expiringSoon;
  const explained = query.data;
  if (query.error && !explained) {
    return <ErrorState error={query.error} retry={() => void query.refetch()} />;
  }
  if (!explained) return <Skeleton height={320} className="after-a-while" />;
  return (
    <>
      <Panel
        title="Coins"
        tools={<AdjustCoinsButton customer={{ _id: customer._id, name: fullName(customer) }} />}
      >
        <div className="flex wrap gap-3 gap-x-12">
          <MetricValue label="Balance" value={formatCount(explained.balance)} />
          <MetricValue label="Book value" value={formatMoney(explained.worth)} />
          <MetricValue
            label={`Expiring within ${pluralize(expiringSoonDays, 'day')}`}
            value={formatCount(soon?.coins ?? 0)}
          />
        </div>
        {soon?.at && (
          <p className="m-0 mt-3 text-sm secondary">
            Next expiration: <DateText value={soon.at} />
          </p>
        )}
      </Panel>
      <CoinExplanation explained={explained} />
      <CoinHistoryPanel customerId={customer._id} />
    </>
  );
}
