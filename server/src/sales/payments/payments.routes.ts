import type { paymentRoutes } from '@aisle/contract/sales/payments';
import type { Handlers } from '../../core/http/serve.ts';
import { sendPayLink } from './pay-links.ts';
import { listPayments } from './payments.queries.ts';
import { confirmPayment, takePayment } from './payments.service.ts';

export const paymentHandlers: Handlers<typeof paymentRoutes> = {
  list: ({ tx, actor, body }) => listPayments(tx, actor, body),
  take: (call) => takePayment(call, call.params.id, call.body),
  sendLink: (call) => sendPayLink(call, call.params.id, call.body),
  confirm: (call) => confirmPayment(call, call.params.id, call.body),
};
