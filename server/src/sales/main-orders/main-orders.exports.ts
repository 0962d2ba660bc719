import { type MainOrderRow, mainOrderRoutes } from '@aisle/contract/sales/main-orders/main-orders';
import { instant, money, number, text } from '../../system/exports/columns.ts';
import { exportOf } from '../../system/exports/exportable.ts';

export const mainOrderExports = {
  mainOrders: exportOf<MainOrderRow>({ title: 'Checkouts', route: mainOrderRoutes.list }, [
    text('Number', (main) => main.number),
    text('Customer', (main) => main.customerName),
    text('Status', (main) => main.status),
    number('Orders', (main) => main.orderCount),
    text('Fulfillment', (main) => main.fulfilment),
    text('Payment', (main) => main.paymentType),
    text('Source', (main) => main.source),
    text('External ID', (main) => main.externalId),
    money('Total', (main) => main.total),
    instant('Placed', (main) => main.createdAt),
  ]),
};
