import { useEffect, useRef, useState } from 'react';
import { findFormDraft, removeFormDraft, storeFormDraft } from '../../../core/offline/browser-store.ts';
import { readPreference, savePreference } from '../../../core/preferences/preferences.ts';
import { getSession, onLeaving, useSignedIn } from '../../../core/session/session.ts';

const saveAfterMs = 400;

/**
 * A user's draft, stored in this browser for this user only. It survives a reload and a phone that goes to sleep, and also a
 * sign-out if the user keeps unfinished work (then it is encrypted). Returns the draft, its setter and a reset function.
 */
export function useDraft<Draft extends object>(name: string, fresh: () => Draft) {
  const { userId } = useSignedIn();
  const key = `${name}:${userId}`;
  const kept = useRef(readPreference<object | null>(key, null));
  // A draft stored by an older version can lack fields.
  const [draft, setDraft] = useState<Draft>(() => ({ ...fresh(), ...kept.current }));
  const latest = useRef(draft);
  /** The initial draft, before any input; null if a draft was restored. */
  const blank = useRef(kept.current ? null : draft);

  useEffect(() => {
    if (kept.current) return;
    let isGone = false;
    // A browser without storage has no drafts.
    void findFormDraft<Draft>(userId, name)
      .catch(() => undefined)
      .then((found) => {
        if (!found || isGone || latest.current !== blank.current) return;
        setDraft({ ...latest.current, ...found.content });
      });
    return () => {
      isGone = true;
    };
  }, [userId, name]);

  useEffect(() => {
    latest.current = draft;
    const timer = setTimeout(() => {
      savePreference(key, draft);
      if (draft === blank.current) return;
      void storeFormDraft(userId, name, draft, Date.now()).catch(() => undefined);
    }, saveAfterMs);
    return () => clearTimeout(timer);
  }, [key, userId, name, draft]);
  useEffect(() => {
    // After a sign-out, leaves nothing behind for the next user of this computer.
    const keep = () => {
      if (getSession()?.userId !== userId) return;
      savePreference(key, latest.current);
      if (latest.current === blank.current) return;
      void storeFormDraft(userId, name, latest.current, Date.now()).catch(() => undefined);
    };
    const stop = onLeaving(keep);
    return () => {
      stop();
      keep();
    };
  }, [key, userId, name]);

  function again(): void {
    latest.current = fresh();
    blank.current = latest.current;
    void removeFormDraft(userId, name).catch(() => undefined);
    setDraft(latest.current);
  }
  return [draft, setDraft, again] as const;
}
