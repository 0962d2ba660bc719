import type { Column } from '../../ui/list/rows/column.ts';
import { MoneyText } from '../../ui/values/values.tsx';

/** The common fields of payments and refunds. */
interface OrderMoney {
  orderNumber: string;
  customerName: string;
  locationName: string;
  amount: number;
}
export const orderColumn: Column<OrderMoney> = {
  key: 'order',
  header: 'Order',
  cell: ({ orderNumber }) => <span className="tabular">{orderNumber}</span>,
  width: 110,
};
export const ownerColumns: readonly Column<OrderMoney>[] = [
  { key: 'customer', header: 'Customer', cell: ({ customerName }) => customerName, card: 'detail' },
  { key: 'location', header: 'Location', cell: ({ locationName }) => locationName },
];
export const amountColumn: Column<OrderMoney> = {
  key: 'amount',
  header: 'Amount',
  cell: ({ amount }) => <MoneyText value={amount} />,
  align: 'right',
  width: 100,
  card: 'figure',
};

/** The problem in red, or else the text. */
export const ProblemOr = ({ problem, text }: { problem: string | null; text: string }) => (
  <span className="clip" title={problem ?? text} style={problem ? { color: 'var(--aisle-bad)' } : undefined}>
    {problem ?? text}
  </span>
);
