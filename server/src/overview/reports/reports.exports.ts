import { discountMetrics, type Metric, productMetrics, storeMetrics } from '@aisle/contract/overview/figures';
import {
  type DiscountReportRow,
  type ProductReportRow,
  reportRoutes,
  reportRowName,
  type StoreReportRow,
} from '@aisle/contract/overview/reports';
import { type Column, day, money, number, text } from '../../system/exports/columns.ts';
import { exportOf } from '../../system/exports/exportable.ts';

/** The column of a metric: money in dollars, shares as a percentage. */
function figure<Key extends string>({ key, label, unit }: Metric<Key>): Column<Record<Key, number | null>> {
  if (unit === 'cents') return money(label, (row) => row[key]);
  if (unit !== 'share') return number(label, (row) => row[key]);
  return number(label.endsWith('%') ? label : `${label} %`, (row) => {
    const value: number | null = row[key];
    return value === null ? null : Math.round(value * 1000) / 10;
  });
}

export const reportExports = {
  storeReport: exportOf<StoreReportRow>(
    {
      title: 'Location report',
      route: reportRoutes.store,
      withoutCustomers: true,
      figures: storeMetrics.length,
    },
    [
      text('Location', (row) => row.locationName),
      day('From', (row) => row.from),
      day('To', (row) => row.to),
      ...storeMetrics.map((one) => figure(one)),
    ],
  ),
  productReport: exportOf<ProductReportRow>(
    {
      title: 'Product report',
      route: reportRoutes.product,
      withoutCustomers: true,
      figures: productMetrics.length,
    },
    [
      text('Name', (row) => [...row.path.map(({ name }) => name), reportRowName(row)].join(' > ')),
      text('SKU', (row) => row.sku),
      text('Unit', (row) => row.unit),
      ...productMetrics.map((one) => figure(one)),
    ],
  ),
  discountReport: exportOf<DiscountReportRow>(
    {
      title: 'Discount report',
      route: reportRoutes.discount,
      withoutCustomers: true,
      figures: discountMetrics.length,
    },
    [
      text('Number', (row) => row.number),
      text('Discount', (row) => row.name),
      text('Source', (row) => (row.source === 'promotion' ? 'Promotion' : 'Plan')),
      text('Location', (row) => row.locationName),
      ...discountMetrics.map((one) => figure(one)),
    ],
  ),
};
