import { formatCount } from '@aisle/contract/core/pluralize';
import {
  type CoinEntry,
  type CoinKind,
  coinKindLabels,
  coinKinds,
  coinRoutes,
} from '@aisle/contract/customers/coins';
import { Select, Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../core/api.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Panel } from '../../ui/record/record-page.tsx';
import { type DataColumn, DataTable } from '../../ui/table/data-table.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import { DateText } from '../../ui/values/values.tsx';
import { orderOf, signed } from './coin-labels.tsx';

const pageSize = 25;
const kinds = coinKinds.map((value) => ({ value, label: coinKindLabels[value] }));

/** All changes to the coins of a customer, newest first. */
export function CoinHistoryPanel({ customerId }: { customerId: string }) {
  const [page, setPage] = useState(1);
  const [kind, setKind] = useState<CoinKind | null>(null);
  const query = useQuery({
    ...read(coinRoutes.history, {
      body: { customerId, page, limit: pageSize, filters: kind ? { kind } : {} },
    }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const { data } = query;
  const pages = Math.ceil((data?.totalRecords ?? 0) / pageSize);
  return (
    <Panel
      title="History"
      tools={
        <Select
          aria-label="Kind"
          placeholder="All kinds"
          size="xs"
          w={150}
          clearable
          data={kinds}
          value={kind}
          onChange={(value) => {
            setKind(value as CoinKind | null);
            setPage(1);
          }}
        />
      }
    >
      {query.error && !data ? (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      ) : data ? (
        <DataTable
          label="History of coins"
          columns={columns}
          rows={data.records}
          rowKey={({ _id }) => _id}
          isChanging={query.isPlaceholderData}
          empty={kind ? 'No entries of this kind.' : 'No coins yet. Delivered orders earn them.'}
          isWide
        />
      ) : (
        <Skeleton height={160} className="after-a-while" />
      )}
      <Pager page={page} pages={pages} onPage={setPage}>
        Page {formatCount(page)} of {formatCount(pages)}
      </Pager>
    </Panel>
  );
}

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
