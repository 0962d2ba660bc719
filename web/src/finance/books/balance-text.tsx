import { formatMoney } from '@aisle/contract/core/money';

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
