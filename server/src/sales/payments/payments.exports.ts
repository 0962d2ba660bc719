import { type PaymentRow, paymentRoutes } from '@aisle/contract/sales/payments';
import { instant, money, text } from '../../system/exports/columns.ts';
import { exportOf } from '../../system/exports/exportable.ts';

export const paymentExports = {
  payments: exportOf<PaymentRow>({ title: 'Payments', route: paymentRoutes.list }, [
    text('Order', (payment) => payment.orderNumber),
    text('Location', (payment) => payment.locationName),
    text('Customer', (payment) => payment.customerName),
    text('Paid by', (payment) => payment.kind),
    text('Taken by', (payment) => payment.provider),
    text('Status', (payment) => payment.status),
    money('Amount', (payment) => payment.amount),
    text('Card', ({ card }) => card && `${card.brand} ${card.last4}`),
    money('Held', (payment) => payment.hold),
    money('Fee', (payment) => payment.fee),
    text('Reference', (payment) => payment.reference),
    text('Problem', (payment) => payment.problem),
    instant('Date', (payment) => payment.createdAt),
    instant('Changed', (payment) => payment.updatedAt),
  ]),
};
