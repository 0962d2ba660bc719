import type { assistantDraftRoutes } from '@aisle/contract/system/assistant-drafts';
import type { Handlers } from '../../core/http/serve.ts';
import { approveDraft, type DraftSources, discardDraft, listOwnDrafts } from './assistant-drafts.service.ts';

export const assistantDraftHandlers = (sources: DraftSources): Handlers<typeof assistantDraftRoutes> => ({
  list: (call) => listOwnDrafts(call, sources, call.body),
  approve: (call) => approveDraft(call, sources, { id: call.params.id, ...call.body }),
  discard: (call) => discardDraft(call, sources, call.params.id),
});
