import {
  type Statement,
  type StatementTab,
  statementFilters,
  statementRoutes,
} from '@aisle/contract/finance/statements';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { read } from '../../../core/api.ts';
import { later } from '../../../core/pages/lazy.ts';
import { useCan } from '../../../core/session/session.ts';
import { locationFilter } from '../../../links/locations/location-filter.ts';
import { days, yesNo } from '../../../ui/list/filters/filter.ts';
import { ListPage } from '../../../ui/list/list-page.tsx';
import type { BulkAction } from '../../../ui/list/rows/row.ts';
import { type List, useList } from '../../../ui/list/use-list.ts';
import { BalanceStrip } from '../balance/balance-strip.tsx';
import { PayAllButton } from './pay-all-button.tsx';
import { columnsOf } from './statement-columns.tsx';
import { StatementTabs } from './statement-tabs.tsx';

const PayManyDialog = later(() =>
  import('../../payouts/pay-many-dialog.tsx').then((module) => module.PayManyDialog),
);
const PrintDialog = later(() =>
  import('../../payouts/print-dialog.tsx').then((module) => module.PrintDialog),
);

type ListTab = Exclude<StatementTab, 'due' | 'runs'>;
const nouns: Record<ListTab, string> = {
  open: 'open statements',
  paid: 'paid statements',
  carried: 'carried statements',
  all: 'statements',
};
const relatedActions: Record<ListTab, string> = {
  open: 'A statement adds up what a location is owed for a period. Those that are not paid yet appear here.',
  paid: 'Statements appear here when their payout is recorded.',
  carried: 'Statements below the minimum roll over to the next one.',
  all: 'A statement adds up what a location is owed for a period: goods and tax, less commission and refunds.',
};
const filters = [locationFilter, days('Period ends'), yesNo('payoutFailed', 'Payout failed', 'Yes', 'No')];

interface StatementListProps {
  tab: ListTab;
  /** The selected location, if there is one. */
  locationId: string | null;
  /** Whether the user sees only one location at a time; set by the screen. */
  isOfOne: boolean;
}
export function StatementList({ tab, locationId, isOfOne }: StatementListProps) {
  const list = useList(statementRoutes.list, {
    ...statementFilters(tab),
    ...(isOfOne && { locationId }),
  });
  const many = useMany(tab);
  return (
    <>
      <ListPage
        title="Statements"
        noun={nouns[tab]}
        searchLabel="Number or location"
        list={list}
        columns={columnsOf(tab)}
        tabs={
          <>
            {locationId && <BalanceStrip locationId={locationId} />}
            <StatementTabs list={list} />
          </>
        }
        filters={filters}
        {...(tab === 'open' && { actions: <PayAllButton list={list} /> })}
        primary={{
          label: 'New statement',
          permission: 'statement_generate',
          to: { to: '/statements/add', search: locationId ? { locationId } : {} },
        }}
        {...(many.bulk.length > 0 && { bulk: many.bulk })}
        link={({ _id }) => ({ to: '/statements/$id', params: { id: _id } })}
        empty={relatedActions[tab]}
        // Users who see one location at a time get no text about other locations.
        emptyTitle={useEmptyTitle(tab, list) ?? (isOfOne ? `No ${nouns[tab]} yet` : undefined)}
      />
      {many.dialog}
    </>
  );
}

/** An empty list can mean that all statements are paid, or that there has never been one. */
function useEmptyTitle(tab: ListTab, { rows, isChanging, body }: List<Statement>): string | undefined {
  const isEmpty = tab === 'open' && rows?.length === 0 && !isChanging;
  const { status: _, ...filters } = body.filters;
  const others = useQuery({
    ...read(statementRoutes.list, { body: { limit: 1, filters } }),
    enabled: isEmpty,
    meta: { quiet: true },
  });
  if (!isEmpty || others.data?.records.length === 0) return undefined;
  return others.data ? 'All statements are paid or carried over' : 'No open statements';
}

/** The bulk actions for statements. */
function useMany(tab: ListTab) {
  const mayPay = useCan('statement_payment');
  const [asking, setAsking] = useState<{ what: 'pay' | 'print'; statements: Statement[] } | null>(null);
  const ask = (what: 'pay' | 'print') => async (statements: Statement[]) => {
    setAsking({ what, statements });
    return false;
  };
  const bulk: BulkAction<Statement>[] = [
    ...(tab === 'open' && mayPay ? [{ label: 'Pay…', run: ask('pay') }] : []),
    { label: 'Create PDFs…', run: ask('print') },
  ];
  const close = () => setAsking(null);
  return {
    bulk,
    dialog: asking && (
      <Suspense>
        {asking.what === 'pay' ? (
          <PayManyDialog choice={{ statementIds: asking.statements.map(({ _id }) => _id) }} onClose={close} />
        ) : (
          <PrintDialog statements={asking.statements} onClose={close} />
        )}
      </Suspense>
    ),
  };
}
