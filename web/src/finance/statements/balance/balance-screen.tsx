import { locationRoutes } from '@aisle/contract/locations/locations';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { read } from '../../../core/api.ts';
import { useCan, useSignedIn } from '../../../core/session/session.ts';
import { RecordPage } from '../../../ui/record/record-page.tsx';
import { BalanceTab } from './balance-tab.tsx';

const back = { to: '/statements', label: 'Statements' } as const;

/** The balance of a location, also for users without access to the location itself. */
export function BalanceScreen() {
  const { id } = useParams({ from: '/shell/statements/balance/$id' });
  const name = useLocationName(id);
  return (
    <RecordPage title={name ? `Balance of ${name}` : 'Balance'} back={back}>
      <BalanceTab locationId={id} />
    </RecordPage>
  );
}

/** The name of a location, if the user can see it. */
function useLocationName(locationId: string): string | undefined {
  const { user } = useSignedIn();
  const own = user.locations.find(({ _id }) => _id === locationId)?.name;
  const mayView = useCan('store_view');
  const query = useQuery({
    ...read(locationRoutes.view, { params: { id: locationId } }),
    enabled: !own && mayView,
    meta: { quiet: true },
  });
  return own ?? query.data?.name;
}
