import { type TransferRow, transferRoutes } from '@aisle/contract/warehouse/transfers';
import { instant, number, text, yesNo } from '../../system/exports/columns.ts';
import { exportOf } from '../../system/exports/exportable.ts';

export const transferExports = {
  transfers: exportOf<TransferRow>(
    { title: 'Transfers', route: transferRoutes.list, withoutCustomers: true },
    [
      text('Number', (transfer) => transfer.number),
      text('Status', (transfer) => transfer.status),
      text('From', (transfer) => transfer.from.name),
      text('To', (transfer) => transfer.to.name),
      number('Lines', (transfer) => transfer.lineCount),
      yesNo('Differences', (transfer) => transfer.hasDifferences),
      text('Note', (transfer) => transfer.note),
      instant('Created', (transfer) => transfer.createdAt),
      instant('Sent', (transfer) => transfer.sentAt),
      instant('Closed', (transfer) => transfer.closedAt),
    ],
  ),
};
