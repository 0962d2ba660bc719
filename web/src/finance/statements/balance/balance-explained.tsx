import { dayIn, formatDay } from '@aisle/contract/core/dates';
import { DateOnly } from '@aisle/contract/core/fields';
import { formatMoney } from '@aisle/contract/core/money';
import { formatCount, pluralize } from '@aisle/contract/core/pluralize';
import {
  type BalanceEntriesPage,
  type BalanceEntry,
  type BalanceExplained,
  balanceParts,
  statementRoutes,
} from '@aisle/contract/finance/statements';
import { dayAfter } from '@aisle/contract/locations/opening';
import { Anchor, Skeleton, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { read } from '../../../core/api.ts';
import { useScreenSearch } from '../../../core/pages/search.ts';
import { StatementLink } from '../../../links/finance/statement-link.tsx';
import { useTimeZone } from '../../../links/locations/use-time-zone.ts';
import { OrderLink } from '../../../links/sales/order-link.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { DateInput } from '../../../ui/form/fields/date-input.tsx';
import { Panel } from '../../../ui/record/record-page.tsx';
import { type DataColumn, DataTable } from '../../../ui/table/data-table.tsx';
import { Pager } from '../../../ui/table/pager.tsx';
import tables from '../../../ui/values/sums.module.css';
import { DateText } from '../../../ui/values/values.tsx';
import { partWords } from '../statement-labels.ts';
import classes from '../statements.module.css';

const Part = z.enum(balanceParts);

/** Explains the balance of a location as of the day in the URL. */
export function BalanceExplanation({ locationId }: { locationId: string }) {
  const search = useScreenSearch();
  const navigate = useNavigate();
  const timeZone = useTimeZone(locationId);
  const today = dayIn(timeZone);
  const { data: date } = DateOnly.safeParse(search.date);
  const { data: part } = Part.safeParse(search.part);
  const query = useQuery({
    ...read(statementRoutes.explainBalance, {
      params: { id: locationId },
      query: date ? { date } : {},
    }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const change = (patch: { date?: string | undefined; part?: string | undefined }) =>
    void navigate({ to: '.', search: (now: object): object => ({ ...now, ...patch }), replace: true });
  function setDay(day: string | null): void {
    // Ignores an incomplete or future date.
    if (day !== null && (!DateOnly.safeParse(day).success || day > today)) return;
    change({ date: day === null || day === today ? undefined : day, part: undefined });
  }
  return (
    <Panel
      title="Explain this balance"
      tools={
        <DateInput
          aria-label="As of"
          className={classes.asOf ?? ''}
          value={date ?? today}
          onChange={setDay}
        />
      }
    >
      {query.error && !query.data ? (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      ) : query.data ? (
        <>
          <Explanation
            explained={query.data}
            isOld={query.isPlaceholderData}
            openPart={part}
            onPart={(next) => change({ part: next === part ? undefined : next })}
          />
          {part && (
            <div className={classes.entries}>
              <BalanceEntryList
                key={`${date} ${part}`}
                of={{ locationId, part, ...(date && { date }) }}
                timeZone={timeZone}
              />
            </div>
          )}
        </>
      ) : (
        <Skeleton height={160} className="after-a-while" />
      )}
    </Panel>
  );
}

/** The same sequence as on a statement: earnings first, payouts last. */
const sequence: readonly string[] = balanceParts;
const inOrder = (parts: BalanceExplained['parts']) =>
  parts.toSorted((one, other) => sequence.indexOf(one.part) - sequence.indexOf(other.part));

interface ExplanationProps {
  explained: BalanceExplained;
  isOld: boolean;
  /** The part whose entries are shown below. */
  openPart: string | undefined;
  onPart: (part: string) => void;
}
function Explanation({ explained, isOld, openPart, onPart }: ExplanationProps) {
  const { asOf, before, parts, balance, now } = explained;
  return (
    <>
      <table className={tables.sums} aria-label="Balance" data-old={isOld || undefined} aria-busy={isOld}>
        <tbody>
          <tr>
            <th scope="row">Balance at the end of {formatDay(dayAfter(asOf, -1))}</th>
            <td>{formatMoney(before)}</td>
          </tr>
          {inOrder(parts).map(({ part, amount, entries }) => (
            <tr key={part}>
              <th scope="row">
                <Anchor
                  component="button"
                  type="button"
                  inherit
                  aria-expanded={part === openPart}
                  onClick={() => onPart(part)}
                >
                  {partWords(part).label}
                </Anchor>{' '}
                <small>{pluralize(entries, 'entry', 'entries')}</small>
              </th>
              <td>{formatMoney(amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{now ? 'Balance now' : `Balance at the end of ${formatDay(asOf)}`}</th>
            <td data-negative={balance < 0 || undefined}>{formatMoney(balance)}</td>
          </tr>
        </tfoot>
      </table>
      {parts.length === 0 && (
        <Text c="dimmed" mt="sm">
          Nothing was posted {now ? 'today' : 'on this day'}.
        </Text>
      )}
    </>
  );
}

const pageSize = 25;

interface BalanceEntryListProps {
  of: Pick<BalanceEntriesPage, 'locationId' | 'date' | 'part'>;
  timeZone: string | undefined;
}
/** The entries of one part of the balance, each with its order and statement. */
function BalanceEntryList({ of, timeZone }: BalanceEntryListProps) {
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
    className: 'tabular nowrap',
  },
  {
    header: 'Order',
    cell: ({ orderId, orderNumber }) =>
      orderId && orderNumber ? <OrderLink id={orderId} number={orderNumber} /> : '–',
    className: 'tabular nowrap',
  },
  { header: 'Cause', cell: ({ cause, orderNumber }) => (cause === orderNumber ? 'Delivered' : cause) },
  {
    header: 'Statement',
    cell: ({ statement }) =>
      statement ? <StatementLink id={statement._id} number={statement.number} /> : 'Not yet',
    className: 'tabular nowrap',
  },
  { header: 'Amount', cell: ({ amount }) => formatMoney(amount), align: 'right' },
];
