import type { TicketStatus } from '@aisle/contract/system/support-rules';
import { useCallback } from 'react';
import { useStoredDraft } from '../../../ui/form/drafts/use-stored-draft.ts';
import { textSince } from '../../../ui/form/fields/text-since.ts';

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

const isEmpty = ({ text }: ReplyDraft): boolean => text === '';

/** An unfinished reply stays with its ticket. */
export function useReplyDraft(ticketId: string) {
  const [draft, setDraft] = useStoredDraft(`reply ${ticketId}`, emptyDraft, isEmpty);
  const change = useCallback(
    (patch: Partial<ReplyDraft>) => setDraft((before) => ({ ...before, ...patch })),
    [setDraft],
  );
  /** Clears the draft after sending, except for text typed in the meantime. */
  const clearSent = useCallback(
    (sent: ReplyDraft) =>
      setDraft((now) => {
        const text = textSince(sent.text, now.text);
        return { ...emptyDraft, kind: now.kind, text, after: text === '' ? null : now.after };
      }),
    [setDraft],
  );
  return { draft, change, clearSent };
}
