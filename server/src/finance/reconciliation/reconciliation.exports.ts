import {
  bankStatusLabels,
  type Reconciliation,
  type ReconciliationRow,
  reconciliationRoutes,
  reconciliationStatusLabels,
  transactionKindLabels,
  transactionStateLabels,
} from '@aisle/contract/finance/reconciliation';
import { day, instant, money, number, text } from '../../system/exports/columns.ts';
import { exportOf } from '../../system/exports/exportable.ts';

export const reconciliationExports = {
  reconciliations: exportOf<Reconciliation>(
    { title: 'Bank payouts', route: reconciliationRoutes.list, withoutCustomers: true },
    [
      text('Payout', ({ payoutId }) => payoutId),
      day('Arrives', ({ arrivesOn }) => arrivesOn),
      text('Bank', ({ bankStatus }) => bankStatusLabels[bankStatus]),
      text('Status', ({ status }) => reconciliationStatusLabels[status]),
      money('Amount', ({ amount }) => amount),
      money('Charges', ({ charges }) => charges),
      money('Refunds', ({ refunds }) => refunds),
      money('Disputes', ({ disputes }) => disputes),
      money('Fees', ({ fees }) => fees),
      money('Transfers', ({ transfers }) => transfers),
      money('Other', ({ other }) => other),
      number('Rows', ({ rowCount }) => rowCount),
      number('Unmatched', ({ unmatched }) => unmatched),
      instant('Closed', ({ closedAt }) => closedAt),
      text('Closed by', ({ closedBy }) => closedBy),
    ],
  ),
  reconciliationRows: exportOf<ReconciliationRow>(
    { title: 'Bank payout rows', route: reconciliationRoutes.rows, withoutCustomers: true },
    [
      text('Transaction', ({ transactionId }) => transactionId),
      instant('Date', ({ occurredAt }) => occurredAt),
      text('Kind', ({ kind }) => transactionKindLabels[kind]),
      text('Category', ({ category }) => category),
      text('Description', ({ description }) => description),
      text('Order', ({ order }) => order?.number ?? null),
      money('Amount', ({ amount }) => amount),
      money('Fee', ({ fee }) => fee),
      money('Net', ({ net }) => net),
      text('State', ({ state }) => transactionStateLabels[state]),
      text('Reason', ({ resolution }) => resolution?.reason ?? null),
      text('Resolved by', ({ resolution }) => resolution?.by ?? null),
    ],
  ),
};
