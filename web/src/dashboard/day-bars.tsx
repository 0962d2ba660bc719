import { formatDay } from '@aisle/contract/core/dates';
import { formatMoney } from '@aisle/contract/core/money';
import classes from './dashboard.module.css';

interface DayBarsProps {
  label: string;
  days: readonly { day: string; gross: number; orders: number }[];
}

/** One bar for each day, from zero; the same as a table for those who cannot see it. */
export function DayBars({ label, days }: DayBarsProps) {
  const highest = Math.max(...days.map(({ gross }) => gross), 1);
  return (
    <figure className={classes.chart}>
      <div className={classes.bars} aria-hidden>
        {days.map(({ day, gross, orders }) => (
          <div
            key={day}
            className={classes.slot}
            title={`${formatDay(day)}: ${formatMoney(gross)}, ${orders} orders`}
          >
            <div className={classes.dayBar} style={{ height: `${(gross / highest) * 100}%` }} />
          </div>
        ))}
      </div>
      <div className={classes.axis} aria-hidden>
        <span>{days[0] && formatDay(days[0].day)}</span>
        <span>highest day {formatMoney(highest)}</span>
        <span>{formatDay(days.at(-1)?.day ?? '')}</span>
      </div>
      <table className="visually-hidden">
        <caption>{label}</caption>
        <thead>
          <tr>
            <th>Day</th>
            <th>Sales</th>
            <th>Orders</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, gross, orders }) => (
            <tr key={day}>
              <td>{formatDay(day)}</td>
              <td>{formatMoney(gross)}</td>
              <td>{orders}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
