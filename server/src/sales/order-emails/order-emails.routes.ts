import type { orderEmailRoutes } from '@aisle/contract/sales/order-emails';
import type { Handlers } from '../../core/http/serve.ts';
import { orderEmails, resendOrderEmail } from './order-emails.service.ts';

export const orderEmailHandlers: Handlers<typeof orderEmailRoutes> = {
  list: ({ tx, params }) => orderEmails(tx, params.id),
  resend: ({ tx, actor, params, body }) => resendOrderEmail(tx, actor, params.id, body.emailId),
};
