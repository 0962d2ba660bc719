import type { RecallOutcome, RecallStatus } from '@aisle/contract/sales/recalls';
import { StatusBadge, type StatusFamily } from '../../ui/values/status-badge.tsx';

const states: Record<RecallStatus, [StatusFamily, string]> = {
  blocked: ['waiting', 'Blocked'],
  working: ['working', 'In progress'],
  done: ['good', 'Done'],
  lifted: ['off', 'Lifted'],
};
export const RecallState = ({ status }: { status: RecallStatus }) => (
  <StatusBadge family={states[status][0]} label={states[status][1]} />
);
export const recallChoices = Object.entries(states).map(([value, [, label]]) => ({ value, label }));

const outcomes: Record<RecallOutcome, [StatusFamily, string]> = {
  waiting: ['waiting', 'To do'],
  done: ['good', 'Done'],
  open: ['bad', 'Needs attention'],
  skipped: ['off', 'Skipped'],
};
export const OutcomeState = ({ outcome }: { outcome: RecallOutcome }) => (
  <StatusBadge family={outcomes[outcome][0]} label={outcomes[outcome][1]} />
);
export const outcomeChoices = Object.entries(outcomes).map(([value, [, label]]) => ({ value, label }));
