import {
  type Reconciliation,
  type ReconciliationRow,
  reconciliationStatusLabels,
  transactionStateLabels,
} from '@aisle/contract/finance/reconciliation';
import { StatusBadge, type StatusFamily } from '../../ui/values/status-badge.tsx';

const families: Record<Reconciliation['status'], StatusFamily> = {
  open: 'waiting',
  matched: 'good',
  closed: 'off',
};
export const ReconciliationBadge = ({ status }: { status: Reconciliation['status'] }) => (
  <StatusBadge family={families[status]} label={reconciliationStatusLabels[status]} />
);

const stateFamilies: Record<ReconciliationRow['state'], StatusFamily> = {
  unmatched: 'bad',
  matched: 'good',
  resolved: 'good',
};
export const RowStateBadge = ({ state }: { state: ReconciliationRow['state'] }) => (
  <StatusBadge family={stateFamilies[state]} label={transactionStateLabels[state]} />
);
