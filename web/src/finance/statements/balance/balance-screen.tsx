import { useParams } from '@tanstack/react-router';
import { useLocationName } from '../../../links/locations/use-location-name.ts';
import { RecordPage } from '../../../ui/record/record-page.tsx';
import { BalanceTab } from './balance-tab.tsx';

const back = { to: '/statements', label: 'Statements' } as const;

/** The balance of a location, also for those who may not open the location itself. */
export function BalanceScreen() {
  const { id } = useParams({ from: '/shell/statements/balance/$id' });
  const name = useLocationName(id);
  return (
    <RecordPage title={name ? `Balance of ${name}` : 'Balance'} back={back}>
      <BalanceTab locationId={id} />
    </RecordPage>
  );
}
