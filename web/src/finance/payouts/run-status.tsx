import { formatCount } from '@aisle/contract/core/pluralize';
import type { PayoutRun } from '@aisle/contract/finance/payouts';
import { StatusBadge } from '../../ui/values/status-badge.tsx';

/** Whether a run is in progress, has paid everything, or left statements unpaid. */
export function RunStatus({ run: { status, failed, paid, statements } }: { run: PayoutRun }) {
  if (status === 'running') return <StatusBadge family="working" label="Paying" />;
  if (status === 'failed') return <StatusBadge family="bad" label="Stopped" />;
  if (paid + failed < statements) return <StatusBadge family="working" label="Transfers in progress" />;
  if (failed === 0) return <StatusBadge family="good" label="Done" />;
  return <StatusBadge family={paid === 0 ? 'bad' : 'waiting'} label={`${formatCount(failed)} not paid`} />;
}
