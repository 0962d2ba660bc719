import { formatMoney } from '@aisle/contract/core/money';

/** "$1.00 short", "$0.50 over", or "None". */
export function Difference({ cents }: { cents: number }) {
  if (cents === 0) return <span className="secondary">None</span>;
  return (
    <span className={cents < 0 ? 'bad tabular' : 'tabular'}>
      {formatMoney(Math.abs(cents))} {cents < 0 ? 'short' : 'over'}
    </span>
  );
}
