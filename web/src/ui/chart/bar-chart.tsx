import type { ReactNode } from 'react';
import classes from './chart.module.css';

export interface Bar {
  key: string;
  /** Can be a link to the subject of the bar. */
  label: ReactNode;
  value: number | null;
  /** The value in the compared period. */
  before?: number | null | undefined;
}

interface BarChartProps {
  /** The accessible name of the chart. */
  label: string;
  bars: readonly Bar[];
  format: (value: number) => string;
}

/** A bar chart with one row per bar, so that long names fit, and the value beside each bar. */
export function BarChart({ label, bars, format }: BarChartProps) {
  const values = bars.flatMap(({ value, before }) => [value ?? 0, before ?? 0]);
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const span = high - low || 1;
  const extent = (value: number) => ({
    left: `${((Math.min(value, 0) - low) / span) * 100}%`,
    width: `${(Math.abs(value) / span) * 100}%`,
  });
  return (
    <ul className={`plain-list grid gap-2 gap-x-3 ${classes.bars}`} aria-label={label}>
      {bars.map(({ key, label: name, value, before }) => (
        <li key={key} className={`grid align-center text-sm ${classes.bar}`}>
          <span className={`truncate ${classes.barName}`}>{name}</span>
          <span className={classes.track} aria-hidden>
            <span className={classes.barNow} style={extent(value ?? 0)} />
            {before !== undefined && before !== null && (
              <span className={classes.barBefore} style={extent(before)} />
            )}
          </span>
          <span className="tabular text-right">{value === null ? '–' : format(value)}</span>
        </li>
      ))}
    </ul>
  );
}
