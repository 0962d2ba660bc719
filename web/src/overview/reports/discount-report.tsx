import { discountMetrics } from '@aisle/contract/overview/figures';
import {
  type DiscountGrouping,
  type DiscountReportRow,
  reportRoutes,
} from '@aisle/contract/overview/reports';
import { useNavigate } from '@tanstack/react-router';
import type { Destination } from '../../core/pages/screens.ts';
import { locationsFilter } from '../../links/locations/location-filter.ts';
import type { Column } from '../../ui/list/rows/column.ts';
import { periodFilter } from './period-filter.ts';
import { MetricBars } from './report-chart.tsx';
import { ReportPage } from './report-page.tsx';
import { sourceList } from './table/metric-lists.ts';
import type { ReportSpec } from './table/report-rows.ts';
import { type Report, useReport, useReportFile } from './use-report.ts';

type Row = DiscountReportRow & { _id: string };

const groupings: Record<DiscountGrouping, string> = {
  source: 'Promotion or plan',
  locationSource: 'Location and promotion',
};
const nameOf = ({ number, name, locationName }: Row) =>
  [locationName, [number, name].filter(Boolean).join(' ')].filter(Boolean).join(', ');
const nameColumn: Column<Row> = {
  key: 'name',
  header: 'Discount',
  cell: ({ number, name, source }) => (
    <span className="clip" style={{ maxWidth: 320 }}>
      {name} <span className="secondary">{number ?? (source === 'subscription' && 'Plan')}</span>
    </span>
  ),
  sortable: true,
};
const locationColumn: Column<Row> = {
  key: 'locationName',
  header: 'Location',
  cell: ({ locationName }) => locationName,
  sortable: true,
};

/** Discounts by the promotion or plan that gave them. */
export function DiscountReportScreen() {
  const report = useReport(reportRoutes.discount);
  const exporting = useReportFile(reportRoutes.discount, report.body);
  const { answer, body, list } = report;
  const rows = list.rows;
  const by = `by ${groupings[body.groupBy].toLowerCase()}`;
  return (
    <ReportPage
      spec={useSpec(report)}
      report={{ answer, list: { ...list, rows }, groupBy: body.groupBy, compare: body.compare }}
      exporting={exporting}
      chart={(figure) => ({
        by,
        content: (
          <MetricBars figure={figure} label={`${figure.label} ${by}`} rows={rows ?? []} nameOf={nameOf} />
        ),
      })}
    />
  );
}

function useSpec({ body, list }: Report<typeof reportRoutes.discount>): ReportSpec<Row> {
  const navigate = useNavigate();
  const { groupBy, from, to } = body;
  const isByLocation = groupBy === 'locationSource';
  /** The orders of a promotion. No list shows the orders of a plan. */
  const ordersOf = ({ promotionId, locationId }: Row): Destination | undefined => {
    if (promotionId === null) return undefined;
    const locationIds = locationId ? [locationId] : body.locationIds;
    return sourceList('soldOrders', { from, to, locationIds, promotionId });
  };
  return {
    title: 'Discount report',
    figures: discountMetrics,
    usual: [
      'orders',
      'itemDiscounts',
      'deliveryDiscounts',
      'discounts',
      'paidByMarketplace',
      'paidByLocations',
      'paidByVendors',
      'gross',
    ],
    headline: ['discounts', 'itemDiscounts', 'deliveryDiscounts', 'orders'],
    groupings,
    filters: [periodFilter, locationsFilter],
    names: isByLocation ? [locationColumn, nameColumn] : [nameColumn],
    rowsOf: ordersOf,
    figureRows: () => undefined,
    rowActions: ({ promotionId, locationId, number }) => [
      ...(promotionId !== null && number !== null
        ? [
            {
              label: 'Open promotion',
              permission: 'promotion_view' as const,
              onClick: () => void navigate({ to: '/promotions/view/$id', params: { id: promotionId } }),
            },
          ]
        : []),
      ...(locationId === null
        ? [
            {
              label: 'Show by location',
              onClick: () => list.change({ groupBy: 'locationSource', sort: undefined }),
            },
          ]
        : []),
    ],
  };
}
