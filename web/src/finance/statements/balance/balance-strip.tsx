import { formatMoney } from '@aisle/contract/core/money';
import { type Balance, statementRoutes } from '@aisle/contract/finance/statements';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../core/api.ts';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { MetricValue } from '../../../ui/values/metric.tsx';
import classes from '../statements.module.css';

/** The amount owed to a location, by state. */
export function BalanceStrip({ locationId }: { locationId: string }) {
  const query = useQuery({
    ...read(statementRoutes.listOfLocation, { body: { locationId, limit: 1 } }),
    meta: { quiet: true },
  });
  if (query.error && !query.data)
    return <ErrorState error={query.error} retry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton height={56} className="after-a-while" />;
  return <BalanceMetrics locationId={locationId} balance={query.data.balance} />;
}

interface BalanceMetricsProps {
  locationId: string;
  balance: Balance;
}
/** Each amount links to its details. */
function BalanceMetrics({ locationId, balance }: BalanceMetricsProps) {
  const { total, unstated, open, carried } = balance;
  return (
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
        search={{ locationId }}
      />
      <MetricValue
        label="Carried forward"
        value={formatMoney(carried)}
        to="/statements"
        search={{ locationId, tab: 'carried' }}
      />
    </div>
  );
}
