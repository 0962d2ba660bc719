import { formatDay } from '@aisle/contract/core/dates';
import { formatCount } from '@aisle/contract/core/how-many';
import { formatMoney } from '@aisle/contract/core/money';
import { useState } from 'react';
import classes from '../products.module.css';
import type { SalesDay } from './sales-days.ts';

const inWords = ({ day, revenue, units }: SalesDay): string =>
  `${formatDay(day)} · ${formatMoney(revenue)} · ${formatCount(units)} sold`;

/** Revenue by day, from zero; the table below it says the same to those who cannot see it. */
export function SalesBars({ days }: { days: readonly SalesDay[] }) {
  const [pointed, setPointed] = useState<number | null>(null);
  const top = Math.max(1, ...days.map(({ revenue }) => revenue));
  const best = days.find(({ revenue }) => revenue === top);
  const day = pointed === null ? undefined : days[pointed];
  const caption = day ? inWords(day) : best && `Best day: ${inWords(best)}`;
  return (
    <figure className={classes.salesChart} aria-hidden="true">
      <figcaption>{caption}</figcaption>
      <svg
        viewBox={`0 0 ${days.length} 100`}
        preserveAspectRatio="none"
        aria-hidden="true"
        onPointerLeave={() => setPointed(null)}
      >
        {days.map(({ day: key, revenue }, at) => (
          <g key={key} onPointerEnter={() => setPointed(at)} onPointerDown={() => setPointed(at)}>
            <rect className={classes.slot} x={at} y={0} width={1} height={100} />
            <rect
              className={classes.salesBar}
              data-quiet={(pointed !== null && pointed !== at) || undefined}
              x={at + 0.14}
              y={100 - (revenue / top) * 100}
              width={0.72}
              height={(revenue / top) * 100}
            />
          </g>
        ))}
      </svg>
      <div className={classes.salesAxis}>
        <span>{days[0] && formatDay(days[0].day)}</span>
        <span>Today</span>
      </div>
    </figure>
  );
}
