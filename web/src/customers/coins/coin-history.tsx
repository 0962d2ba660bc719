import { formatCount } from '@aisle/contract/core/pluralize';
import {
  type CoinEntry,
  type CoinKind,
  coinKindLabels,
  coinKinds,
  coinRoutes,
} from '@aisle/contract/customers/coins';
import type { DataColumn } from '../../ui/table/data-table.tsx';
import { PagedPanel } from '../../ui/table/paged-panel.tsx';
import { DateText } from '../../ui/values/values.tsx';
import { orderOf, signed } from './coin-labels.tsx';

const kinds = coinKinds.map((value) => ({ value, label: coinKindLabels[value] }));

/** All changes to the coins of a customer, newest first. */
export const CoinHistoryPanel = ({ customerId }: { customerId: string }) => (
  <PagedPanel
    title="History"
    label="History of coins"
    columns={columns}
    route={coinRoutes.history}
    argsOf={(at, kind: CoinKind | null) => ({
      body: { customerId, ...at, filters: kind ? { kind } : {} },
    })}
    filter={{ label: 'Kind', all: 'All kinds', width: 150, data: kinds }}
    empty={(kind) => (kind ? 'No entries of this kind.' : 'No coins yet. Delivered orders earn them.')}
  />
);

const columns: DataColumn<CoinEntry>[] = [
  {
    header: 'Date',
    cell: ({ at }) => <DateText value={at} withTime />,
    isRowHeader: true,
    className: 'tabular nowrap',
  },
  { header: 'Change', cell: (entry) => <Change entry={entry} /> },
  { header: 'Coins', cell: ({ coins }) => signed(coins), align: 'right' },
  {
    header: 'Balance',
    cell: ({ balanceAfter }) => (balanceAfter === null ? '–' : formatCount(balanceAfter)),
    align: 'right',
  },
  { header: 'Order', cell: ({ order }) => orderOf(order), className: 'tabular nowrap' },
  { header: 'By', cell: ({ by }) => by },
  {
    header: 'Expires',
    cell: ({ expiresAt }) => (expiresAt ? <DateText value={expiresAt} /> : '–'),
    className: 'tabular nowrap',
  },
];

function Change({ entry: { kind, causedBy, reason, note } }: { entry: CoinEntry }) {
  const why = reason ?? (causedBy.type === 'refund' ? 'Refund' : null);
  return (
    <>
      {coinKindLabels[kind]}
      {why && <span className="secondary">: {why}</span>}
      {note && <small className="block text-xs secondary break-anywhere">{note}</small>}
    </>
  );
}
