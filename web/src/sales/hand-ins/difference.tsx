import { formatMoney } from '@aisle/contract/core/money';
import classes from './hand-ins.module.css';

/** "$1.00 missing", "$0.50 too much", or "None". */
export function Difference({ cents }: { cents: number }) {
  if (cents === 0) return <span className={classes.exact}>None</span>;
  return (
    <span className={cents < 0 ? classes.missing : 'tabular'}>
      {formatMoney(Math.abs(cents))} {cents < 0 ? 'missing' : 'too much'}
    </span>
  );
}
