import { disputeStatusLabels } from '@aisle/contract/sales/dispute-status';
import { type DisputeRow, disputeOutcomeLabels, disputeRoutes } from '@aisle/contract/sales/disputes';
import { instant, money, text } from '../../system/exports/columns.ts';
import { exportOf } from '../../system/exports/exportable.ts';

export const disputeExports = {
  disputes: exportOf<DisputeRow>({ title: 'Disputes', route: disputeRoutes.list }, [
    text('Number', ({ number }) => number),
    text('Order', ({ orderNumber }) => orderNumber),
    text('Location', ({ locationName }) => locationName),
    text('Customer', ({ customerName }) => customerName),
    text('Status', ({ status }) => disputeStatusLabels[status]),
    text('Reason', ({ reason }) => reason),
    money('Amount', ({ amount }) => amount),
    money('Fee', ({ fee }) => fee),
    text('Paid by if lost', ({ fundedBy }) => (fundedBy === 'location' ? 'Location' : 'Marketplace')),
    instant('Due', ({ dueBy }) => dueBy),
    instant('Submitted', ({ submittedAt }) => submittedAt),
    text('Outcome', ({ outcome }) => outcome && disputeOutcomeLabels[outcome]),
    instant('Opened', ({ createdAt }) => createdAt),
  ]),
};
