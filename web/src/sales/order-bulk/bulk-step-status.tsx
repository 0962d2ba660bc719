import type { BulkOutcome } from '@aisle/contract/catalog/bulk-edits';
import type { OrderBulk } from '@aisle/contract/sales/order-bulk';
import { isBrokenOff } from '../../ui/table/bulk-outcome.tsx';
import { StatusBadge, type StatusFamily } from '../../ui/values/status-badge.tsx';

/** How far a bulk step is. */
export function BulkStepStatus({ bulk }: { bulk: OrderBulk }) {
  if (isBrokenOff(bulk)) return <StatusBadge family="bad" label="Interrupted" />;
  if (bulk.state === 'changing') return <StatusBadge family="working" label="In progress" />;
  return <StatusBadge family="good" label="Done" />;
}

const outcomes: Partial<Record<BulkOutcome, [StatusFamily, string]>> = {
  waiting: ['waiting', 'Waiting'],
  changed: ['good', 'Done'],
  same: ['off', 'No change needed'],
  refused: ['bad', 'Not possible'],
};
export const outcomeLabel = (outcome: BulkOutcome): string => outcomes[outcome]?.[1] ?? outcome;
/** What became of an order. */
export const OutcomeStatus = ({ outcome }: { outcome: BulkOutcome }) => (
  <StatusBadge family={outcomes[outcome]?.[0] ?? 'off'} label={outcomeLabel(outcome)} />
);
