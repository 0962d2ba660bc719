import {
  type GiftCard,
  giftCardKindLabels,
  giftCardPaymentLabels,
  giftCardRoutes,
  giftCardStatusLabels,
} from '@aisle/contract/customers/gift-cards';
import { day, instant, money, text } from '../../system/exports/columns.ts';
import { exportOf } from '../../system/exports/exportable.ts';

export const giftCardExports = {
  giftCards: exportOf<GiftCard>({ title: 'Gift cards', route: giftCardRoutes.list }, [
    text('Number', ({ number }) => number),
    text('Kind', ({ kind }) => giftCardKindLabels[kind]),
    text('Status', ({ status }) => giftCardStatusLabels[status]),
    money('Amount', ({ amount }) => amount),
    money('Balance', ({ balance }) => balance),
    money('Held', ({ held }) => held),
    text('Code ends in', ({ last4 }) => last4),
    text('Recipient', ({ recipient }) => recipient?.name),
    day('Expires', ({ expiresOn }) => expiresOn),
    text('Paid by', ({ payment }) => payment && giftCardPaymentLabels[payment.method]),
    text('Reference', ({ payment }) => payment?.reference),
    text('Issued by', ({ createdBy }) => createdBy),
    instant('Issued', ({ createdAt }) => createdAt),
  ]),
};
