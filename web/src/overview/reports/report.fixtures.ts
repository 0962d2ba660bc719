import { discountMetrics, productMetrics, storeMetrics } from '@aisle/contract/overview/figures';
import type {
  DiscountMetrics,
  DiscountReport,
  DiscountReportRow,
  ProductMetrics,
  ProductReport,
  ProductReportRow,
  StoreMetrics,
  StoreReport,
  StoreReportRow,
} from '@aisle/contract/overview/reports';

const nothing = (figures: readonly { key: string }[]) =>
  Object.fromEntries(figures.map(({ key }) => [key, 0]));
/** All other metrics are 0. */
export const storeFiguresOf = (values: Partial<StoreMetrics> = {}): StoreMetrics => ({
  ...(nothing(storeMetrics) as StoreMetrics),
  ...values,
});
export const productFiguresOf = (values: Partial<ProductMetrics> = {}): ProductMetrics => ({
  ...(nothing(productMetrics) as ProductMetrics),
  ...values,
});

export const november = { from: '2026-11-01', to: '2026-11-30' };
export const october = { from: '2026-10-01', to: '2026-10-31' };

export const storeRow = (row: Pick<StoreReportRow, 'key'> & Partial<StoreReportRow>): StoreReportRow => ({
  ...storeFiguresOf(),
  before: null,
  locationId: null,
  locationName: null,
  ...november,
  ...row,
});
export const storeReport = (more: Partial<StoreReport> = {}): StoreReport => ({
  ...november,
  before: null,
  totalRecords: more.records?.length ?? 0,
  nextCursor: null,
  file: null,
  records: [],
  totals: { ...storeFiguresOf(), before: null },
  series: [],
  seriesBy: 'day',
  ...more,
});

export const productRow = (
  row: Pick<ProductReportRow, 'key' | 'name'> & Partial<ProductReportRow>,
): ProductReportRow => ({
  ...productFiguresOf(),
  before: null,
  subProductId: null,
  productId: null,
  categoryId: null,
  brandId: null,
  productName: null,
  variantName: null,
  sku: null,
  unit: null,
  path: [],
  ...row,
});
export const productReport = (more: Partial<ProductReport> = {}): ProductReport => ({
  ...november,
  before: null,
  totalRecords: more.records?.length ?? 0,
  nextCursor: null,
  file: null,
  records: [],
  totals: { ...productFiguresOf(), before: null },
  ...more,
});

export const discountFiguresOf = (values: Partial<DiscountMetrics> = {}): DiscountMetrics => ({
  ...(nothing(discountMetrics) as DiscountMetrics),
  ...values,
});
export const discountRow = (
  row: Pick<DiscountReportRow, 'key' | 'name' | 'source'> & Partial<DiscountReportRow>,
): DiscountReportRow => ({
  ...discountFiguresOf(),
  before: null,
  promotionId: null,
  planId: null,
  number: null,
  locationId: null,
  locationName: null,
  ...row,
});
export const discountReport = (more: Partial<DiscountReport> = {}): DiscountReport => ({
  ...november,
  before: null,
  totalRecords: more.records?.length ?? 0,
  nextCursor: null,
  file: null,
  records: [],
  totals: { ...discountFiguresOf(), before: null },
  ...more,
});
