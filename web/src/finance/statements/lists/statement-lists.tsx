import { formatCount } from '@aisle/contract/core/pluralize';
import { type PayoutRun, payoutRoutes } from '@aisle/contract/finance/payouts';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { useScreenSearch } from '../../../core/pages/search.ts';
import { chooseLocation, useCan, useSignedIn } from '../../../core/session/session.ts';
import { ChooseLocation, useOneLocation } from '../../../links/locations/choose-location.tsx';
import { LocationSelect } from '../../../links/locations/location-select.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ListPage } from '../../../ui/list/list-page.tsx';
import type { Column } from '../../../ui/list/rows/column.ts';
import { type List, useList } from '../../../ui/list/use-list.ts';
import { PageTitle } from '../../../ui/record/page-title.tsx';
import { Panel } from '../../../ui/record/record-page.tsx';
import { DateText, DayText, MoneyText } from '../../../ui/values/values.tsx';
import { methodLabel } from '../../payouts/payout-labels.ts';
import { RunStatus } from '../../payouts/run-status.tsx';
import { BalanceStrip } from '../balance/balance-strip.tsx';
import { DueList } from './due-list.tsx';
import { StatementList } from './statement-list.tsx';
import { StatementTabs, tabFor, useStatementTabs } from './statement-tabs.tsx';

/** The tabs of the screen: statements by state, unbilled money and payout runs. */
export function StatementLists() {
  const search = useScreenSearch();
  const tab = tabFor(search.tab, useStatementTabs());
  const mayAll = useCan('statement_all_view');
  const own = useOneLocation();
  const inUrl = typeof search.locationId === 'string' ? search.locationId : null;
  const locationId = inUrl ?? own;
  if (tab === 'runs') return <PayoutRunList Tabs={StatementTabs} />;
  if (!mayAll && !locationId) return <LocationChooser />;
  if (tab === 'due') return <DueList />;
  return <StatementList key={tab} tab={tab} locationId={locationId} isOfOne={!mayAll} />;
}

/** The maximum number of balances shown at once; with more locations, the user chooses one first. */
const maxBalances = 8;

/** The balance of each of the user's locations, with a link to its statements. */
function OwnBalances({ locations }: { locations: readonly { _id: string; name: string }[] }) {
  return locations.map(({ _id, name }) => (
    <Panel
      key={_id}
      title={name}
      tools={
        <Button variant="default" size="xs" onClick={() => chooseLocation(_id)}>
          Statements of {name}
        </Button>
      }
    >
      <BalanceStrip locationId={_id} />
    </Panel>
  ));
}

/** Asks users who can't see all locations at once to choose one. */
function LocationChooser() {
  const { user } = useSignedIn();
  const navigate = useNavigate();
  const text = 'Choose a location to see its statements and what it is owed.';
  return (
    <div className="page">
      <PageTitle title="Statements" />
      {user.locations.length > maxBalances && <ChooseLocation text={text} />}
      {user.locations.length > 0 && user.locations.length <= maxBalances && (
        <OwnBalances locations={user.locations} />
      )}
      {user.locations.length === 0 && (
        <EmptyState title="Choose a location" text={text}>
          <LocationSelect
            value={null}
            miw={260}
            onChange={(id) => id && void navigate({ to: '/statements', search: { locationId: id } })}
          />
        </EmptyState>
      )}
    </div>
  );
}

const columns: Column<PayoutRun>[] = [
  {
    key: 'number',
    header: 'Number',
    cell: ({ number, createdAt }) =>
      number ? <span className="tabular">{number}</span> : <DateText value={createdAt} withTime />,
    width: 96,
  },
  { key: 'status', header: 'Status', cell: (run) => <RunStatus run={run} />, card: 'state' },
  { key: 'method', header: 'Method', cell: ({ method }) => methodLabel(method), card: 'detail' },
  { key: 'paidOn', header: 'Pay date', cell: ({ paidOn }) => <DayText value={paidOn} /> },
  {
    key: 'statements',
    header: 'Paid',
    cell: ({ paid, statements }) => `${formatCount(paid)} of ${formatCount(statements)}`,
    align: 'right',
    card: 'detail',
  },
  {
    key: 'total',
    header: 'Total',
    cell: ({ total }) => <MoneyText value={total} />,
    align: 'right',
    card: 'figure',
  },
  {
    key: 'createdAt',
    header: 'Started',
    cell: ({ createdAt }) => <DateText value={createdAt} withTime />,
    sortable: true,
  },
  { key: 'createdBy', header: 'Started by', cell: ({ createdBy }) => createdBy },
];

interface PayoutRunListProps {
  /** The tabs above the list. */
  Tabs: ComponentType<{ list: List<unknown> }>;
}
function PayoutRunList({ Tabs }: PayoutRunListProps) {
  const list = useList(payoutRoutes.runs);
  return (
    <ListPage
      title="Statements"
      noun="payout runs"
      list={list}
      columns={columns}
      tabs={<Tabs list={list} />}
      link={({ _id }) => ({ to: '/statements/payout-runs/$id', params: { id: _id } })}
      empty="A payout run pays many statements together and writes the files for your bank. Select open statements, then choose Pay."
    />
  );
}
