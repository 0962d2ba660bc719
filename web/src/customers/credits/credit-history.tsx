import { formatMoney } from '@aisle/contract/core/money';
import { formatCount } from '@aisle/contract/core/pluralize';
import {
  type CreditEntry,
  type CreditKind,
  creditKindLabels,
  creditKinds,
  creditReasonLabels,
  creditRoutes,
} from '@aisle/contract/customers/credits';
import { exportRoutes } from '@aisle/contract/system/exports';
import { Select, Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read, useWrite } from '../../core/api.ts';
import { OrderLink } from '../../links/sales/order-link.tsx';
import { TicketLink } from '../../links/service/ticket-link.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { ExportButton } from '../../ui/list/export/export-menu.tsx';
import { Panel } from '../../ui/record/record-page.tsx';
import { type DataColumn, DataTable } from '../../ui/table/data-table.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import { DateText } from '../../ui/values/values.tsx';

const pageSize = 25;
const kinds = creditKinds.map((value) => ({ value, label: creditKindLabels[value] }));

/** All changes of a customer's store credit, newest first. They explain the balance. */
export function CreditHistoryPanel({ customerId }: { customerId: string }) {
  const [page, setPage] = useState(1);
  const [kind, setKind] = useState<CreditKind | null>(null);
  const exporting = useWrite(exportRoutes.create);
  const filters = kind ? { kind } : {};
  const query = useQuery({
    ...read(creditRoutes.history, { body: { customerId, page, limit: pageSize, filters } }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const { data } = query;
  const pages = Math.ceil((data?.totalRecords ?? 0) / pageSize);
  return (
    <Panel
      title="History"
      tools={
        <div className="flex gap-2">
          <Select
            aria-label="Kind"
            placeholder="All kinds"
            size="xs"
            w={150}
            clearable
            data={kinds}
            value={kind}
            onChange={(value) => {
              setKind(value as CreditKind | null);
              setPage(1);
            }}
          />
          <ExportButton
            isPlain
            isPending={exporting.isPending}
            start={(format) =>
              exporting.mutateAsync({
                params: { name: 'creditEntries' },
                query: { format },
                body: { customerId, filters },
              })
            }
          />
        </div>
      }
    >
      {query.error && !data ? (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      ) : data ? (
        <DataTable
          label="History of store credit"
          columns={columns}
          rows={data.records}
          rowKey={({ _id }) => _id}
          isChanging={query.isPlaceholderData}
          empty={
            kind ? 'No entries of this kind.' : 'No store credit yet. Issue some, or refund an order to it.'
          }
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

const signed = (amount: number): string => (amount > 0 ? `+${formatMoney(amount)}` : formatMoney(amount));

const columns: DataColumn<CreditEntry>[] = [
  {
    header: 'Date',
    cell: ({ at }) => <DateText value={at} withTime />,
    isRowHeader: true,
    className: 'tabular nowrap',
  },
  { header: 'Change', cell: (entry) => <Change entry={entry} /> },
  { header: 'Amount', cell: ({ amount }) => signed(amount), align: 'right' },
  { header: 'Balance', cell: ({ balanceAfter }) => formatMoney(balanceAfter), align: 'right' },
  { header: 'Concerns', cell: (entry) => <Subject entry={entry} />, className: 'tabular nowrap' },
  { header: 'By', cell: ({ by }) => by },
];

function Change({ entry: { kind, reason, note } }: { entry: CreditEntry }) {
  return (
    <>
      {creditKindLabels[kind]}
      {reason && <span className="secondary">: {creditReasonLabels[reason]}</span>}
      {note && <small className="block text-xs secondary break-anywhere">{note}</small>}
    </>
  );
}

function Subject({ entry: { order, ticket } }: { entry: CreditEntry }) {
  if (order) return <OrderLink id={order._id} number={order.number} />;
  return ticket ? <TicketLink id={ticket._id} number={ticket.number} /> : '–';
}
