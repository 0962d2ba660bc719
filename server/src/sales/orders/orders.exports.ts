import type { OrderRow } from '@aisle/contract/sales/orders/order-list';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { instant, money, number, text } from '../../system/exports/columns.ts';
import { exportOf } from '../../system/exports/exportable.ts';

export const orderExports = {
  orders: exportOf<OrderRow>({ title: 'Orders', route: orderRoutes.list }, [
    text('Number', (order) => order.number),
    text('Location', (order) => order.locationName),
    text('Customer', (order) => order.customerName),
    text('Status', (order) => order.headlineStatus),
    text('Fulfillment', (order) => order.fulfilment),
    text('Payment', (order) => order.paymentType),
    number('Items', (order) => order.unitCount),
    number('Lines', (order) => order.lineCount),
    money('Total', (order) => order.total),
    text('Owner', (order) => order.owner?.name ?? null),
    text('Tags', (order) => order.tags.join(', ')),
    instant('Placed', (order) => order.createdAt),
  ]),
};
