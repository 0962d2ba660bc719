import { z } from 'zod';
import { Id, Instant, optionalCode } from '../core/fields.ts';
import { routes } from '../core/route.ts';
import { OrderMessageKind, OrderMessageTemplate } from '../system/order-messages.ts';

/** The names of the messages, for staff. */
const orderMessageLabels: Record<OrderMessageKind, string> = {
  placed: 'Order confirmed',
  changed: 'Order changed',
  ready: 'Ready for pickup',
  onTheWay: 'Out for delivery',
  notDelivered: 'Delivery failed',
  delivered: 'Delivered, with receipt',
  cancelled: 'Order cancelled',
  refunded: 'Refund sent',
  returnStep: 'Return update',
};

export const orderMessageLabel = (kind: OrderMessageKind, fulfilment: 'delivery' | 'pickup'): string =>
  kind === 'delivered' && fulfilment === 'pickup' ? 'Picked up, with receipt' : orderMessageLabels[kind];

const OrderMessageChannel = z.enum(['email', 'sms', 'push']);

export const OrderMessage = z.object({
  _id: Id,
  kind: OrderMessageKind,
  channel: OrderMessageChannel,
  to: z.string(),
  /** `retrying` after a failed attempt, `failed` after the last one. */
  state: z.enum(['waiting', 'sent', 'retrying', 'failed']),
  /** The user who sent it again; null for the first, automatic message. */
  sentBy: z.string().nullable(),
  createdAt: Instant,
});
export type OrderMessage = z.infer<typeof OrderMessage>;

/** A template to preview with the data of an order: the given one, or the latest. */
export const OrderMessageTry = z.strictObject({
  kind: OrderMessageKind,
  template: OrderMessageTemplate,
  orderNumber: optionalCode('Order number', 20),
});
export type OrderMessageTry = z.infer<typeof OrderMessageTry>;

export const orderMessageRoutes = routes('orders', {
  list: {
    method: 'GET',
    path: '/order/messages/{id}',
    permission: 'order_view',
    summary: 'The messages that the customer got about an order, newest first',
    data: z.array(OrderMessage),
    reads: true,
  },
  resend: {
    method: 'POST',
    path: '/order/resend-message/{id}',
    permission: 'order_edit',
    summary:
      'Sends a message about an order again, with the order as it is now, to the customer’s current address',
    body: z.strictObject({ messageId: Id }),
    data: z.array(OrderMessage),
    message: 'Message sent',
    problems: ['orders.no-email', 'messages.no-provider'],
    changes: ['orders'],
  },
  preview: {
    method: 'POST',
    path: '/order/preview-message',
    permission: 'access_setting',
    summary: 'Shows a text as the customer of an order would get it. Requires `order_view`, too',
    body: OrderMessageTry,
    data: z.object({ orderNumber: z.string(), subject: z.string(), body: z.string(), text: z.string() }),
    reads: true,
  },
  test: {
    method: 'POST',
    path: '/order/test-message',
    permission: 'access_setting',
    summary: 'Sends that text to you by email. Requires `order_view`, too',
    body: OrderMessageTry,
    data: z.object({ to: z.string() }),
    message: 'Test sent',
    problems: ['messages.no-test-address'],
    changes: ['mails'],
  },
});
