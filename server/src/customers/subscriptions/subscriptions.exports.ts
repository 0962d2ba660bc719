import { type Subscription, subscriptionRoutes } from '@aisle/contract/customers/subscriptions';
import { instant, money, text, yesNo } from '../../system/exports/columns.ts';
import { exportOf } from '../../system/exports/exportable.ts';

export const subscriptionExports = {
  subscriptions: exportOf<Subscription>({ title: 'Subscriptions', route: subscriptionRoutes.list }, [
    text('Invoice', (row) => row.invoiceNumber),
    text('Customer', (row) => row.customerName),
    text('Plan', (row) => row.edition.name),
    instant('Starts', (row) => row.startsAt),
    instant('Ends', (row) => row.endsAt),
    text('Status', (row) => (row.isExpired ? 'expired' : row.status)),
    yesNo('Renews automatically', (row) => row.autoRenew),
    money('Price', (row) => row.edition.price),
    money('Paid', (row) => row.pricePaid),
    money('Refunded', (row) => row.refunded),
    instant('Cancelled', (row) => row.cancelledAt),
    text('Reason', (row) => row.reason),
  ]),
};
