import { percentage } from '@aisle/contract/core/money';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Destination, useCanOpen } from '../../core/pages/screens.ts';
import classes from './metric.module.css';

type MetricProps = {
  label: string;
  value: ReactNode;
  /** The values of the current and previous period, to show the change. */
  now?: number;
  before?: number | undefined;
  /** Whether an increase is good or bad. */
  better?: 'more' | 'less';
  /** The compared period: "previous 30 days". */
  than?: string | undefined;
} & MetricLink;
/** A link to the rows behind the number, if there are any. */
export type MetricLink = Destination | { to?: undefined; search?: undefined; params?: undefined };

/** A metric with its change from the previous period. */
export function MetricValue({
  label,
  value,
  now,
  before,
  better = 'more',
  than = 'previous period',
  ...rows
}: MetricProps) {
  const canOpen = useCanOpen();
  const content = (
    <>
      <span className="text-sm secondary">{label}</span>
      <span className={classes.value}>{value}</span>
      {now !== undefined && before !== undefined && (
        <Change now={now} before={before} better={better} than={than} />
      )}
    </>
  );
  return rows.to && canOpen(rows.to) ? (
    <Link {...rows} className={classes.figure}>
      {content}
    </Link>
  ) : (
    <div className={classes.figure}>{content}</div>
  );
}

const round = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
function Change({
  now,
  before,
  better,
  than,
}: {
  now: number;
  before: number;
  better: 'more' | 'less';
  than: string;
}) {
  if (before === 0) {
    return (
      <span className="text-xs secondary">
        {now === 0 ? `Same as ${than}` : `None ${than.startsWith('this ') ? '' : 'in '}${than}`}
      </span>
    );
  }
  const change = percentage(now - before, before);
  if (Math.abs(change) < 0.05) return <span className="text-xs secondary">Same as {than}</span>;
  const isGood = change > 0 === (better === 'more');
  const Arrow = change > 0 ? IconArrowUp : IconArrowDown;
  return (
    <span className="text-xs secondary">
      <span className={classes.arrow} style={{ color: isGood ? 'var(--aisle-good)' : 'var(--aisle-bad)' }}>
        <Arrow size={14} style={{ marginLeft: -2 }} aria-hidden />
        <span className="visually-hidden">{change > 0 ? 'up ' : 'down '}</span>
        {round.format(Math.abs(change))}%
      </span>{' '}
      vs. {than}
    </span>
  );
}
