import { formatMoney } from '@aisle/contract/core/money';
import { type Balance, type PayoutOutlook, statementRoutes } from '@aisle/contract/finance/statements';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../core/api.ts';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { ScreenLink } from '../../../ui/record/screen-link.tsx';
import { MetricValue } from '../../../ui/values/metric.tsx';
import classes from '../statements.module.css';
import { LastPayout, NextPayout } from './payout-metrics.tsx';

/** The amount owed to a location, by state. */
export function BalanceStrip({ locationId }: { locationId: string }) {
  const query = useQuery({
    ...read(statementRoutes.listOfLocation, { body: { locationId, limit: 1 } }),
    meta: { quiet: true },
  });
  if (query.error && !query.data)
    return <ErrorState error={query.error} retry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton height={56} className="after-a-while" />;
  const { balance, payouts } = query.data;
  return <BalanceMetrics locationId={locationId} balance={balance} payouts={payouts} />;
}

interface BalanceMetricsProps {
  locationId: string;
  balance: Balance;
  payouts: PayoutOutlook;
}
/** The payouts first, because they are what the location looks for. Each amount links to its details. */
function BalanceMetrics({ locationId, balance, payouts }: BalanceMetricsProps) {
  const { total, unstated, open, carried } = balance;
  return (
    <div className="column gap-3">
      <div className={`flex wrap gap-3 gap-x-10 ${classes.balance}`}>
        <NextPayout next={payouts.next} locationId={locationId} />
        <LastPayout last={payouts.last} />
      </div>
      <div className={`flex wrap gap-3 gap-x-10 ${classes.balance}`}>
        <MetricValue
          label="Balance"
          value={formatMoney(total)}
          to="/statements/balance/$id"
          params={{ id: locationId }}
        />
        <MetricValue
          label="Not on a statement yet"
          value={formatMoney(unstated)}
          to="/statements/add"
          search={{ locationId }}
        />
        <MetricValue
          label="On open statements"
          value={formatMoney(open)}
          to="/statements"
          search={{ locationId, tab: 'open' }}
        />
        <MetricValue
          label="Carried forward"
          value={formatMoney(carried)}
          to="/statements"
          search={{ locationId, tab: 'carried' }}
        />
      </div>
      <p className="m-0 text-sm">
        <ScreenLink to="/statements/balance/$id" params={{ id: locationId }}>
          Explain this balance
        </ScreenLink>
      </p>
    </div>
  );
}
