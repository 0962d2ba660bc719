import type { orderMessageRoutes } from '@aisle/contract/sales/order-messages';
import type { Handlers } from '../../core/http/serve.ts';
import {
  orderMessages,
  previewOrderMessage,
  resendOrderMessage,
  testOrderMessage,
} from './order-messages.service.ts';

export const orderMessageHandlers: Handlers<typeof orderMessageRoutes> = {
  list: ({ tx, params }) => orderMessages(tx, params.id),
  resend: (call) => resendOrderMessage(call, call.params.id, call.body.messageId),
  preview: (call) => previewOrderMessage(call, call.body),
  test: (call) => testOrderMessage(call, call.body),
};
