import { formatMoney } from '@aisle/contract/core/money';
import { formatCount } from '@aisle/contract/core/pluralize';
import { ReplayResult } from '@aisle/contract/sales/promotions/promotion-replay';
import { promotionRoutes, type ReplayInput } from '@aisle/contract/sales/promotions/promotions';
import { jobRoutes } from '@aisle/contract/system/jobs';
import { Alert, Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read, useWrite } from '../../core/api.ts';
import { LocationLink } from '../../links/locations/location-link.tsx';
import { LocationMultiSelect } from '../../links/locations/location-multi-select.tsx';
import { OrderLink } from '../../links/sales/order-link.tsx';
import { BarChart } from '../../ui/chart/bar-chart.tsx';
import { JobWatch } from '../../ui/feedback/job-watch.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { MetricValue } from '../../ui/values/metric.tsx';
import { DateText, DayText, MoneyText } from '../../ui/values/values.tsx';
import classes from './promotions.module.css';

const periods = [7, 14, 28, 56, 90].map((days) => ({ value: String(days), label: `Last ${days} days` }));

interface ReplayPanelProps {
  /** The promotion to replay; null if the form has errors, which it shows. */
  subject: () => Pick<ReplayInput, 'promotion' | 'promotionId'> | null;
}
/** Prices past orders again with a promotion, and shows what it would have cost. */
export function ReplayPanel({ subject }: ReplayPanelProps) {
  const [days, setDays] = useState('28');
  const [locationIds, setLocationIds] = useState<string[]>([]);
  const [jobId, setJobId] = useState<string | null>(null);
  const replay = useWrite(promotionRoutes.replay, { quiet: true });
  const start = async () => {
    const promotion = subject();
    if (!promotion) return;
    const body = { ...promotion, days: Number(days), ...(locationIds.length > 0 && { locationIds }) };
    setJobId((await replay.mutateAsync({ body }))._id);
  };
  return (
    <div className="column gap-4">
      <div className={`grid gap-3 ${classes.replay}`}>
        <Select
          label="Period"
          allowDeselect={false}
          data={periods}
          value={days}
          onChange={(value) => setDays(value ?? '28')}
        />
        <LocationMultiSelect
          label="Only orders of"
          {...(locationIds.length === 0 && { placeholder: 'All locations' })}
          value={locationIds}
          onChange={setLocationIds}
        />
        <Button
          variant="default"
          loading={replay.isPending}
          onClick={() => void start().catch(() => undefined)}
        >
          Replay orders
        </Button>
      </div>
      {jobId && <ReplayRun key={jobId} jobId={jobId} />}
    </div>
  );
}

const pollMs = 1000;
function ReplayRun({ jobId }: { jobId: string }) {
  const job = useQuery({
    ...read(jobRoutes.get, { params: { id: jobId } }),
    refetchInterval: ({ state }) => (state.data?.status === 'done' ? false : pollMs),
    meta: { quiet: true },
  }).data;
  if (job?.status !== 'done') return <JobWatch id={jobId} />;
  return <Result result={ReplayResult.parse(job.result)} />;
}

function Result({ result }: { result: ReplayResult }) {
  const { orders, ordersTouched, uses, discount, byFunder, revenue, coins } = result;
  if (orders === 0) return <p className="m-0 secondary">There were no orders in this period.</p>;
  return (
    <section className="column gap-4" aria-label="Result" aria-live="polite">
      {result.assumesCode && (
        <Alert color="gray" variant="default">
          This assumes that every shopper knows the code, so it is the most that the promotion would have
          cost.
        </Alert>
      )}
      <div className={`grid gap-3 ${classes.metrics}`}>
        <MetricValue label="Cost" value={formatMoney(discount)} />
        <MetricValue
          label="Orders with it"
          value={`${formatCount(ordersTouched)} of ${formatCount(orders)}`}
        />
        <MetricValue label="Uses" value={formatCount(uses)} />
        {byFunder.marketplace > 0 && (
          <MetricValue label="Marketplace pays" value={formatMoney(byFunder.marketplace)} />
        )}
        {byFunder.location > 0 && (
          <MetricValue label="Locations pay" value={formatMoney(byFunder.location)} />
        )}
        {byFunder.vendor > 0 && <MetricValue label="Vendor pays" value={formatMoney(byFunder.vendor)} />}
        {coins > 0 && <MetricValue label="Extra coins" value={formatCount(coins)} />}
        <MetricValue label="Item sales" value={formatMoney(revenue)} />
        <MetricValue
          label="Margin after it"
          value={formatMoney(result.marginAfter)}
          now={result.marginAfter}
          before={result.marginBefore}
          than="as sold"
        />
      </div>
      {ordersTouched === 0 ? (
        <p className="m-0 secondary">No order of this period would have had it.</p>
      ) : (
        <Details result={result} />
      )}
    </section>
  );
}

function Details({ result: { byDay, byLocation, examples } }: { result: ReplayResult }) {
  return (
    <>
      <h3 className="m-0 text-md">Cost by day</h3>
      <BarChart
        label="Cost by day"
        format={formatMoney}
        bars={byDay.map(({ day, discount }) => ({
          key: day,
          label: <DayText value={day} />,
          value: discount,
        }))}
      />
      <DataTable
        label="Cost by location"
        caption="Cost by location"
        isWide
        rows={byLocation}
        rowKey={({ locationId }) => locationId}
        columns={[
          {
            header: 'Location',
            cell: ({ locationId, name }) => <LocationLink id={locationId} name={name} />,
            isRowHeader: true,
          },
          { header: 'Orders', cell: ({ orders }) => formatCount(orders), align: 'right' },
          { header: 'With it', cell: ({ ordersTouched }) => formatCount(ordersTouched), align: 'right' },
          { header: 'Cost', cell: ({ discount }) => <MoneyText value={discount} />, align: 'right' },
        ]}
      />
      <DataTable
        label="Largest discounts"
        caption="Largest discounts"
        isWide
        rows={examples}
        rowKey={({ orderId }) => orderId}
        columns={[
          {
            header: 'Order',
            cell: ({ orderId, number }) => (
              <span className="nowrap">
                <OrderLink id={orderId} number={number} />
              </span>
            ),
            isRowHeader: true,
          },
          { header: 'Placed', cell: ({ placedAt }) => <DateText value={placedAt} withTime /> },
          { header: 'Location', cell: ({ locationName }) => locationName },
          {
            header: 'As placed',
            cell: ({ totalBefore }) => <MoneyText value={totalBefore} />,
            align: 'right',
          },
          { header: 'With it', cell: ({ totalAfter }) => <MoneyText value={totalAfter} />, align: 'right' },
          { header: 'Discount', cell: ({ discount }) => <MoneyText value={discount} />, align: 'right' },
        ]}
      />
    </>
  );
}
