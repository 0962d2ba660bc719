import type { webhookRoutes } from '@aisle/contract/system/webhooks';
import type { Handlers } from '../../core/http/serve.ts';
import { getDelivery, listDeliveries } from './deliveries.queries.ts';
import { getWebhook, listWebhooks } from './webhooks.queries.ts';
import {
  addWebhook,
  changeWebhook,
  removeWebhook,
  replayDelivery,
  rotateSecret,
  switchWebhook,
  testWebhook,
} from './webhooks.service.ts';

export const webhookHandlers: Handlers<typeof webhookRoutes> = {
  list: ({ tx, body }) => listWebhooks(tx, body),
  get: ({ tx, params }) => getWebhook(tx, params.id),
  create: (call) => addWebhook(call, call.body),
  edit: (call) => changeWebhook(call, call.params.id, call.body),
  remove: ({ tx, actor, params }) => removeWebhook(tx, actor, params.id),
  updateStatus: (call) => switchWebhook(call, call.params.id, call.body.status),
  rotateSecret: ({ tx, actor, params }) => rotateSecret(tx, actor, params.id),
  test: ({ tx, params }) => testWebhook(tx, params.id),
  deliveries: ({ tx, body }) => listDeliveries(tx, body),
  delivery: ({ tx, params }) => getDelivery(tx, params.id),
  replay: ({ tx, params }) => replayDelivery(tx, params.id),
};
