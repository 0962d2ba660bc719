import type { apiKeyRoutes } from '@aisle/contract/api-keys';
import type { Handlers } from '../core/serve.ts';
import { listApiKeys } from './api-keys.queries.ts';
import { addApiKey, revokeApiKey } from './api-keys.service.ts';

export const apiKeyHandlers: Handlers<typeof apiKeyRoutes> = {
  list: ({ tx, body }) => listApiKeys(tx, body),
  create: ({ tx, actor, body }) => addApiKey(tx, actor, body),
  revoke: ({ tx, actor, params, services }) => revokeApiKey(tx, actor, services.actors, params.id),
};
