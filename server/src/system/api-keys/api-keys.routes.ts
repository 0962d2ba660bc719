import type { apiKeyRoutes } from '@aisle/contract/system/api-keys';
import type { Handlers } from '../../core/http/serve.ts';
import { listApiKeys } from './api-keys.queries.ts';
import { addApiKey, revokeApiKey } from './api-keys.service.ts';

export const apiKeyHandlers: Handlers<typeof apiKeyRoutes> = {
  list: ({ tx, body }) => listApiKeys(tx, body),
  create: ({ tx, actor, body }) => addApiKey(tx, actor, body),
  revoke: (call) => revokeApiKey(call, call.params.id),
};
