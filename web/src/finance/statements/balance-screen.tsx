import { useParams } from '@tanstack/react-router';
import { RecordPage } from '../../ui/record-page.tsx';
import { BalanceTab } from './balance-tab.tsx';

const back = { to: '/statements', label: 'Statements' } as const;

/** The balance of a location, for those who may not open the location itself, too. */
export function BalanceScreen() {
  const { id } = useParams({ from: '/shell/statements/balance/$id' });
  return (
    <RecordPage title="Balance" back={back}>
      <BalanceTab locationId={id} />
    </RecordPage>
  );
}
