import { formatMoney } from '@aisle/contract/core/money';
import { formatCount, pluralize } from '@aisle/contract/core/pluralize';
import { type LocationView, locationRoutes } from '@aisle/contract/locations/locations';
import type { LotStatus } from '@aisle/contract/warehouse/lots';
import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../core/api.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Panel } from '../../ui/record/record-page.tsx';
import { MetricValue } from '../../ui/values/metric.tsx';
import classes from './locations.module.css';
import { levelsAt } from './overview-tab.tsx';

/** The stock of a location: low and expiring items and the cost; every number links to its rows. */
export function StockTab({ location }: { location: LocationView }) {
  const { _id: id } = location;
  const query = useQuery({
    ...read(locationRoutes.stockHealth, { params: { id } }),
    meta: { quiet: true },
  });
  if (query.error) return <ErrorState error={query.error} retry={() => void query.refetch()} />;
  const stock = query.data;
  if (!stock) return <Skeleton className="after-a-while" height={160} />;
  const lots = (status?: LotStatus) => ({
    to: '/inventory' as const,
    search: { tab: 'lots', locationId: id, ...(status && { status }) },
  });
  const count = (of: number) => formatCount(of);
  return (
    <>
      <Panel title="On hand">
        <div className={classes.figures}>
          <MetricValue label="Value at cost" value={formatMoney(stock.valueAtCost)} {...levelsAt(id)} />
          <MetricValue label="Items" value={count(stock.kinds)} {...levelsAt(id)} />
          <MetricValue label="Lots" value={count(stock.lots)} {...lots()} />
        </div>
        {stock.lotsWithoutCost > 0 && (
          <Text size="sm" c="dimmed" mt="sm">
            Excludes {pluralize(stock.lotsWithoutCost, 'lot')} without a cost.
          </Text>
        )}
      </Panel>
      <Panel title="Needs attention">
        <div className={classes.figures}>
          <MetricValue label="Out of stock" value={count(stock.outOfStock)} {...levelsAt(id, 'out')} />
          <MetricValue label="Low" value={count(stock.low)} {...levelsAt(id, 'low')} />
          <MetricValue
            label={`Lots expiring in ${stock.expiringDays} days`}
            value={count(stock.expiring)}
            {...lots('expiring')}
          />
          <MetricValue
            label="Expiring (at cost)"
            value={formatMoney(stock.expiringAtCost)}
            {...lots('expiring')}
          />
          <MetricValue label="Expired lots" value={count(stock.expired)} {...lots('expired')} />
        </div>
      </Panel>
    </>
  );
}
