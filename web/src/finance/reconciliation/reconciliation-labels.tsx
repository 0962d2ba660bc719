import {
  type Reconciliation,
  type ReconciliationRow,
  reconciliationStatusLabels,
  transactionKindLabels,
  transactionStateLabels,
} from '@aisle/contract/finance/reconciliation';
import { OrderLink } from '../../links/sales/order-link.tsx';
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

/** The kinds that an unmatched row can be resolved as. */
export function Proposal({ proposal }: Pick<ReconciliationRow, 'proposal'>) {
  if (!proposal || proposal.as === 'unknown') return 'Suggested: unknown';
  const { as, order } = proposal;
  return (
    <>
      Suggested: {transactionKindLabels[as].toLowerCase()}
      {order && (
        <>
          {' '}
          of <OrderLink id={order._id} number={order.number} />, with another amount or state
        </>
      )}
    </>
  );
}
