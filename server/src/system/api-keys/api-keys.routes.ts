import type { apiKeyRoutes } from '@aisle/contract/system/api-keys';
import type { Handlers } from '../../core/http/serve.ts';
import { getApiKey, getKeyUsage, listApiKeys } from './api-keys.queries.ts';
import {
  addApiKey,
  adoptApiKey,
  changeApiKey,
  extendApiKey,
  revokeApiKey,
  rotateApiKey,
} from './api-keys.service.ts';

export const apiKeyHandlers: Handlers<typeof apiKeyRoutes> = {
  list: ({ tx, body }) => listApiKeys(tx, body),
  create: ({ tx, actor, body }) => addApiKey(tx, actor, body),
  view: ({ tx, params }) => getApiKey(tx, params.id),
  edit: (call) => changeApiKey(call, call.params.id, call.body),
  usage: ({ tx, params }) => getKeyUsage(tx, params.id),
  rotate: (call) => rotateApiKey(call, call.params.id),
  keep: ({ tx, actor, params }) => extendApiKey(tx, actor, params.id),
  takeOver: ({ tx, actor, params }) => adoptApiKey(tx, actor, params.id),
  revoke: (call) => revokeApiKey(call, call.params.id),
};
