import { type ReturnRow, returnRoutes } from '@aisle/contract/sales/returns/returns';
import { instant, number, text, yesNo } from '../../system/exports/columns.ts';
import { exportOf } from '../../system/exports/exportable.ts';

export const returnExports = {
  returns: exportOf<ReturnRow>({ title: 'Returns', route: returnRoutes.list }, [
    text('Number', (request) => request.number),
    text('Kind', (request) => request.kind),
    yesNo('No return needed', (request) => request.noReturn),
    text('Status', (request) => request.status),
    text('Order', (request) => request.orderNumber),
    text('Location', (request) => request.locationName),
    text('Customer', (request) => request.customerName),
    text('Reason', (request) => request.reason),
    text('Collected by', (request) => request.driverName),
    number('Items', (request) => request.lineCount),
    instant('Requested', (request) => request.createdAt),
  ]),
};
