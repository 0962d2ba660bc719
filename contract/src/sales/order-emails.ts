import { z } from 'zod';
import { Id, Instant } from '../core/fields.ts';
import { routes } from '../core/route.ts';
import { type OrderEmailKind, orderEmailKinds } from '../system/settings.ts';

/** The names of the emails, for staff. */
export const orderEmailLabels: Record<OrderEmailKind, string> = {
  placed: 'Order confirmed',
  changed: 'Order changed',
  ready: 'Ready for pickup',
  onTheWay: 'Out for delivery',
  notDelivered: 'Delivery failed',
  delivered: 'Delivered, with receipt',
  cancelled: 'Order cancelled',
  refunded: 'Refund sent',
};

export const OrderEmail = z.object({
  _id: Id,
  kind: z.enum(orderEmailKinds),
  to: z.string(),
  /** `retrying` after a failed attempt, `failed` once it was given up. */
  state: z.enum(['waiting', 'sent', 'retrying', 'failed']),
  /** Who sent it again; null for the first time, which is automatic. */
  sentBy: z.string().nullable(),
  createdAt: Instant,
});
export type OrderEmail = z.infer<typeof OrderEmail>;

export const orderEmailRoutes = routes({
  list: {
    method: 'GET',
    path: '/order/emails/{id}',
    permission: 'order_view',
    summary: 'The emails that the customer got about an order, newest first',
    data: z.array(OrderEmail),
    reads: true,
  },
  resend: {
    method: 'POST',
    path: '/order/resend-email/{id}',
    permission: 'order_edit',
    summary:
      'Sends an email about an order again, with the order as it is now, to the customer’s current address',
    body: z.strictObject({ emailId: Id }),
    data: z.array(OrderEmail),
    message: 'Email sent',
    problems: ['orders.no-email'],
    changes: ['orders'],
  },
});
