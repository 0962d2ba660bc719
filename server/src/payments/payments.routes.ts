import type { paymentRoutes } from '@aisle/contract/payments';
import type { Handlers } from '../core/serve.ts';
import { listPayments } from './payments.queries.ts';
import { confirmPayment, takePayment } from './payments.service.ts';

export const paymentHandlers: Handlers<typeof paymentRoutes> = {
  list: ({ tx, actor, body }) => listPayments(tx, actor, body),
  take: ({ tx, actor, params, body, services }) =>
    takePayment(tx, actor, services.settings.cardGateway, params.id, body),
  confirm: ({ tx, actor, params, body, services }) =>
    confirmPayment(tx, actor, services.settings.cardGateway, params.id, body.token),
};
