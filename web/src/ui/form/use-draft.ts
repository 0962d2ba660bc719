import { useEffect, useRef, useState } from 'react';
import { keepPreference, readPreference } from '../../core/preferences.ts';
import { getSession, useSignedIn } from '../../core/session.ts';

const keepAfterMs = 400;

/**
 * What somebody is writing down, kept in this browser for them alone: it survives a reload and a phone that
 * goes to sleep, and goes with the session. Answers the draft, how to change it, and how to begin anew.
 */
export function useDraft<Draft extends object>(name: string, fresh: () => Draft) {
  const { userId } = useSignedIn();
  const key = `${name}:${userId}`;
  // What an older version kept may lack a field.
  const [draft, setDraft] = useState<Draft>(() => ({ ...fresh(), ...readPreference<object>(key, {}) }));
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
    const timer = setTimeout(() => keepPreference(key, draft), keepAfterMs);
    return () => clearTimeout(timer);
  }, [key, draft]);
  useEffect(() => {
    // Nothing is left behind for the next person at this computer.
    const keep = () => {
      if (getSession()?.userId === userId) keepPreference(key, latest.current);
    };
    addEventListener('pagehide', keep);
    return () => {
      removeEventListener('pagehide', keep);
      keep();
    };
  }, [key, userId]);
  function again(): void {
    latest.current = fresh();
    setDraft(latest.current);
  }
  return [draft, setDraft, again] as const;
}
