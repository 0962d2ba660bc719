import { formatDay } from '@aisle/contract/core/dates';
import { formatMoney } from '@aisle/contract/core/money';
import { formatCount, pluralize } from '@aisle/contract/core/pluralize';
import { useState } from 'react';
import { axisSteps } from '../../../ui/chart/axis.ts';
import { ScreenLink } from '../../../ui/record/screen-link.tsx';
import { type DataColumn, DataTable } from '../../../ui/table/data-table.tsx';
import classes from '../dashboard.module.css';
import { type Bar, barsOf, type Day } from './day-bar-spans.ts';
import { soldOrders } from './metric-links.ts';

interface DayBarsProps {
  days: readonly Day[];
  /** Whether the last day is today, which isn't over. */
  isRunning: boolean;
}

const compact = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
});
const short = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' });
const inWords = ({ from, to, gross, orders }: Bar): string => {
  const when =
    from === to
      ? `${short.format(Date.parse(from))} ${formatDay(from)}`
      : `${formatDay(from)} – ${formatDay(to)}`;
  return `${when} · ${formatMoney(gross)} · ${pluralize(orders, 'order')}`;
};
/** The width of a bar as a share of its slot. */
const barShare = 0.72;

/** One bar per day, or per week for a long period; from zero. */
export function DayBars({ days, isRunning }: DayBarsProps) {
  const [pointed, setPointed] = useState<number | null>(null);
  const bars = barsOf(days);
  const steps = axisSteps(Math.max(0, ...bars.map(({ gross }) => gross)));
  const top = steps.at(-1) || 1;
  const bar = pointed === null ? undefined : bars[pointed];
  const last = bars.length - 1;
  return (
    <figure className={`m-0 ${classes.chart}`} aria-hidden>
      <figcaption className={`mb-3 text-xs secondary tabular truncate ${classes.caption}`}>
        {bar && inWords(bar)}
      </figcaption>
      <div className={classes.plot}>
        <div className={classes.scale}>
          {steps.map((step) => (
            <span key={step} style={{ bottom: `${(step / top) * 100}%` }}>
              {compact.format(step / 100)}
            </span>
          ))}
        </div>
        <svg
          className={classes.bars}
          viewBox={`0 0 ${bars.length} 100`}
          preserveAspectRatio="none"
          aria-hidden="true"
          onPointerLeave={() => setPointed(null)}
        >
          {steps.map((step) => (
            <line
              key={step}
              className={classes.gridLine}
              x1={0}
              x2={bars.length}
              y1={100 - (step / top) * 100}
              y2={100 - (step / top) * 100}
            />
          ))}
          {bars.map(({ from, gross }, index) => (
            <g key={from} onPointerEnter={() => setPointed(index)} onPointerDown={() => setPointed(index)}>
              <rect className={classes.slot} x={index} y={0} width={1} height={100} />
              <rect
                className={classes.dayBar}
                data-running={(isRunning && index === last) || undefined}
                data-quiet={(pointed !== null && pointed !== index) || undefined}
                x={index + (1 - barShare) / 2}
                y={100 - (gross / top) * 100}
                width={barShare}
                height={(gross / top) * 100}
              />
            </g>
          ))}
        </svg>
      </div>
      <div className={classes.axis}>
        <span>{days[0] && formatDay(days[0].day)}</span>
        <span>{isRunning ? runningText(bars) : bars[last] && formatDay(bars[last].to)}</span>
      </div>
    </figure>
  );
}

/** The last bar covers today, or a week that isn't over. */
const runningText = (bars: readonly Bar[]): string => {
  const last = bars.at(-1);
  return last && last.from !== last.to ? 'This week so far' : 'Today so far';
};

const columnsOf = (locationId: string | null): DataColumn<Day>[] => [
  { header: 'Day', cell: ({ day }) => formatDay(day), className: 'tabular', grows: true },
  {
    header: 'Orders',
    cell: ({ day, orders }) => (
      <ScreenLink
        to="/orders"
        search={soldOrders({ from: day, to: day, locationId })}
        className={classes.name}
      >
        {formatCount(orders)}
      </ScreenLink>
    ),
    align: 'right',
  },
  { header: 'Order totals', cell: ({ gross }) => formatMoney(gross), align: 'right' },
];

/** The same values as a table, the latest day first. */
export function DayTable({ days, locationId }: { days: readonly Day[]; locationId: string | null }) {
  return (
    <div className="mt-4">
      <DataTable
        label="Sales by day"
        columns={columnsOf(locationId)}
        rows={[...days].reverse()}
        rowKey={({ day }) => day}
        maxHeight="232px"
      />
    </div>
  );
}
