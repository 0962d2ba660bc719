import { formatMoney, percentage } from '@aisle/contract/core/money';
import { formatCount } from '@aisle/contract/core/pluralize';
import { formatQuantity } from '@aisle/contract/core/quantity';
import type { Metric, MetricUnit } from '@aisle/contract/overview/figures';

const oneDecimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });
const compactMoney = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
});

const formats: Record<MetricUnit, (value: number) => string> = {
  cents: formatMoney,
  count: formatCount,
  share: (value) => `${oneDecimal.format(value * 100)}%`,
  minutes: (value) => `${formatCount(Math.round(value))} min`,
  quantity: (value) => formatQuantity(value),
  days: (value) => oneDecimal.format(value),
};
export const noMetric = '–';
export const metricText = (unit: MetricUnit, value: number | null): string =>
  value === null ? noMetric : formats[unit](value);

/** Short labels for the axis of a chart: "$12.5K". */
export function axisText(unit: MetricUnit): (value: number) => string {
  if (unit === 'cents') return (value) => compactMoney.format(value / 100);
  if (unit === 'count' || unit === 'quantity') return (value) => compact.format(value);
  return formats[unit];
}

export interface Change {
  text: string;
  /** Null if the change is neither good nor bad. */
  isGood: boolean | null;
}
/** The change of a metric in percent, or in percentage points for a share. Null if a value is missing. */
export function changeOf(
  { unit, lowerIsBetter }: Pick<Metric, 'unit' | 'lowerIsBetter'>,
  now: number | null,
  before: number | null,
): Change | null {
  if (now === null || before === null) return null;
  const [change, suffix] =
    unit === 'share' ? [(now - before) * 100, ' pts'] : [percentage(now - before, Math.abs(before)), '%'];
  // A percentage of zero is undefined.
  if (unit !== 'share' && before === 0) return now === 0 ? { text: `0${suffix}`, isGood: null } : null;
  const rounded = oneDecimal.format(Math.abs(change));
  if (rounded === '0') return { text: `0${suffix}`, isGood: null };
  return {
    text: `${change > 0 ? '+' : '−'}${rounded}${suffix}`,
    isGood: change > 0 === !lowerIsBetter,
  };
}
