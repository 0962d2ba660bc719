import { vi } from 'vitest';
import * as browserStore from '../src/core/offline/browser-store.ts';

type Drafts = Map<string, { content: unknown; at: number }>;

/** Keeps drafts of forms in memory until the test ends: the test document has no database. */
export function draftsInMemory(): Drafts {
  const drafts: Drafts = new Map();
  const find = async (userId: string, name: string) => drafts.get(`${userId} ${name}`);
  vi.spyOn(browserStore, 'findFormDraft').mockImplementation(find as typeof browserStore.findFormDraft);
  vi.spyOn(browserStore, 'storeFormDraft').mockImplementation(async (userId, name, content, at) => {
    drafts.set(`${userId} ${name}`, { content: JSON.parse(JSON.stringify(content)), at });
  });
  vi.spyOn(browserStore, 'removeFormDraft').mockImplementation(async (userId, name) => {
    drafts.delete(`${userId} ${name}`);
  });
  return drafts;
}
