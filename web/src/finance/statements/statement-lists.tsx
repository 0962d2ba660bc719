import { useNavigate } from '@tanstack/react-router';
import { useScreenSearch } from '../../core/search.ts';
import { useMay, useSignedIn } from '../../core/session.ts';
import { ChooseLocation, useOneLocation } from '../../links/choose-location.tsx';
import { LocationSelect } from '../../links/location-select.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { PayoutRunList } from '../payouts/payout-run-list.tsx';
import { DueList } from './due-list.tsx';
import { StatementList } from './statement-list.tsx';
import { StatementTabs, tabFor, useStatementTabs } from './statement-tabs.tsx';
import classes from './statements.module.css';

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

/** For those who may not see all locations at once. */
function WhichLocation() {
  const { user } = useSignedIn();
  const navigate = useNavigate();
  const text = 'Choose a location to see its statements and what it is owed.';
  return (
    <div className={classes.page}>
      <PageTitle title="Statements" />
      {user.locations.length > 0 ? (
        <ChooseLocation text={text} />
      ) : (
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
