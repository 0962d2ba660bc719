import { type Dispatch, type SetStateAction, useCallback, useEffect, useRef, useState } from 'react';
import { findFormDraft, removeFormDraft, storeFormDraft } from '../../../core/offline/browser-store.ts';
import { onLeaving, useSignedIn } from '../../../core/session/session.ts';

const saveAfterMs = 300;

/**
 * Input that isn't sent yet, kept when the user leaves the screen or reloads it, encrypted and for this user only. An empty draft
 * is deleted.
 */
export function useStoredDraft<Draft extends object>(
  name: string,
  empty: Draft,
  isEmpty: (draft: Draft) => boolean,
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
      keep();
    };
  }, [keep]);

  const change = useCallback<typeof setDraft>((next) => {
    wasTyped.current = true;
    setDraft(next);
  }, []);
  return [draft, change];
}
