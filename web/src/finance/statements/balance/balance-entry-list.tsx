import { formatCount } from '@aisle/contract/core/how-many';
import { formatMoney } from '@aisle/contract/core/money';
import {
  type BalanceEntriesPage,
  type BalanceEntry,
  statementRoutes,
} from '@aisle/contract/finance/statements';
import { Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../../core/api.ts';
import { StatementLink } from '../../../links/finance/statement-link.tsx';
import { OrderLink } from '../../../links/sales/order-link.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { type DataColumn, DataTable } from '../../../ui/table/data-table.tsx';
import { Pager } from '../../../ui/table/pager.tsx';
import { DateText } from '../../../ui/values/values.tsx';
import { partWords } from '../statement-words.ts';
import classes from '../statements.module.css';

const pageSize = 25;

interface BalanceEntryListProps {
  of: Pick<BalanceEntriesPage, 'locationId' | 'date' | 'part'>;
  timeZone: string | undefined;
}
/** The entries behind one part of an explained balance, each with its order and its statement. */
export function BalanceEntryList({ of, timeZone }: BalanceEntryListProps) {
  const [page, setPage] = useState(1);
  const query = useQuery({
    ...read(statementRoutes.balanceEntries, { body: { ...of, page, limit: pageSize } }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  if (query.error && !query.data)
    return <ErrorState error={query.error} retry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton height={120} className="after-a-while" />;
  const { records, totalRecords } = query.data;
  const pages = Math.ceil(totalRecords / pageSize);
  return (
    <>
      <DataTable
        label={of.part ? partWords(of.part).label : 'Entries'}
        columns={columnsIn(timeZone)}
        rows={records}
        rowKey={(entry) => records.indexOf(entry)}
        isChanging={query.isPlaceholderData}
        empty="Nothing here."
        isWide
      />
      <Pager page={page} pages={pages} onPage={setPage}>
        Page {formatCount(page)} of {formatCount(pages)}
      </Pager>
    </>
  );
}

const columnsIn = (timeZone: string | undefined): DataColumn<BalanceEntry>[] => [
  {
    header: 'Posted',
    cell: ({ postedAt }) => <DateText value={postedAt} withTime timeZone={timeZone} />,
    className: classes.nowrap,
  },
  {
    header: 'Order',
    cell: ({ orderId, orderNumber }) =>
      orderId && orderNumber ? <OrderLink id={orderId} number={orderNumber} /> : '–',
    className: classes.nowrap,
  },
  { header: 'Cause', cell: ({ cause, orderNumber }) => (cause === orderNumber ? 'Delivered' : cause) },
  {
    header: 'Statement',
    cell: ({ statement }) =>
      statement ? <StatementLink id={statement._id} number={statement.number} /> : 'Not yet',
    className: classes.nowrap,
  },
  { header: 'Amount', cell: ({ amount }) => formatMoney(amount), align: 'right' },
];
