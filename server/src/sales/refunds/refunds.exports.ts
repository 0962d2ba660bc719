import { moneyOf, type RefundRow, refundRoutes } from '@aisle/contract/sales/refunds/refunds';
import { instant, money, text, yesNo } from '../../system/exports/columns.ts';
import { exportOf } from '../../system/exports/exportable.ts';

export const refundExports = {
  refunds: exportOf<RefundRow>({ title: 'Refunds', route: refundRoutes.list }, [
    text('Order', (refund) => refund.orderNumber),
    text('Location', (refund) => refund.locationName),
    text('Customer', (refund) => refund.customerName),
    text('Status', (refund) => refund.status),
    money('Amount', (refund) => refund.amount),
    money('Delivery fee', (refund) => refund.deliveryFee),
    money('In coins', (refund) => refund.inCoins),
    money('To gift cards', (refund) => refund.inGiftCards),
    money('To store credit', (refund) => refund.inCredit + refund.toCredit),
    yesNo('In cash', (refund) => refund.byHand && moneyOf(refund) > 0),
    text('Reason', (refund) => refund.reason),
    text('Reference', (refund) => refund.reference),
    text('Problem', (refund) => refund.problem),
    instant('Date', (refund) => refund.createdAt),
    instant('Refunded at', (refund) => refund.refundedAt),
  ]),
};
