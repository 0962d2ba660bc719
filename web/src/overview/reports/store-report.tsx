import { dayIn } from '@aisle/contract/core/dates';
import { type Metric, storeMetrics } from '@aisle/contract/overview/figures';
import {
  reportRoutes,
  type StoreGrouping,
  type StoreReport,
  type StoreReportRow,
} from '@aisle/contract/overview/reports';
import { useNavigate } from '@tanstack/react-router';
import { locationsFilter } from '../../links/locations/location-filter.ts';
import type { Column } from '../../ui/list/rows/column.ts';
import { periodFilter } from './period-filter.ts';
import { type Bucket, bucketText } from './periods.ts';
import { MetricBars, MetricLine } from './report-chart.tsx';
import { ReportPage } from './report-page.tsx';
import { ScheduleButton } from './schedules/schedule-button.tsx';
import { requestOf } from './schedules/schedules.ts';
import { type Scope, sourceList } from './table/metric-lists.ts';
import type { ReportSpec } from './table/report-rows.ts';
import { type Report, useReport, useReportFile } from './use-report.ts';

type Row = StoreReportRow & { _id: string; name: string };

const groupings: Record<StoreGrouping, string> = {
  location: 'Location',
  day: 'Day',
  week: 'Week',
  month: 'Month',
  locationDay: 'Location and day',
  locationWeek: 'Location and week',
  locationMonth: 'Location and month',
};
const buckets: Record<StoreGrouping, Bucket | null> = {
  location: null,
  day: 'day',
  week: 'week',
  month: 'month',
  locationDay: 'day',
  locationWeek: 'week',
  locationMonth: 'month',
};
const hasLocations = (groupBy: StoreGrouping): boolean => groupBy.startsWith('location');

/** Sales, costs and speed by location. */
export function StoreReportScreen() {
  const report = useReport(reportRoutes.store);
  const exporting = useReportFile(reportRoutes.store, report.body);
  const spec = useSpec(report);
  const { answer, body, list } = report;
  const { groupBy, compare } = body;
  const rows = list.rows?.map((row): Row => ({ ...row, name: nameOf(row, groupBy) }));
  const by = `by ${buckets[groupBy] ?? 'location'}`;
  return (
    <ReportPage
      spec={spec}
      report={{ answer, list: { ...list, rows }, groupBy, compare }}
      exporting={exporting}
      chart={(figure) => ({
        by,
        content: <Chart figure={figure} label={`${figure.label} ${by}`} answer={answer} rows={rows ?? []} />,
      })}
      schedules={<ScheduleButton report="store" request={requestOf(body)} />}
    />
  );
}

interface ChartProps {
  figure: Metric;
  label: string;
  answer: StoreReport | undefined;
  rows: readonly Row[];
}
/** Bars for locations; a line over time for all locations together. */
function Chart({ figure, label, answer, rows }: ChartProps) {
  if (!answer || rows.every(({ from, to }) => from === answer.from && to === answer.to)) {
    return <MetricBars figure={figure} label={label} rows={rows} nameOf={({ name }) => name} />;
  }
  return (
    <MetricLine
      figure={figure}
      label={label}
      points={answer.series}
      by={answer.seriesBy}
      today={dayIn(undefined)}
    />
  );
}

function nameOf(row: StoreReportRow, groupBy: StoreGrouping): string {
  const bucket = buckets[groupBy];
  return [hasLocations(groupBy) && row.locationName, bucket && bucketText(bucket, row)]
    .filter(Boolean)
    .join(', ');
}

function useSpec({ body, list }: Report<typeof reportRoutes.store>): ReportSpec<Row> {
  const navigate = useNavigate();
  const { groupBy } = body;
  const scopeOf = (row: Row | undefined): Scope => ({
    from: row?.from ?? body.from,
    to: row?.to ?? body.to,
    locationIds: row?.locationId ? [row.locationId] : body.locationIds,
  });
  /** The same report with another grouping. */
  const regroup = (label: string, row: Row, next: StoreGrouping) => ({
    label,
    onClick: () =>
      list.change({
        groupBy: next,
        sort: undefined,
        ...(row.locationId && { locationIds: [row.locationId] }),
        ...(buckets[groupBy] && { period: undefined, from: row.from, to: row.to }),
      }),
  });
  return {
    title: 'Location report',
    figures: storeMetrics,
    // Read from left to right, the amounts add up to the total sales.
    usual: [
      'orders',
      'grossSales',
      'discounts',
      'refundedSales',
      'net',
      'tax',
      'deliveryFees',
      'totalSales',
      'payout',
    ],
    headline: ['totalSales', 'net', 'orders', 'averageBasket'],
    groupings,
    filters: [periodFilter, locationsFilter],
    names: namesOf(groupBy),
    rowsOf: (row) => sourceList('soldOrders', scopeOf(row)),
    figureRows: ({ opens }, row) =>
      row && opens === 'soldOrders' ? undefined : sourceList(opens, scopeOf(row)),
    rowActions: (row) => [
      ...(groupBy === 'location'
        ? [regroup('Show by day', row, 'day'), regroup('Show by month', row, 'month')]
        : []),
      ...(buckets[groupBy] && !row.locationId ? [regroup('Show by location', row, 'location')] : []),
      ...(buckets[groupBy] && buckets[groupBy] !== 'day' ? [regroup('Show by day', row, 'day')] : []),
      ...(row.locationId
        ? [
            {
              label: 'Open location',
              permission: 'store_view' as const,
              onClick: () =>
                void navigate({ to: '/locations/view/$id', params: { id: row.locationId ?? '' } }),
            },
          ]
        : []),
    ],
  };
}

/** A column for the location and one for the time, if the rows have them. */
function namesOf(groupBy: StoreGrouping): Column<Row>[] {
  const bucket = buckets[groupBy];
  return [
    ...(hasLocations(groupBy)
      ? [
          {
            key: 'name',
            header: 'Location',
            cell: ({ locationName }: Row) => locationName,
            sortable: true as const,
          },
        ]
      : []),
    ...(bucket
      ? [
          {
            key: 'from',
            header: bucket === 'day' ? 'Day' : bucket === 'week' ? 'Week' : 'Month',
            cell: (row: Row) => bucketText(bucket, row),
            sortable: true as const,
          },
        ]
      : []),
  ];
}
