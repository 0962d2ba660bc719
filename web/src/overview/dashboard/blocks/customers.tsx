import { formatCount } from '@aisle/contract/core/pluralize';
import type { Dashboard } from '@aisle/contract/overview/dashboard';
import { MetricValue } from '../../../ui/values/metric.tsx';
import { MoneyText } from '../../../ui/values/values.tsx';
import classes from '../dashboard.module.css';
import { customerRows } from './metric-links.ts';

interface CustomersProps {
  data: Dashboard;
  customers: NonNullable<Dashboard['customers']>;
  /** The period to compare with; without it, the block shows no comparison. */
  than: string | undefined;
}
/** New, active and churned customers, and the revenue of their plans. */
export function Customers({ data, customers, than }: CustomersProps) {
  const { subscriptions } = customers;
  // A period without customers says nothing about the change.
  const isCompared = than !== undefined && Boolean(customers.newBefore || customers.activeBefore);
  const ifCompared = (before: number | null) => (isCompared ? (before ?? undefined) : undefined);
  const total = `${customers.totalIsEstimate ? '≈ ' : ''}${formatCount(customers.total)}`;
  return (
    <>
      <div className={`flex wrap gap-4 gap-x-8 ${classes.figures} ${classes.spread}`}>
        <MetricValue
          label="New"
          value={formatCount(customers.new)}
          now={customers.new}
          before={ifCompared(customers.newBefore)}
          than={than}
          to="/customers"
          search={customerRows.new(data)}
        />
        <MetricValue
          label="Active"
          value={formatCount(customers.active)}
          now={customers.active}
          before={ifCompared(customers.activeBefore)}
          than={than}
          to="/customers"
          search={customerRows.active(data)}
        />
        <MetricValue
          label="Churned"
          value={formatCount(customers.churned)}
          to="/customers"
          search={customerRows.churned(data)}
        />
        <MetricValue label="Total" value={total} to="/customers" search={customerRows.all(data)} />
      </div>
      {subscriptions && (
        <div className={`flex wrap gap-4 gap-x-8 ${classes.figures} ${classes.spread} mt-4`}>
          <MetricValue label="New subscriptions" value={formatCount(subscriptions.new)} />
          <MetricValue
            label="Active subscriptions"
            value={formatCount(subscriptions.active)}
            to="/subscription-history"
            search={{ tab: 'current' }}
          />
          <MetricValue
            label="Churned subscriptions"
            value={formatCount(subscriptions.churned)}
            to="/subscription"
          />
          <MetricValue
            label="Monthly income"
            value={<MoneyText value={subscriptions.monthlyIncome} />}
            to="/subscription"
          />
        </div>
      )}
    </>
  );
}
