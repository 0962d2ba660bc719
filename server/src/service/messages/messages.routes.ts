import type { messageRoutes } from '@aisle/contract/service/messages';
import type { Handlers } from '../../core/http/serve.ts';
import { wrongField } from '../../core/problem.ts';
import { listBulkMessages, listMessageOrders, listResults, showBulkMessage } from './messages.queries.ts';
import {
  jobOf,
  previewMessage,
  resumeBulkMessage,
  sendBulkMessage,
  sendingRules,
  sendTest,
  stopBulkMessage,
} from './messages.service.ts';
import { showSubscription, unsubscribe } from './unsubscribe.ts';

function messageOf({ messageId }: { messageId?: string | undefined }): string {
  if (!messageId) throw wrongField('filters.messageId', 'Choose a message');
  return messageId;
}

export const messageHandlers: Handlers<typeof messageRoutes> = {
  list: ({ tx, body }) => listBulkMessages(tx, body),
  results: ({ tx, body }) => listResults(tx, messageOf(body.filters), body),
  orders: ({ tx, body }) => listMessageOrders(tx, messageOf(body.filters), body),
  get: ({ tx, params }) => showBulkMessage(tx, params.id),
  job: (call) => jobOf(call, call.params.id),
  channels: (call) => sendingRules(call),
  preview: (call) => previewMessage(call, call.body),
  send: (call) => sendBulkMessage(call, call.body),
  test: (call) => sendTest(call, call.body),
  stop: (call) => stopBulkMessage(call, call.params.id),
  resume: (call) => resumeBulkMessage(call, call.params.id),
  showSubscription: (call) => showSubscription(call, call.params.token),
  unsubscribe: (call) => unsubscribe(call, call.params.token),
};
