import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useScreenSearch } from '../../../core/pages/search.ts';
import { chooseLocation, useMay, useSignedIn } from '../../../core/session/session.ts';
import { ChooseLocation, useOneLocation } from '../../../links/locations/choose-location.tsx';
import { LocationSelect } from '../../../links/locations/location-select.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { PageTitle } from '../../../ui/record/page-title.tsx';
import { Panel } from '../../../ui/record/record-page.tsx';
import { PayoutRunList } from '../../payouts/payout-run-list.tsx';
import { BalanceStrip } from '../balance/balance-strip.tsx';
import classes from '../statements.module.css';
import { DueList } from './due-list.tsx';
import { StatementList } from './statement-list.tsx';
import { StatementTabs, tabFor, useStatementTabs } from './statement-tabs.tsx';

/** Statements by state, what is due, and the payout runs: each tab a list. */
export function StatementLists() {
  const search = useScreenSearch();
  const tab = tabFor(search.tab, useStatementTabs());
  const mayAll = useMay('statement_all_view');
  const own = useOneLocation();
  const inUrl = typeof search.locationId === 'string' ? search.locationId : null;
  const locationId = inUrl ?? own;
  if (tab === 'runs') return <PayoutRunList Tabs={StatementTabs} />;
  if (!mayAll && !locationId) return <WhichLocation />;
  if (tab === 'due') return <DueList />;
  return <StatementList key={tab} tab={tab} locationId={locationId} isOfOne={!mayAll} />;
}

/** So many locations are shown with what they are owed; of more, one is chosen first. */
const maxBalances = 8;

/** What each store of an owner is owed, and the way to its statements. */
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

/** For those who may not see all locations at once. */
function WhichLocation() {
  const { user } = useSignedIn();
  const navigate = useNavigate();
  const text = 'Choose a location to see its statements and what it is owed.';
  return (
    <div className={classes.page}>
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
