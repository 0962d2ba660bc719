import { dashboardRoutes } from '@aisle/contract/dashboard';
import { SegmentedControl, Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { read } from '../core/api.ts';
import { useSignedIn } from '../core/session.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { Customers, OrdersNow, Sales, Stock, TopLocations, TopProducts } from './blocks.tsx';
import classes from './dashboard.module.css';
import { greeting, lastDays, type Period, periods } from './period.ts';

export function DashboardScreen() {
  const { user, locationId } = useSignedIn();
  const navigate = useNavigate();
  const { days = 30 } = useSearch({ strict: false }) as { days?: Period };
  const query = useQuery({
    ...read(dashboardRoutes.data, { query: { ...lastDays(days), ...(locationId && { locationId }) } }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const data = query.data;
  const isEmpty = data && !data.sales && !data.orders && !data.stock && !data.customers && !data.topProducts;
  return (
    <div className={classes.page}>
      <PageTitle
        title="Dashboard"
        actions={
          <SegmentedControl
            aria-label="Period"
            data={periods.map((period) => ({ value: String(period), label: `${period} days` }))}
            value={String(days)}
            onChange={(value) => void navigate({ to: '.', search: { days: Number(value) } as never })}
          />
        }
      />
      <p style={{ margin: 0, color: 'var(--aisle-secondary)' }}>
        {greeting(new Date().getHours())}, {user.firstName}.
      </p>
      {query.error && !data && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <Skeleton height={280} className="after-a-while" />}
      {isEmpty && (
        <EmptyState
          title="Nothing to show yet"
          text="Figures appear here as far as your permissions reach."
        />
      )}
      {data && (
        <div className={classes.blocks}>
          {data.sales && (
            <div className={classes.whole}>
              <Sales sales={data.sales} />
            </div>
          )}
          {data.orders && (
            <div className={classes.half}>
              <OrdersNow orders={data.orders} />
            </div>
          )}
          {data.stock && (
            <div className={classes.half}>
              <Stock stock={data.stock} />
            </div>
          )}
          {data.topProducts && (
            <div className={classes.half}>
              <TopProducts products={data.topProducts} />
            </div>
          )}
          {data.topLocations && (
            <div className={classes.half}>
              <TopLocations locations={data.topLocations} />
            </div>
          )}
          {data.customers && (
            <div className={classes.whole}>
              <Customers customers={data.customers} />
            </div>
          )}
        </div>
      )}
    </div>
  );
}
