import { supportRoutes, type TicketMessage, type TicketView } from '@aisle/contract/service/support';
import type { TicketStatus } from '@aisle/contract/system/support-rules';
import { useState } from 'react';
import { useWrite } from '../../../core/api.ts';
import { isApiError, messageOf } from '../../../core/api-error.ts';
import { notifyError } from '../../../core/notice.tsx';
import { useSignedIn } from '../../../core/session/session.ts';
import { useShowTicket } from '../ticket/use-ticket-write.ts';
import type { Attachments } from './attachments.tsx';
import { type ReplyDraft, useReplyDraft } from './use-reply-draft.ts';

/** Messages by others since the draft began. */
function newerMessages(
  { messages }: Pick<TicketView, 'messages'>,
  { after }: Pick<ReplyDraft, 'after'>,
  userId: string,
): TicketMessage[] {
  const at = messages.findIndex(({ _id }) => _id === after);
  if (at < 0) return [];
  return messages.slice(at + 1).filter(({ author }) => author._id !== userId);
}

/** The draft on a ticket and its sending; it can't be sent before its author has seen the latest messages. */
export function useReply(ticket: TicketView, attachments: Attachments) {
  const { userId } = useSignedIn();
  const replying = useWrite(supportRoutes.reply, { quiet: true });
  const showTicket = useShowTicket();
  const { draft, change, clearSent } = useReplyDraft(ticket._id);
  const [problem, setProblem] = useState<string>();
  const latest = ticket.messages.at(-1)?._id ?? null;
  const newer = newerMessages(ticket, draft, userId);

  function write(patch: Partial<ReplyDraft>): void {
    setProblem(undefined);
    const begins = draft.text === '' && patch.text !== undefined;
    change({ ...patch, ...(begins && { after: latest }) });
  }

  async function post(status: ReplyDraft['status'] | TicketStatus, version: number): Promise<TicketView> {
    const isNote = draft.kind === 'note';
    return replying.mutateAsync({
      params: { id: ticket._id },
      body: {
        text: draft.text,
        version,
        ...(isNote && { internal: true }),
        ...(!isNote && status && status !== ticket.status && { status }),
        ...(draft.assignToMe && { assignee: 'me' }),
        ...(draft.addTags.length > 0 && { addTags: draft.addTags }),
      },
      files: { attachments: attachments.files },
    });
  }

  /** Sends the draft. After a conflict without new messages, it tries again with the current version. */
  async function attempt(status: ReplyDraft['status'], version: number, isAgain = false): Promise<boolean> {
    try {
      showTicket(await post(status, version));
      return true;
    } catch (error) {
      if (!isApiError(error)) throw error;
      if (error.code === 'version-stale' && error.data) {
        const fresh = error.data as TicketView;
        showTicket(fresh);
        // The new messages appear above the reply, to be read first.
        if (newerMessages(fresh, draft, userId).length > 0) return false;
        if (!isAgain) return attempt(status, fresh.version, true);
      }
      setProblem(error.fields[0]?.message ?? error.message);
      return false;
    }
  }

  async function send(status: ReplyDraft['status'] = draft.status): Promise<boolean> {
    if (replying.isPending) return false;
    if (draft.text.trim() === '') {
      setProblem(draft.kind === 'note' ? 'Write a note first' : 'Write a reply first');
      return false;
    }
    setProblem(undefined);
    try {
      const isSent = await attempt(status, ticket.version);
      if (!isSent) return false;
      clearSent(draft);
      attachments.remove(...attachments.files);
      return true;
    } catch (error) {
      notifyError(messageOf(error));
      return false;
    }
  }

  return {
    draft,
    write,
    send,
    isSending: replying.isPending,
    problem,
    newer,
    /** The author has seen the new messages. */
    acknowledge: () => change({ after: latest }),
  };
}
