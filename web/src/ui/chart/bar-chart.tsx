import type { ReactNode } from 'react';
import classes from './chart.module.css';

export interface Bar {
  key: string;
  /** May be a link to what it is about. */
  label: ReactNode;
  value: number | null;
  /** The same in the period it is compared with. */
  before?: number | null | undefined;
}

interface BarChartProps {
  /** What a screen reader calls it. */
  label: string;
  bars: readonly Bar[];
  format: (value: number) => string;
}

/** One bar for each thing, below each other so that long names fit, each with its figure beside it. */
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
