import type { apiKeyRoutes } from '@aisle/contract/system/api-keys';
import type { Handlers } from '../../core/http/serve.ts';
import { listApiKeys } from './api-keys.queries.ts';
import { addApiKey, adoptApiKey, extendApiKey, revokeApiKey } from './api-keys.service.ts';

export const apiKeyHandlers: Handlers<typeof apiKeyRoutes> = {
  list: ({ tx, body }) => listApiKeys(tx, body),
  create: ({ tx, actor, body }) => addApiKey(tx, actor, body),
  keep: ({ tx, actor, params }) => extendApiKey(tx, actor, params.id),
  takeOver: ({ tx, actor, params }) => adoptApiKey(tx, actor, params.id),
  revoke: (call) => revokeApiKey(call, call.params.id),
};
