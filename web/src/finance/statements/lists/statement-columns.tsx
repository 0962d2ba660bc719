import { formatCount } from '@aisle/contract/core/pluralize';
import type { Statement, StatementPart, StatementTab } from '@aisle/contract/finance/statements';
import { StatementState } from '../../../links/finance/statement-status.tsx';
import { PeriodText } from '../../../links/overview/period.tsx';
import type { Column } from '../../../ui/list/rows/column.ts';
import { DateText, DayText, MoneyText } from '../../../ui/values/values.tsx';
import { methodLabel } from '../../payouts/payout-labels.ts';
import { partWords } from '../statement-labels.ts';

const partColumn = (part: StatementPart): Column<Statement> => ({
  key: part,
  header: partWords(part).label,
  cell: (statement) => <MoneyText value={statement[part]} />,
  align: 'right',
  optional: true,
});
const payoutColumns: Column<Statement>[] = [
  {
    key: 'payout',
    header: 'Payout',
    cell: ({ payout }) =>
      payout ? (
        <span className="clip" style={{ maxWidth: 200 }}>
          {methodLabel(payout.method)} {payout.reference}
        </span>
      ) : (
        '–'
      ),
  },
  { key: 'paidOn', header: 'Paid on', cell: ({ payout }) => <DayText value={payout?.paidOn} /> },
];
const intoColumn: Column<Statement> = {
  key: 'carriedInto',
  header: 'Carried into',
  cell: ({ carriedInto }) => <span className="tabular">{carriedInto?.number ?? 'Not yet'}</span>,
  card: 'state',
};

/** The columns of a tab, without values that are the same in all of its rows. */
export function columnsOf(tab: StatementTab): Column<Statement>[] {
  return [
    {
      key: 'number',
      header: 'Number',
      cell: ({ number }) => <span className="tabular">{number}</span>,
      sortable: true,
      width: 96,
    },
    ...(tab === 'all' ? [stateColumn] : []),
    {
      key: 'locationName',
      header: 'Location',
      cell: ({ locationName }) => (
        <span className="clip" style={{ maxWidth: 220 }}>
          {locationName}
        </span>
      ),
      sortable: true,
      card: 'detail',
    },
    {
      key: 'to',
      header: 'Period',
      cell: (statement) => <PeriodText period={statement} />,
      sortable: true,
      card: 'detail',
    },
    {
      key: 'orders',
      header: 'Orders',
      cell: ({ orders }) => formatCount(orders),
      align: 'right',
      width: 72,
    },
    ...(['goods', 'tax', 'commission', 'discounts'] as const).map(partColumn),
    ...(['promotions', 'coins', 'refunds', 'corrections', 'adjustments'] as const).map(partColumn),
    {
      key: 'carriedIn',
      header: 'Carried in',
      cell: ({ carriedIn }) => <MoneyText value={carriedIn} />,
      align: 'right',
      optional: true,
    },
    {
      key: 'total',
      header: 'Total',
      cell: ({ total }) => <MoneyText value={total} />,
      sortable: true,
      align: 'right',
      width: 112,
      card: 'figure',
    },
    ...(tab === 'paid' ? payoutColumns : []),
    ...(tab === 'carried' ? [intoColumn] : []),
    {
      key: 'createdAt',
      header: 'Created',
      cell: ({ createdAt, timeZone }) => <DateText value={createdAt} withTime isShort timeZone={timeZone} />,
      sortable: true,
      ...(tab === 'paid' && { optional: true as const }),
    },
  ];
}
const stateColumn: Column<Statement> = {
  key: 'status',
  header: 'Status',
  cell: ({ status }) => <StatementState status={status} />,
  card: 'state',
};
