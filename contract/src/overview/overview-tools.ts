import { formatDay } from '../core/dates.ts';
import { formatMoney } from '../core/money.ts';
import { pluralize } from '../core/pluralize.ts';
import { formatQuantity } from '../core/quantity.ts';
import { lines, readTool, words } from '../core/tool.ts';
import { reportRoutes } from './reports.ts';
import { searchRoutes } from './search.ts';

const money = (cents: number | null): string | false => cents !== null && formatMoney(cents);
const period = ({ from, to }: { from: string; to: string }): string => `${formatDay(from)}–${formatDay(to)}`;
const share = (part: number | null, label: string): string | false =>
  part !== null && `${label} ${Math.round(part * 100)}%`;

export const overviewTools = [
  readTool(searchRoutes.find, {
    name: 'search_records',
    title: 'Search all records',
    description:
      'Finds orders, customers, products, locations and more by number, name, phone, SKU or barcode. Tolerates typos.',
    fields: [
      'orders._id',
      'orders.number',
      'orders.customerName',
      'orders.status',
      'numbered._id',
      'numbered.kind',
      'numbered.number',
      'customers._id',
      'customers.name',
      'products._id',
      'products.name',
      'subProducts._id',
      'subProducts.productId',
      'subProducts.name',
      'subProducts.sku',
      'locations._id',
      'locations.name',
      'vendors._id',
      'vendors.name',
      'drivers._id',
      'drivers.name',
    ],
    text: (found) =>
      lines(
        'Found:',
        [
          ...found.orders.map(({ number, customerName, _id }) => words('order', number, customerName, _id)),
          ...found.numbered.map(({ kind, number, about, _id }) => words(kind, number, about, _id)),
          ...found.customers.map(({ name, phone, _id }) => words('customer', name, phone, _id)),
          ...found.products.map(({ name, _id }) => words('product', name, _id)),
          ...found.subProducts.map(({ productName, variantName, sku, _id }) =>
            words('sub-product', productName, variantName, sku, _id),
          ),
          ...found.locations.map(({ name, _id }) => words('location', name, _id)),
          ...found.vendors.map(({ name, _id }) => words('vendor', name, _id)),
          ...found.drivers.map(({ name, _id }) => words('driver', name, _id)),
        ],
        (line) => line,
      ),
  }),
  readTool(reportRoutes.store, {
    name: 'report_store_sales',
    title: 'Report sales by store',
    description:
      'Sums orders, sales, refunds, times and payouts by location and time between two days, compared with the period before on request. Days are YYYY-MM-DD.',
    takes: ['from', 'to', 'locationIds', 'groupBy', 'compare'],
    fields: [
      'from',
      'to',
      'before',
      ...['records', 'totals'].flatMap((part) =>
        [
          'orders',
          'grossSales',
          'net',
          'discounts',
          'refunds',
          'averageBasket',
          'cancelled',
          'onTimeShare',
          'preparationMinutes',
          'payout',
          'before.orders',
          'before.net',
        ].map((field) => `${part}.${field}`),
      ),
      'records.locationId',
      'records.locationName',
      'records.from',
      'records.to',
      'totalRecords',
      'nextCursor',
    ],
    text: (report) =>
      lines(
        `${period(report)}: ${words(pluralize(report.totals.orders ?? 0, 'order'), `net sales ${money(report.totals.net)}`, share(report.totals.onTimeShare, 'on time'))}`,
        report.records,
        (row) =>
          words(
            row.locationName ?? period(row),
            pluralize(row.orders ?? 0, 'order'),
            `net sales ${money(row.net)}`,
            row.before && `before ${money(row.before.net)}`,
            share(row.onTimeShare, 'on time'),
          ),
      ),
  }),
  readTool(reportRoutes.product, {
    name: 'report_product_sales',
    title: 'Report sales by product',
    description:
      'Sums units, revenue, margin, returns, waste and stock by product, sub-product, category or brand between two days. Sort by units or revenue to find best sellers. Days are YYYY-MM-DD.',
    takes: ['from', 'to', 'locationIds', 'groupBy', 'compare', 'categoryId', 'brandId', 'productId', 'sort'],
    fields: [
      'from',
      'to',
      'before',
      ...['records', 'totals'].flatMap((part) =>
        [
          'units',
          'pounds',
          'revenue',
          'net',
          'margin',
          'marginShare',
          'stock',
          'daysOfStock',
          'wasteValue',
        ].map((field) => `${part}.${field}`),
      ),
      'records.name',
      'records.productId',
      'records.subProductId',
      'records.categoryId',
      'records.brandId',
      'records.sku',
      'totalRecords',
      'nextCursor',
    ],
    text: (report) =>
      lines(`${period(report)}: net sales ${money(report.totals.net)}`, report.records, (row) =>
        words(
          row.name,
          row.units !== null && `${formatQuantity(row.units)} units`,
          row.pounds !== null && row.pounds > 0 && `${formatQuantity(row.pounds)} lb`,
          `net ${money(row.net)}`,
          share(row.marginShare, 'margin'),
          row.daysOfStock !== null && `${Math.round(row.daysOfStock)} days of stock`,
        ),
      ),
  }),
];
