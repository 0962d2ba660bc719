import { useEffect, useRef, useState } from 'react';
import { findFormDraft, removeFormDraft, storeFormDraft } from '../../../core/offline/browser-store.ts';
import { readPreference, savePreference } from '../../../core/preferences/preferences.ts';
import { getSession, useSignedIn } from '../../../core/session/session.ts';

const saveAfterMs = 400;

/**
 * What somebody is writing down, kept in this browser for them alone: it survives a reload and a phone that goes to
 * sleep; and the end of a session, if they keep unfinished work (then it is encrypted). Returns the draft, how to
 * change it, and how to begin anew.
 */
export function useDraft<Draft extends object>(name: string, fresh: () => Draft) {
  const { userId } = useSignedIn();
  const key = `${name}:${userId}`;
  const kept = useRef(readPreference<object | null>(key, null));
  // What an older version kept may lack a field.
  const [draft, setDraft] = useState<Draft>(() => ({ ...fresh(), ...kept.current }));
  const latest = useRef(draft);
  /** Nothing has been written down in it. */
  const blank = useRef(kept.current ? null : draft);

  useEffect(() => {
    if (kept.current) return;
    let isGone = false;
    // A browser that stores nothing has no drafts.
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
    // Nothing is left behind for the next person at this computer.
    const keep = () => {
      if (getSession()?.userId === userId) savePreference(key, latest.current);
    };
    addEventListener('pagehide', keep);
    return () => {
      removeEventListener('pagehide', keep);
      keep();
    };
  }, [key, userId]);

  function again(): void {
    latest.current = fresh();
    blank.current = latest.current;
    void removeFormDraft(userId, name).catch(() => undefined);
    setDraft(latest.current);
  }
  return [draft, setDraft, again] as const;
}
