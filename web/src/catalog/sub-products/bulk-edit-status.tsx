import type { BulkEdit, BulkOutcome } from '@aisle/contract/catalog/bulk-edits';
import { isBrokenOff } from '../../ui/table/bulk-outcome.tsx';
import { StatusBadge, type StatusFamily } from '../../ui/values/status-badge.tsx';

/** How far a bulk edit is. */
export function BulkEditStatus({ edit }: { edit: BulkEdit }) {
  if (isBrokenOff(edit)) return <StatusBadge family="bad" label="Interrupted" />;
  const faces = {
    changing: ['working', 'Changing'],
    changed: ['good', 'Done'],
    undoing: ['working', 'Undoing'],
    undone: ['off', 'Undone'],
  } as const;
  const [family, label] = faces[edit.state];
  return <StatusBadge family={family} label={label} />;
}

const outcomes: Record<BulkOutcome, [StatusFamily, string]> = {
  waiting: ['waiting', 'Waiting'],
  changed: ['good', 'Changed'],
  same: ['off', 'Already set'],
  refused: ['bad', 'Not changed'],
  undone: ['off', 'Undone'],
  kept: ['waiting', 'Kept'],
};
/** What became of a row. */
export const OutcomeBadge = ({ outcome }: { outcome: BulkOutcome }) => {
  const [family, label] = outcomes[outcome];
  return <StatusBadge family={family} label={label} />;
};
export const outcomeLabel = (outcome: BulkOutcome): string => outcomes[outcome][1];
