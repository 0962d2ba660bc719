import type { ListSearch } from '@aisle/contract/core/list-search';
import type {
  DiscountReportInput,
  ProductReportInput,
  StoreReportInput,
} from '@aisle/contract/overview/reports';
import type { SearchSchemaInput } from '@tanstack/react-router';
import { page } from '../../core/pages/pages.ts';

type ReportSearch<Input extends { from: string; to: string; sort?: unknown }> = Partial<
  Omit<Input, 'sort' | 'cursor'>
> &
  Pick<ListSearch, 'sort' | 'columns' | 'density' | 'view'> & {
    /** Replaces the days: "lastMonth". */
    period?: string;
    /** The metric in the chart. */
    chart?: string;
  };

export const reportPages = [
  page({
    path: '/location_report',
    title: 'Location report',
    permission: 'location_report',
    search: (raw: ReportSearch<StoreReportInput> & SearchSchemaInput): ListSearch => raw,
    screen: () => import('./store-report.tsx').then(({ StoreReportScreen }) => StoreReportScreen),
  }),
  page({
    path: '/report/product',
    title: 'Product report',
    permission: 'product_view',
    search: (raw: ReportSearch<ProductReportInput> & SearchSchemaInput): ListSearch => raw,
    screen: () => import('./product-report.tsx').then(({ ProductReportScreen }) => ProductReportScreen),
  }),
  page({
    path: '/report/discount',
    title: 'Discount report',
    permission: 'location_report',
    search: (raw: ReportSearch<DiscountReportInput> & SearchSchemaInput): ListSearch => raw,
    screen: () => import('./discount-report.tsx').then(({ DiscountReportScreen }) => DiscountReportScreen),
  }),
] as const;
