import { formatMoney } from '@aisle/contract/core/money';

/** A balance as accountants write it: $12.00 Cr. Nothing for zero but the amount. */
export const balanceText = (balance: number): string =>
  balance === 0 ? formatMoney(0) : `${formatMoney(Math.abs(balance))} ${balance > 0 ? 'Dr' : 'Cr'}`;

export function BalanceText({ value }: { value: number }) {
  return (
    <span className="tabular">
      {formatMoney(Math.abs(value))}
      {value !== 0 && (
        <abbr title={value > 0 ? 'Debit' : 'Credit'} style={sideStyle}>
          {value > 0 ? 'Dr' : 'Cr'}
        </abbr>
      )}
    </span>
  );
}
const sideStyle = { marginLeft: 4, color: 'var(--aisle-secondary)', textDecoration: 'none' };
