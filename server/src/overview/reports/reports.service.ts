import type {
  Comparison,
  DiscountReport,
  DiscountReportInput,
  ProductReport,
  ProductReportInput,
  StoreGrouping,
  StoreReport,
  StoreReportInput,
} from '@aisle/contract/overview/reports';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import type { Days } from '../../ledgers/figures/figure-days.queries.ts';
import { discountReport } from './discount-report.queries.ts';
import { productReport } from './product-report.queries.ts';
import { nextCursorOf, pagingOf } from './report-pages.queries.ts';
import { storeReport, type TimeUnit } from './store-report.queries.ts';

const oneDay = 86_400_000;
const dayOf = (instant: number) => new Date(instant).toISOString().slice(0, 10);
const plusDays = (day: string, days: number) => dayOf(Date.parse(day) + days * oneDay);
const countDays = ({ from, to }: Days) => Math.round((Date.parse(to) - Date.parse(from)) / oneDay) + 1;
const isFirst = (day: string) => day.endsWith('-01');

/** The same day some months earlier, or the last day of a shorter month. */
function minusMonths(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  return dayOf(Date.UTC(year, month - 1 - months, Math.min(date, last)));
}

/** The days to compare with, and the shift from them to the days of the period. */
function comparedWith(period: Days, compare: Comparison): (Days & { shift: string }) | null {
  const { from, to } = period;
  if (compare === 'none') return null;
  if (compare === 'lastYear') {
    return { from: minusMonths(from, 12), to: minusMonths(to, 12), shift: '1 year' };
  }
  const isWhole = isFirst(from) && isFirst(plusDays(to, 1));
  const monthsOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  const months = monthsOf(to) - monthsOf(from) + 1;
  const days = countDays(period);
  return {
    from: isWhole ? minusMonths(from, months) : plusDays(from, -days),
    to: plusDays(from, -1),
    shift: isWhole ? `${months} months` : `${days} days`,
  };
}

const timeUnits: Record<StoreGrouping, TimeUnit | null> = {
  location: null,
  day: 'day',
  week: 'week',
  month: 'month',
  locationDay: 'day',
  locationWeek: 'week',
  locationMonth: 'month',
};
/** Limits the number of points to what a chart can show. */
function pointsOf(period: Days): TimeUnit {
  const days = countDays(period);
  if (days <= 62) return 'day';
  return days <= 200 ? 'week' : 'month';
}

export async function getStoreReport(tx: Tx, input: StoreReportInput): Promise<StoreReport> {
  const { from, to, groupBy, sort, locationIds } = input;
  const before = comparedWith({ from, to }, input.compare);
  const byTime = timeUnits[groupBy];
  const seriesBy = byTime ?? pointsOf({ from, to });
  const paging = pagingOf(input);
  const byLocation = groupBy.startsWith('location');
  const range = { from, to };
  const places = locationIds ?? null;
  const { total, records, totals, series } = await storeReport(tx, {
    range,
    before,
    places,
    byLocation,
    byTime,
    seriesBy,
    sort,
    paging,
  });
  return {
    from,
    to,
    before: before && { from: before.from, to: before.to },
    records: records.map((row) => ({ ...row, key: [row.locationId, row.from].filter(Boolean).join(' ') })),
    totalRecords: total,
    nextCursor: nextCursorOf(paging, records.length, total),
    totals,
    series,
    seriesBy,
    file: null,
  };
}

export async function getProductReport(
  tx: Tx,
  actor: Actor,
  input: ProductReportInput,
): Promise<ProductReport> {
  const { from, to, groupBy, sort, locationIds, categoryId, brandId, productId } = input;
  const before = comparedWith({ from, to }, input.compare);
  const paging = pagingOf(input);
  const today = dayOf(Date.now());
  const { total, records, totals } = await productReport(tx, {
    range: { from, to },
    days: Math.max(1, countDays({ from, to: to < today ? to : today })),
    before: before && { ...before, days: countDays(before) },
    places: locationIds ?? null,
    isEverywhere: actor.locations === null,
    groupBy,
    filters: { categoryId, brandId, productId },
    sort,
    paging,
  });
  return {
    from,
    to,
    before: before && { from: before.from, to: before.to },
    records: records.map((row) => ({
      ...row,
      key: row[`${groupBy}Id`] ?? 'none',
    })),
    totalRecords: total,
    nextCursor: nextCursorOf(paging, records.length, total),
    totals,
    file: null,
  };
}

export async function getDiscountReport(tx: Tx, input: DiscountReportInput): Promise<DiscountReport> {
  const { from, to, groupBy, sort, locationIds } = input;
  const before = comparedWith({ from, to }, input.compare);
  const paging = pagingOf(input);
  const { total, records, totals } = await discountReport(tx, {
    range: { from, to },
    before,
    places: locationIds ?? null,
    byLocation: groupBy === 'locationSource',
    sort,
    paging,
  });
  return {
    from,
    to,
    before: before && { from: before.from, to: before.to },
    records: records.map((row) => ({
      ...row,
      key: [row.promotionId ?? row.planId, row.locationId].filter(Boolean).join(' '),
    })),
    totalRecords: total,
    nextCursor: nextCursorOf(paging, records.length, total),
    totals,
    file: null,
  };
}
