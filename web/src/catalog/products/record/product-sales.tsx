import type { ProductSales as Sales } from '@aisle/contract/catalog/product-figures';
import { type Product, productRoutes } from '@aisle/contract/catalog/products';
import { formatDay } from '@aisle/contract/core/dates';
import { formatMoney } from '@aisle/contract/core/money';
import { formatCount } from '@aisle/contract/core/pluralize';
import { SegmentedControl, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../../core/api.ts';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { Panel } from '../../../ui/record/record-page.tsx';
import { type DataColumn, DataTable } from '../../../ui/table/data-table.tsx';
import { MetricValue } from '../../../ui/values/metric.tsx';
import classes from '../products.module.css';
import { dayBefore, type SalesDay, salesByDay, totalOf } from './sales-days.ts';

const periods = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
];

/** The recent sales of a product, at the locations that the user can see. */
export function ProductSales({ product }: { product: Product }) {
  const [period, setPeriod] = useState('30');
  const query = useQuery({
    ...read(productRoutes.sales, { params: { id: product._id } }),
    meta: { quiet: true },
  });
  return (
    <Panel
      title="Sales"
      tools={
        <SegmentedControl size="xs" aria-label="Period" data={periods} value={period} onChange={setPeriod} />
      }
    >
      {query.error && !query.data && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <Skeleton height={160} className="after-a-while" />}
      {query.data && <SalesMetrics sales={query.data} days={Number(period)} product={product} />}
    </Panel>
  );
}

const count = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 3 });

type Day = ReturnType<typeof salesByDay>[number];
const dayColumns: DataColumn<Day>[] = [
  { header: 'Day', cell: ({ day }) => formatDay(day), className: 'tabular' },
  { header: 'Units', cell: ({ units }) => count(units), align: 'right' },
  { header: 'Revenue', cell: ({ revenue }) => formatMoney(revenue), align: 'right' },
];

function SalesMetrics({ sales, days: length, product }: { sales: Sales; days: number; product: Product }) {
  const days = salesByDay(sales, length);
  const total = totalOf(days);
  // The response covers 90 days, which include the 30 days before the last 30.
  const before =
    length === 30 ? totalOf(salesByDay({ ...sales, to: dayBefore(sales.to, length) }, length)) : undefined;
  const best = [...sales.bySubProduct].sort((one, other) => other.revenue - one.revenue)[0];
  const bestName = product.subProducts.find(({ _id }) => _id === best?.subProductId)?.name;
  if (sales.byDay.length === 0) {
    return <Text c="dimmed">No orders in the last 90 days.</Text>;
  }
  return (
    <>
      <div className={classes.salesFigures}>
        <MetricValue
          label="Revenue before tax"
          value={formatMoney(total.revenue)}
          now={total.revenue}
          {...(before && { before: before.revenue })}
        />
        <MetricValue
          label="Units"
          value={count(total.units)}
          now={total.units}
          {...(before && { before: before.units })}
        />
        <MetricValue label="Orders" value={count(total.orders)} />
      </div>
      <SalesBars days={days} />
      {(sales.isPartial || (bestName && product.subProducts.length > 1)) && (
        <Text size="sm" c="dimmed" mt="xs">
          {bestName && product.subProducts.length > 1 && (
            <>
              Most in 90 days: <bdi>{bestName}</bdi>, {formatMoney(best!.revenue)}.{' '}
            </>
          )}
          {sales.isPartial && 'Based on its latest orders only, because it sells often.'}
        </Text>
      )}
      <details className={`mt-3 text-sm ${classes.asTable}`}>
        <summary>View as table</summary>
        <DataTable
          label="Sales by day"
          columns={dayColumns}
          rows={[...days].reverse().filter(({ units }) => units > 0)}
          rowKey={({ day }) => day}
        />
      </details>
    </>
  );
}

const inWords = ({ day, revenue, units }: SalesDay): string =>
  `${formatDay(day)} · ${formatMoney(revenue)} · ${formatCount(units)} sold`;

/** Revenue by day, from zero; screen readers read the table below it. */
function SalesBars({ days }: { days: readonly SalesDay[] }) {
  const [pointed, setPointed] = useState<number | null>(null);
  const top = Math.max(1, ...days.map(({ revenue }) => revenue));
  const best = days.find(({ revenue }) => revenue === top);
  const day = pointed === null ? undefined : days[pointed];
  const caption = day ? inWords(day) : best && `Best day: ${inWords(best)}`;
  return (
    <figure className={`m-0 mt-4 ${classes.salesChart}`} aria-hidden="true">
      <figcaption>{caption}</figcaption>
      <svg
        viewBox={`0 0 ${days.length} 100`}
        preserveAspectRatio="none"
        aria-hidden="true"
        onPointerLeave={() => setPointed(null)}
      >
        {days.map(({ day: key, revenue }, at) => (
          <g key={key} onPointerEnter={() => setPointed(at)} onPointerDown={() => setPointed(at)}>
            <rect className={classes.slot} x={at} y={0} width={1} height={100} />
            <rect
              className={classes.salesBar}
              data-quiet={(pointed !== null && pointed !== at) || undefined}
              x={at + 0.14}
              y={100 - (revenue / top) * 100}
              width={0.72}
              height={(revenue / top) * 100}
            />
          </g>
        ))}
      </svg>
      <div className="flex between mt-1 text-xs secondary">
        <span>{days[0] && formatDay(days[0].day)}</span>
        <span>Today</span>
      </div>
    </figure>
  );
}
