import { formatMoney } from '@aisle/contract/core/money';
import { ledgerAccountWords } from '@aisle/contract/finance/account-labels';
import { bookRoutes, type Journal, journalKindLabels, journalKinds } from '@aisle/contract/finance/books';
import { ledgerAccounts } from '@aisle/contract/system/ledger-accounts';
import { Suspense, useState } from 'react';
import { later } from '../../core/pages/lazy.ts';
import { locationFilter } from '../../links/locations/location-filter.ts';
import { choice, days, type Filter } from '../../ui/list/filters/filter.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { useList } from '../../ui/list/use-list.ts';
import { DateText } from '../../ui/values/values.tsx';
import { accountFilter } from './account-filter.ts';
import { BalanceText } from './balance-text.tsx';
import { BookTabs } from './book-tabs.tsx';

const JournalDrawer = later(() => import('./journal-drawer.tsx').then((module) => module.JournalDrawer));

const kindFilter = choice(
  'kind',
  'Type',
  journalKinds.map((value) => ({ value, label: journalKindLabels[value] })),
);
const orderFilter: Filter<'orderId'> = { kind: 'linked', name: 'orderId', label: 'Order', text: 'one order' };
const filters = [days('Date'), locationFilter, accountFilter, kindFilter, orderFilter];

const columnsFor = (account: unknown): Column<Journal>[] => [
  {
    key: 'number',
    header: 'Journal',
    cell: ({ number, postedAt, location }) =>
      number ? (
        <span className="tabular">{number}</span>
      ) : (
        <DateText value={postedAt} timeZone={location.timeZone} />
      ),
    width: 96,
  },
  {
    key: 'postedAt',
    header: 'Date',
    cell: ({ postedAt, location }) => <DateText value={postedAt} withTime timeZone={location.timeZone} />,
    sortable: true,
    width: 170,
  },
  { key: 'kind', header: 'Type', cell: ({ kind }) => journalKindLabels[kind], card: 'state' },
  {
    key: 'debit',
    header: 'Debit account',
    cell: (journal) => accountsOf(journal, 1),
  },
  {
    key: 'credit',
    header: 'Credit account',
    cell: (journal) => accountsOf(journal, -1),
  },
  { key: 'location', header: 'Location', cell: ({ location }) => location.name, card: 'detail' },
  {
    key: 'order',
    header: 'Order',
    cell: ({ order }) => order && <span className="tabular">{order.number}</span>,
    card: 'detail',
  },
  {
    key: 'statement',
    header: 'Statement',
    cell: ({ statement }) => statement && <span className="tabular">{statement.number}</span>,
    card: 'detail',
  },
  { key: 'by', header: 'Posted by', cell: ({ by }) => by, optional: true },
  {
    key: 'amount',
    header: ledgerAccounts.some((name) => name === account) ? 'Amount in account' : 'Amount',
    cell: (journal) => <AmountText journal={journal} account={account} />,
    align: 'right',
    card: 'figure',
  },
];

/** The accounts that a journal debits or credits in total, those with the largest amounts first. */
function accountsOf({ entries }: Journal, sign: 1 | -1): string {
  const amounts = new Map<string, number>();
  for (const { account, code, amount } of entries) {
    const name = [code, ledgerAccountWords[account].label].filter(Boolean).join(' ');
    amounts.set(name, (amounts.get(name) ?? 0) + amount * sign);
  }
  return [...amounts]
    .filter(([, amount]) => amount > 0)
    .sort(([, one], [, other]) => other - one)
    .map(([name]) => name)
    .join(', ');
}

/** The amount posted in the selected account; without one, the total debits. */
function AmountText({ journal, account }: { journal: Journal; account: unknown }) {
  const entries = journal.entries.filter((entry) => entry.account === account);
  if (entries.length === 0) return <span className="tabular">{formatMoney(journal.amount)}</span>;
  return <BalanceText value={entries.reduce((sum, { amount }) => sum + amount, 0)} />;
}

/** The journals behind the amounts of the books, newest first. */
export function JournalList() {
  const list = useList(bookRoutes.journals, undefined, { pauseUpdates: 'allRows' });
  const [opened, setOpened] = useState<Journal | null>(null);
  const { from, to, locationId, account } = list.body.filters as Record<string, string | undefined>;
  return (
    <>
      <ListPage
        title="Books"
        noun="journals"
        searchLabel="Journal or order number"
        list={list}
        columns={columnsFor(account)}
        tabs={<BookTabs current="/books/journals" search={{ from, to, locationId }} />}
        filters={filters}
        onOpen={setOpened}
        empty="Delivered orders, refunds and payouts are posted here, each as a journal that is in balance."
      />
      <Suspense>{opened && <JournalDrawer journal={opened} onClose={() => setOpened(null)} />}</Suspense>
    </>
  );
}
