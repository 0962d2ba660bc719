import { formatMoney } from '@aisle/contract/core/money';
import {
  type CreditEntry,
  type CreditKind,
  creditKindLabels,
  creditKinds,
  creditReasonLabels,
  creditRoutes,
} from '@aisle/contract/customers/credits';
import { exportRoutes } from '@aisle/contract/system/exports';
import { useWrite } from '../../core/api.ts';
import { OrderLink } from '../../links/sales/order-link.tsx';
import { TicketLink } from '../../links/service/ticket-link.tsx';
import { ExportButton } from '../../ui/list/export/export-menu.tsx';
import type { DataColumn } from '../../ui/table/data-table.tsx';
import { PagedPanel } from '../../ui/table/paged-panel.tsx';
import { DateText } from '../../ui/values/values.tsx';

const kinds = creditKinds.map((value) => ({ value, label: creditKindLabels[value] }));

/** All changes of a customer's store credit, newest first. They explain the balance. */
export function CreditHistoryPanel({ customerId }: { customerId: string }) {
  const exporting = useWrite(exportRoutes.create);
  const bodyOf = (kind: CreditKind | null) => ({ customerId, filters: kind ? { kind } : {} });
  return (
    <PagedPanel
      title="History"
      label="History of store credit"
      columns={columns}
      route={creditRoutes.history}
      argsOf={(at, kind: CreditKind | null) => ({ body: { ...at, ...bodyOf(kind) } })}
      filter={{ label: 'Kind', all: 'All kinds', width: 150, data: kinds }}
      tools={(kind) => (
        <ExportButton
          isPlain
          isPending={exporting.isPending}
          start={(format) =>
            exporting.mutateAsync({
              params: { name: 'creditEntries' },
              query: { format },
              body: bodyOf(kind),
            })
          }
        />
      )}
      empty={(kind) =>
        kind ? 'No entries of this kind.' : 'No store credit yet. Issue some, or refund an order to it.'
      }
    />
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
