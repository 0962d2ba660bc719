import { bookRoutes } from '@aisle/contract/finance/books';
import { ledgerAccounts } from '@aisle/contract/system/ledger-accounts';
import { SegmentedControl, Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { read } from '../../core/api.ts';
import { useSession } from '../../core/session/session.ts';
import { locationFilter } from '../../links/locations/location-filter.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { ExportMenu } from '../../ui/list/export/export-menu.tsx';
import { days, type FilteredList } from '../../ui/list/filters/filter.ts';
import { FilterChips } from '../../ui/list/filters/filter-chips.tsx';
import { usePausedData } from '../../ui/list/paused-data.ts';
import { UpdatesButton } from '../../ui/list/updates-button.tsx';
import { PageTitle } from '../../ui/record/page-title.tsx';
import { accountFilter } from './account-filter.ts';
import { BookTabs } from './book-tabs.tsx';
import classes from './books.module.css';
import { periodOf } from './period.ts';
import { TrialTable } from './trial-table.tsx';

const filters = [days('Period'), locationFilter, accountFilter];
const pageSize = 50;

function useTrialBalance() {
  const url = useSearch({ from: '/shell/books' });
  const session = useSession();
  const locationId = url.locationId ?? session?.locationId ?? undefined;
  const account = ledgerAccounts.find((name) => name === url.account);
  const groupBy = url.by === 'location' ? ('location' as const) : ('account' as const);
  const period = periodOf(url);
  const page = Math.max(1, Number.parseInt(url.page ?? '1', 10) || 1);
  const scope = { ...period, ...(locationId && { locationId }) };
  const body = { ...scope, groupBy, page, limit: pageSize, ...(account && { account }) };
  const query = useQuery({
    ...read(bookRoutes.trialBalance, { body }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  return { url, scope, account, groupBy, page, query, held: usePausedData(query, JSON.stringify(body)) };
}

/** All accounts or locations with their opening and closing balances, debits and credits of a period. */
export function TrialBalance() {
  const { url, scope, account, groupBy, page, query, held } = useTrialBalance();
  const navigate = useNavigate();
  const change = (patch: Record<string, unknown>) =>
    void navigate({ to: '/books', search: { ...url, page: undefined, ...patch } });
  const list: FilteredList = { search: url, change };
  const exported = { page: 1, limit: pageSize, filters: { ...scope, ...(account && { account }) } };
  const balance = held.data;
  const isEmpty = balance?.isEmpty ?? false;
  return (
    <div className={`column gap-3 min-w-0 ${classes.page}`}>
      <PageTitle
        title="Books"
        badge={<UpdatesButton news={held.news ? held : null} label="Show new figures" />}
        actions={!isEmpty && <ExportMenu route={bookRoutes.entries} body={exported} />}
      />
      <BookTabs current="/books" search={scope} />
      {!isEmpty && (
        <search className={`row wrap gap-2 ${classes.bar}`} aria-label="Filter the trial balance">
          <SegmentedControl
            aria-label="Rows"
            value={groupBy}
            onChange={(by) => change({ by: by === 'account' ? undefined : by })}
            data={[
              { value: 'account', label: 'By account' },
              { value: 'location', label: 'By location' },
            ]}
          />
          <FilterChips filters={filters} list={list} />
        </search>
      )}
      {query.error && !balance && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <Skeleton height={420} className="after-a-while" />}
      {isEmpty && (
        <EmptyState
          title="Nothing posted yet"
          text="Delivered orders, refunds and payouts are posted here, each as a journal that is in balance."
        />
      )}
      {balance && !isEmpty && (
        <TrialTable
          balance={balance}
          shows={held.shows}
          groupBy={groupBy}
          scope={{ ...scope, account }}
          isChanging={query.isPlaceholderData}
          paging={{
            page,
            size: pageSize,
            onPage: (to) => change({ page: to === 1 ? undefined : String(to) }),
          }}
        />
      )}
    </div>
  );
}
