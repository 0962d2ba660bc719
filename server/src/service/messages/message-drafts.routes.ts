import type { messageDraftRoutes } from '@aisle/contract/service/message-drafts';
import type { Handlers } from '../../core/http/serve.ts';
import { listMessageDrafts, showMessageDraft } from './message-drafts.queries.ts';
import { addMessageDraft, changeMessageDraft, removeMessageDraft } from './message-drafts.service.ts';

export const messageDraftHandlers: Handlers<typeof messageDraftRoutes> = {
  list: ({ tx, body }) => listMessageDrafts(tx, body),
  get: ({ tx, params }) => showMessageDraft(tx, params.id),
  create: (call) => addMessageDraft(call, call.body),
  edit: (call) => changeMessageDraft(call, call.params.id, call.body),
  remove: (call) => removeMessageDraft(call, call.params.id),
};
