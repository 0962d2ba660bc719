import type { VendorView } from '@aisle/contract/catalog/vendors';
import { howMany } from '@aisle/contract/core/how-many';
import { formatMoney } from '@aisle/contract/core/money';
import classes from './vendors.module.css';

type Month = VendorView['months'][number];
const short = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });
const whole = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const dateOf = ({ month }: Month) => new Date(`${month}-01T00:00:00Z`);

/** What was spent in each month, as bars from zero; those who listen get the same as a list. */
export function MonthBars({ months }: { months: readonly Month[] }) {
  const most = Math.max(1, ...months.map(({ spend }) => spend));
  return (
    <ol className={classes.months}>
      {months.map((month) => (
        <li key={month.month} title={inWords(month)}>
          <span className={classes.track} aria-hidden>
            <span className={classes.bar} style={{ height: `${(month.spend / most) * 100}%` }} />
          </span>
          <span className={classes.month} aria-hidden>
            {short.format(dateOf(month))}
          </span>
          <span className="visually-hidden">{inWords(month)}</span>
        </li>
      ))}
    </ol>
  );
}

const inWords = (month: Month): string =>
  `${whole.format(dateOf(month))}: ${formatMoney(month.spend)} in ${howMany(month.receipts, 'receipt')}`;
