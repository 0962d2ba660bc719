import { type RecallListed, type RecallRow, recallRoutes } from '@aisle/contract/sales/recalls';
import { instant, money, number, text } from '../../system/exports/columns.ts';
import { exportOf } from '../../system/exports/exportable.ts';

export const recallExports = {
  recalls: exportOf<RecallListed>({ title: 'Recalls', route: recallRoutes.list }, [
    text('Number', (recall) => recall.number),
    text('Recall', (recall) => recall.title),
    text('Status', (recall) => recall.status),
    text('Reason', (recall) => recall.reason),
    number('Lots', (recall) => recall.lots),
    text('Created by', (recall) => recall.createdBy),
    instant('Created', (recall) => recall.createdAt),
  ]),
  recallRows: exportOf<RecallRow>({ title: 'Recall rows', route: recallRoutes.rows }, [
    text('Type', (row) => row.kind),
    text('Record', (row) => row.label),
    text('About', (row) => row.about),
    text('Location', (row) => row.locationName),
    number('Units', (row) => row.units),
    money('Amount', (row) => row.amount),
    text('Result', (row) => row.outcome),
    text('Why', (row) => row.reason),
  ]),
};
