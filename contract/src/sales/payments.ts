import { z } from 'zod';
import { Email, From, Id, optionalText, Phone, tooLong, UpTo } from '../core/fields.ts';
import { Cents, Price } from '../core/money.ts';
import { pageOf, pageRequest } from '../core/page.ts';
import { routes } from '../core/route.ts';
import { NextAction, PayLink, Payment, PaymentStatusField } from './orders/order-payments.ts';
import { Order } from './orders/order-view.ts';

const paymentMethods = ['cash', 'terminal', 'card'] as const;
/** Cash, a card terminal at the checkout, or a card through the gateway. */
export const PaymentMethod = z.enum(paymentMethods);
export type PaymentMethod = z.infer<typeof PaymentMethod>;

/** The token of a card at its gateway, which the payment page of a storefront gets; never a card number. */
export const CardToken = z
  .string()
  .trim()
  .max(100, tooLong('Enter the token of a card, such as tok_ok'))
  .regex(/^[\w-]{3,100}$/, 'Enter the token of a card, such as tok_ok');

export const TakePayment = z
  .strictObject({
    method: PaymentMethod,
    /** If omitted: the whole amount that isn't paid yet. */
    amount: Price.optional(),
    /** The receipt number of the terminal. */
    reference: optionalText('Reference', 200),
    token: CardToken.optional(),
  })
  .refine(({ method, reference }) => method !== 'terminal' || reference, {
    path: ['reference'],
    error: 'Reference is required',
  })
  .refine(({ method, token }) => method !== 'card' || token, {
    path: ['token'],
    error: 'Card is required',
  });
export type TakePayment = z.infer<typeof TakePayment>;

export const ConfirmPayment = z.strictObject({
  token: CardToken,
  /** The shopper agrees that the card is saved and charged again without them, for example when an authorization expires too early. */
  saveCard: z.boolean().optional(),
});

export type ConfirmPayment = z.infer<typeof ConfirmPayment>;

/** The recipient of a payment link; by default the email or phone of the order. */
export const SendPayLink = z.discriminatedUnion('channel', [
  z.strictObject({ channel: z.literal('email'), to: Email.optional() }),
  z.strictObject({ channel: z.literal('sms'), to: Phone.optional() }),
]);
export type SendPayLink = z.infer<typeof SendPayLink>;

export const SentPayLink = PayLink.pick({ state: true, expiresAt: true }).extend({
  /** Null if the request is repeated, because links are only sent, not kept. */
  url: z.string().nullable(),
});
export type SentPayLink = z.infer<typeof SentPayLink>;

/** The payments of each part of a checkout. */
export const ConfirmedPayment = z.object({
  _id: Id,
  number: z.string(),
  orders: z.array(
    z.object({
      _id: Id,
      number: z.string(),
      status: z.string(),
      payments: z.array(Payment),
      nextAction: NextAction.nullable(),
    }),
  ),
});
export type ConfirmedPayment = z.infer<typeof ConfirmedPayment>;

export const PaymentRow = z.object({
  ...Payment.shape,
  orderId: Id,
  orderNumber: z.string(),
  locationId: Id,
  locationName: z.string(),
  timeZone: z.string(),
  customerName: z.string(),
  refunded: Cents,
});
export type PaymentRow = z.infer<typeof PaymentRow>;
const paymentProviders = [
  'cash',
  'terminal',
  'simulated',
  'stripe',
  'coins',
  'storeCredit',
  'giftCard',
] as const;
export const PaymentPage = pageRequest(['createdAt'], {
  locationId: Id,
  status: PaymentStatusField,
  kind: z.string().max(50),
  /** How it was collected: cash, a terminal, the gateway of a card, coins, store credit, or a gift card. */
  provider: z.enum(paymentProviders),
  from: From,
  to: UpTo,
});
export type PaymentPage = z.infer<typeof PaymentPage>;

export const paymentRoutes = routes('orders', {
  list: {
    method: 'POST',
    path: '/payment-details/list',
    permission: 'order_view',
    summary: 'Lists payments',
    body: PaymentPage,
    data: pageOf(PaymentRow),
    reads: true,
    list: {
      screen: '/payments',
      exportAs: 'payments',
      shownFor: ({ tab }) => (tab === 'refunds' ? null : {}),
    },
  },
  take: {
    method: 'POST',
    path: '/order/take-payment/{id}',
    permission: 'order_edit',
    onceByKey: true,
    summary:
      'Records a payment for an order in cash, by card terminal or by card through the payment provider',
    body: TakePayment,
    data: Order,
    message: 'Payment recorded',
    problems: ['payments.nothing-due', 'payments.too-much', 'payments.under-way', 'payments.no-gateway'],
    changes: ['orders', 'mainOrders'],
  },
  sendLink: {
    method: 'POST',
    path: '/order/pay-link/{id}',
    permission: 'order_edit',
    onceByKey: true,
    summary: 'Sends the customer a link to pay an order by card. A former link ends',
    body: SendPayLink,
    data: SentPayLink,
    message: 'Payment link sent',
    problems: ['payments.nothing-due', 'payments.under-way', 'payments.no-gateway', 'messages.no-provider'],
    changes: ['orders', 'mainOrders'],
  },
  /** For storefronts: pays the checkout with the card whose token the payment page got. */
  confirm: {
    method: 'POST',
    path: '/main-order/confirm-payment/{id}',
    permission: 'order_edit',
    apiScope: 'orders',
    placedByKey: true,
    onceByKey: true,
    summary: 'Charges the amount due of a checkout to a card',
    body: ConfirmPayment,
    data: ConfirmedPayment,
    message: 'Payment in progress',
    problems: ['payments.nothing-due', 'payments.under-way', 'payments.no-gateway'],
    changes: ['orders', 'mainOrders'],
  },
});
