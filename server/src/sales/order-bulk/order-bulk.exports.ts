import { type OrderBulkRow, orderBulkRoutes } from '@aisle/contract/sales/order-bulk';
import { text } from '../../system/exports/columns.ts';
import { exportOf } from '../../system/exports/exportable.ts';

export const orderBulkExports = {
  orderBulkRows: exportOf<OrderBulkRow>({ title: 'Bulk step', route: orderBulkRoutes.rows }, [
    text('Number', (row) => row.number),
    text('Customer', (row) => row.customerName),
    text('Location', (row) => row.locationName),
    text('Result', (row) => row.outcome),
    text('Before', (row) => row.before),
    text('After', (row) => row.after),
    text('Assigned', (row) => row.assigned),
    text('Why', (row) => row.reason),
  ]),
};
