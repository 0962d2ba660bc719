import { productRoutes } from '@aisle/contract/catalog/products';
import { productMetrics } from '@aisle/contract/overview/figures';
import {
  type ProductGrouping,
  type ProductReportRow,
  reportRoutes,
  reportRowName,
} from '@aisle/contract/overview/reports';
import { useNavigate } from '@tanstack/react-router';
import type { Destination } from '../../core/pages/screens.ts';
import { brandFilter } from '../../links/catalog/brand-filter.ts';
import { categoryFilter } from '../../links/catalog/category-select.tsx';
import { locationsFilter } from '../../links/locations/location-filter.ts';
import { lookup } from '../../ui/list/filters/lookup.ts';
import type { RowAction } from '../../ui/list/rows/row.ts';
import { periodFilter } from './period-filter.ts';
import { MetricBars } from './report-chart.tsx';
import { ReportPage } from './report-page.tsx';
import { ScheduleButton } from './schedules/schedule-button.tsx';
import { requestOf } from './schedules/schedules.ts';
import { type Scope, sourceList } from './table/metric-lists.ts';
import type { ReportSpec } from './table/report-rows.ts';
import { type Report, useReport, useReportFile } from './use-report.ts';

type Row = ProductReportRow & { _id: string };

const groupings: Record<ProductGrouping, string> = {
  subProduct: 'Sub-product',
  product: 'Product',
  category: 'Category',
  brand: 'Brand',
};
const filters = [
  periodFilter,
  locationsFilter,
  categoryFilter,
  brandFilter,
  lookup({ name: 'productId', label: 'Product', route: productRoutes.dropdown }),
];

/** Sales, margin and stock by product. */
export function ProductReportScreen() {
  const report = useReport(reportRoutes.product);
  const file = useReportFile(reportRoutes.product, report.body);
  const { answer, body, list } = report;
  const rows = list.rows?.map((row): Row => ({ ...row, name: reportRowName(row) || 'No brand' }));
  const by = `by ${groupings[body.groupBy].toLowerCase()}`;
  return (
    <ReportPage
      spec={useSpec(report)}
      report={{ answer, list: { ...list, rows }, groupBy: body.groupBy, compare: body.compare }}
      exporting={file}
      chart={(figure) => ({
        by,
        content: (
          <MetricBars
            figure={figure}
            label={`${figure.label} ${by}`}
            rows={rows ?? []}
            nameOf={({ name, path }) => [...path.map((above) => above.name), name].join(' › ')}
          />
        ),
      })}
      schedules={<ScheduleButton report="product" request={requestOf(body)} />}
    />
  );
}

function useSpec({ body, list }: Report<typeof reportRoutes.product>): ReportSpec<Row> {
  const navigate = useNavigate();
  const { groupBy, from, to, locationIds } = body;
  const scopeOf = (row: Row | undefined): Scope => ({
    from,
    to,
    locationIds,
    subProductId: groupBy === 'subProduct' ? (row?.subProductId ?? null) : null,
  });
  /** The same report one level deeper; its rows add up to this row. */
  const within = (row: Row): Destination | undefined => {
    const search = { ...list.search, page: undefined, sort: undefined };
    if (row.productId && groupBy === 'product') {
      return {
        to: '/report/product',
        search: { ...search, groupBy: 'subProduct', productId: row.productId },
      };
    }
    if (row.categoryId && groupBy === 'category') {
      return { to: '/report/product', search: { ...search, groupBy: 'product', categoryId: row.categoryId } };
    }
    if (row.brandId && groupBy === 'brand') {
      return { to: '/report/product', search: { ...search, groupBy: 'product', brandId: row.brandId } };
    }
    return undefined;
  };
  const isNarrowed = Boolean(body.categoryId ?? body.brandId ?? body.productId);
  const open = (label: string, destination: Destination): RowAction => ({
    label,
    onClick: () => void navigate(destination),
  });
  return {
    title: 'Product report',
    figures: productMetrics,
    usual: [
      'units',
      'pounds',
      'revenue',
      'refunds',
      'net',
      'margin',
      'marginShare',
      'stock',
      'stockPounds',
      'daysOfStock',
    ],
    // Only metrics that add up over items counted in pieces and by weight.
    headline: ['net', 'margin', 'stockValue', 'wasteValue'],
    groupings,
    filters,
    names: [
      {
        key: 'name',
        header: groupings[groupBy],
        cell: (row) => <ProductName row={row} isCategory={groupBy === 'category'} />,
        sortable: true,
      },
    ],
    rowsOf: (row) => (groupBy === 'subProduct' ? sourceList('soldOrders', scopeOf(row)) : within(row)),
    figureRows: ({ opens }, row) => {
      // No list is limited to a product, a category or a brand: these rows open a report of their contents instead.
      if (row ? groupBy !== 'subProduct' || opens === 'soldOrders' : isNarrowed) return undefined;
      return sourceList(opens, scopeOf(row));
    },
    rowActions: ({ productId, categoryId, brandId }) => [
      ...(productId && groupBy !== 'category' && groupBy !== 'brand'
        ? [open('Open product', { to: '/products/view/$id', params: { id: productId } })]
        : []),
      ...(categoryId && groupBy === 'category'
        ? [open('Show products', { to: '/products', search: { categoryId } })]
        : []),
      ...(brandId && groupBy === 'brand'
        ? [open('Show products', { to: '/products', search: { brandId } })]
        : []),
    ],
  };
}

function ProductName({ row, isCategory }: { row: Row; isCategory: boolean }) {
  return (
    <span className="clip" style={{ maxWidth: 320 }}>
      {isCategory && row.path.length > 0 && (
        <span className="secondary">{row.path.map(({ name }) => name).join(' › ')} › </span>
      )}
      {row.name}
    </span>
  );
}
