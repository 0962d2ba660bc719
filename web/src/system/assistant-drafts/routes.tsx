import type { assistantDraftRoutes } from '@aisle/contract/system/assistant-drafts';
import { page } from '../../core/pages/pages.ts';
import { listSearch } from '../../core/pages/search.ts';

export const assistantDraftPages = [
  page({
    path: '/drafts',
    title: 'Assistant drafts',
    search: listSearch<typeof assistantDraftRoutes.list>(),
    screen: () => import('./assistant-draft-list.tsx').then(({ AssistantDraftList }) => AssistantDraftList),
  }),
] as const;
