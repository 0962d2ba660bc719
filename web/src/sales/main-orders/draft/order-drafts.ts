import { useEffect, useRef, useState } from 'react';
import { offerUndo } from '../../../core/notice.tsx';
import { draftsOf, removeDraft, storeDraft } from '../../../core/offline/browser-store.ts';
import { getSession, onLeaving, useSignedIn } from '../../../core/session/session.ts';
import { draftName, isBegun, type OrderDraft } from './order-draft.ts';

export interface StoredDraft {
  id: string;
  at: number;
  draft: OrderDraft;
}
/** Short, because a closing page doesn't wait for its draft to be saved. */
const saveAfterMs = 100;
/** More than anyone needs at once; beyond it, the least recently edited draft is deleted. */
const maxDrafts = 20;

/** A draft stored by an older version has items with only one name. */
const withItemNames = (draft: OrderDraft): OrderDraft => ({
  ...draft,
  lines: draft.lines.map(({ item, ...line }) => ({
    ...line,
    item: { ...item, productName: item.productName ?? item.name, variantName: item.variantName ?? item.name },
  })),
});

/** Unfinished orders, newest first, stored encrypted in this browser for one user. */
export function useOrderDrafts() {
  const { userId } = useSignedIn();
  const [drafts, setDrafts] = useState<StoredDraft[]>();
  useEffect(() => {
    let isGone = false;
    // A browser without storage has no drafts; the input then lasts only until the page closes.
    void draftsOf<OrderDraft>(userId)
      .catch(() => [])
      .then((kept) => {
        if (!isGone)
          setDrafts(kept.map(({ id, at, content }) => ({ id, at, draft: withItemNames(content) })));
      });
    return () => {
      isGone = true;
    };
  }, [userId]);

  function put(id: string, draft: OrderDraft, at = Date.now()): void {
    setDrafts((before = []) => {
      const others = before.filter((one) => one.id !== id);
      for (const one of others.slice(maxDrafts - 1)) void removeDraft(userId, one.id).catch(() => undefined);
      return [{ id, at, draft }, ...others.slice(0, maxDrafts - 1)].sort((a, b) => b.at - a.at);
    });
    const { giftCards: _giftCards, ...stored } = draft;
    // Stores no draft after sign-out, so that the next user of this computer doesn't find it.
    if (getSession()?.userId === userId) void storeDraft(userId, id, stored, at).catch(() => undefined);
  }
  function remove(id: string): void {
    setDrafts((before) => before?.filter((one) => one.id !== id));
    void removeDraft(userId, id).catch(() => undefined);
  }
  function discard({ id, at, draft }: StoredDraft): void {
    remove(id);
    offerUndo(`Draft discarded: ${draftName(draft)}`, async () => put(id, draft, at));
  }
  return { drafts, put, remove, discard };
}

/** Stores a non-empty draft shortly after its last change, and when the user leaves the screen. */
export function useAutosave(id: string, draft: OrderDraft, keep: (id: string, draft: OrderDraft) => void) {
  const latest = useRef({ id, draft, keep, isKept: true });
  useEffect(() => {
    const isChanged = latest.current.draft !== draft;
    latest.current = { id, draft, keep, isKept: latest.current.isKept && !isChanged };
    if (latest.current.isKept) return;
    const timer = setTimeout(() => flush(latest.current), saveAfterMs);
    return () => clearTimeout(timer);
  }, [id, draft, keep]);
  useEffect(() => {
    const now = () => flush(latest.current);
    const stop = onLeaving(now);
    return () => {
      stop();
      now();
    };
  }, []);
  /** Deletes the draft once the order was placed or discarded. */
  return () => {
    latest.current.isKept = true;
  };
}

interface Latest {
  id: string;
  draft: OrderDraft;
  keep: (id: string, draft: OrderDraft) => void;
  isKept: boolean;
}
function flush(latest: Latest): void {
  if (latest.isKept) return;
  latest.isKept = true;
  if (isBegun(latest.draft)) latest.keep(latest.id, latest.draft);
}
