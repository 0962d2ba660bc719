import type { TicketStatus } from '@aisle/contract/system/support-rules';
import { useCallback, useEffect, useRef, useState } from 'react';
import { findFormDraft, removeFormDraft, storeFormDraft } from '../../../core/offline/browser-store.ts';
import { useSignedIn } from '../../../core/session/session.ts';
import { textSince } from '../../../ui/form/fields/text-since.ts';

const saveAfterMs = 300;

/** An agent's draft on a ticket. */
export interface ReplyDraft {
  kind: 'reply' | 'note';
  text: string;
  /** The status that a canned reply sets. */
  status: Exclude<TicketStatus, 'closed'> | null;
  assignToMe: boolean;
  addTags: string[];
  /** The latest message when writing began; the agent has to read later ones before sending. */
  after: string | null;
}
const emptyDraft: ReplyDraft = {
  kind: 'reply',
  text: '',
  status: null,
  assignToMe: false,
  addTags: [],
  after: null,
};

/** Stores an unfinished reply across reloads and ticket changes, encrypted for this user only. */
export function useReplyDraft(ticketId: string) {
  const { userId } = useSignedIn();
  const name = `reply ${ticketId}`;
  const [draft, setDraft] = useState(emptyDraft);
  const latest = useRef(draft);
  const wasTyped = useRef(false);

  useEffect(() => {
    let isGone = false;
    // A browser without storage has no drafts.
    void findFormDraft<Partial<ReplyDraft>>(userId, name)
      .catch(() => undefined)
      .then((kept) => {
        if (!isGone && kept && !wasTyped.current) setDraft({ ...emptyDraft, ...kept.content });
      });
    return () => {
      isGone = true;
    };
  }, [userId, name]);

  const keep = useCallback(() => {
    if (!wasTyped.current) return;
    const { current } = latest;
    const kept =
      current.text === '' ? removeFormDraft(userId, name) : storeFormDraft(userId, name, current, Date.now());
    void kept.catch(() => undefined);
  }, [userId, name]);
  useEffect(() => {
    latest.current = draft;
    const timer = setTimeout(keep, saveAfterMs);
    return () => clearTimeout(timer);
  }, [draft, keep]);
  useEffect(() => {
    addEventListener('pagehide', keep);
    return () => {
      removeEventListener('pagehide', keep);
      keep();
    };
  }, [keep]);

  const change = useCallback((patch: Partial<ReplyDraft>) => {
    wasTyped.current = true;
    setDraft((before) => ({ ...before, ...patch }));
  }, []);
  /** Clears the draft after sending, except for text typed in the meantime. */
  const clearSent = useCallback((sent: ReplyDraft) => {
    wasTyped.current = true;
    setDraft((now) => {
      const text = textSince(sent.text, now.text);
      return { ...emptyDraft, kind: now.kind, text, after: text === '' ? null : now.after };
    });
  }, []);
  return { draft, change, clearSent };
}
