import type { webhookRoutes } from '@aisle/contract/system/webhooks/webhooks';
import type { Handlers } from '../../core/http/serve.ts';
import { listDeliveries } from './deliveries.queries.ts';
import { getWebhook, listWebhooks } from './webhooks.queries.ts';
import {
  addWebhook,
  adoptWebhook,
  changeWebhook,
  confirmWebhook,
  removeWebhook,
  replayDelivery,
  rotateSecret,
  showDelivery,
  switchWebhook,
  testWebhook,
} from './webhooks.service.ts';

export const webhookHandlers: Handlers<typeof webhookRoutes> = {
  list: ({ tx, body }) => listWebhooks(tx, body),
  get: ({ tx, params }) => getWebhook(tx, params.id),
  create: (call) => addWebhook(call, call.body),
  edit: (call) => changeWebhook(call, call.params.id, call.body),
  keep: ({ tx, actor, params }) => confirmWebhook(tx, actor, params.id),
  takeOver: ({ tx, actor, params }) => adoptWebhook(tx, actor, params.id),
  remove: ({ tx, actor, params }) => removeWebhook(tx, actor, params.id),
  updateStatus: (call) => switchWebhook(call, call.params.id, call.body.status),
  rotateSecret: (context) => rotateSecret(context, context.params.id),
  test: ({ tx, params }) => testWebhook(tx, params.id),
  deliveries: ({ tx, body }) => listDeliveries(tx, body),
  delivery: ({ tx, actor, params }) => showDelivery(tx, actor, params.id),
  replay: ({ tx, actor, params }) => replayDelivery(tx, actor, params.id),
};
