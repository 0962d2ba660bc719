import { type Dispatch, type SetStateAction, useCallback, useEffect, useRef, useState } from 'react';
import { findFormDraft, removeFormDraft, storeFormDraft } from '../../../core/offline/browser-store.ts';
import { getSession, onLeaving, useSignedIn } from '../../../core/session/session.ts';

const saveAfterMs = 300;

interface StoredDraftOptions {
  /** For a screen that asks before it is left: then the draft survives only a reload or the end of the session. */
  endsWhenLeft?: boolean;
}
/**
 * Input that isn't sent yet, kept when the user leaves the screen or reloads it, encrypted and for this user only. An empty draft
 * is deleted.
 */
export function useStoredDraft<Draft extends object>(
  name: string,
  empty: Draft,
  isEmpty: (draft: Draft) => boolean,
  { endsWhenLeft = false }: StoredDraftOptions = {},
): [Draft, Dispatch<SetStateAction<Draft>>] {
  const { userId } = useSignedIn();
  const [draft, setDraft] = useState(empty);
  const latest = useRef({ draft, empty, isEmpty });
  const wasTyped = useRef(false);

  useEffect(() => {
    let isGone = false;
    // A browser without storage has no drafts.
    void findFormDraft<Partial<Draft>>(userId, name)
      .catch(() => undefined)
      .then((kept) => {
        // A draft stored by an older version can lack fields.
        if (!isGone && kept && !wasTyped.current) setDraft({ ...latest.current.empty, ...kept.content });
      });
    return () => {
      isGone = true;
    };
  }, [userId, name]);

  const keep = useCallback(() => {
    if (!wasTyped.current) return;
    const { current } = latest;
    const kept = current.isEmpty(current.draft)
      ? removeFormDraft(userId, name)
      : storeFormDraft(userId, name, current.draft, Date.now());
    void kept.catch(() => undefined);
  }, [userId, name]);
  useEffect(() => {
    latest.current = { draft, empty, isEmpty };
    const timer = setTimeout(keep, saveAfterMs);
    return () => clearTimeout(timer);
  }, [draft, empty, isEmpty, keep]);
  useEffect(() => {
    const stop = onLeaving(keep);
    return () => {
      stop();
      if (!endsWhenLeft) keep();
      else if (getSession()?.userId === userId) void removeFormDraft(userId, name).catch(() => undefined);
    };
  }, [keep, endsWhenLeft, userId, name]);

  const change = useCallback<typeof setDraft>((next) => {
    wasTyped.current = true;
    setDraft(next);
  }, []);
  return [draft, change];
}
