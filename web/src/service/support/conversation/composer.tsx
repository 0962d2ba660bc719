import type { TicketView } from '@aisle/contract/service/support';
import { Button, CloseButton, SegmentedControl, Textarea } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { offerToOpen } from '../../../core/notice.tsx';
import { useHotkeys } from '../../../ui/hotkeys.ts';
import { useIsNarrow } from '../../../ui/use-is-narrow.ts';
import { useLeaveTicket } from '../ticket/use-ticket-write.ts';
import { AttachButton, AttachedFiles, useAttachments } from './attachments.tsx';
import { CannedReplies, missingText, useReplyValues, withCanned } from './canned-replies.tsx';
import classes from './composer.module.css';
import { CannedReplyActions, ClosedNotice, NewerNotice, Recipient } from './composer-notices.tsx';
import { SendButton } from './send-button.tsx';
import { useReply } from './use-reply.ts';

interface ComposerProps {
  ticket: TicketView;
  nextId: string | null | undefined;
  onTyping: () => void;
}

/** The editor for replies and notes. On a phone a bar opens it, so that the conversation has the full screen. */
export function Composer(props: ComposerProps) {
  const { ticket } = props;
  if (ticket.status === 'closed') return <ClosedNotice ticket={ticket} />;
  return <OpenComposer {...props} />;
}

function OpenComposer({ ticket, nextId, onTyping }: ComposerProps) {
  const attachments = useAttachments();
  const reply = useReply(ticket, attachments);
  const { leave, comeBack } = useLeaveTicket(ticket._id, nextId);
  const { draft, write, problem } = reply;
  const values = useReplyValues(ticket);
  const isNarrow = useIsNarrow();
  const [isOpen, setOpen] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const isNote = draft.kind === 'note';
  const hint = problem ?? (isNote ? undefined : missingText(draft.text));
  const hintId = useId();

  function begin(kind: typeof draft.kind): void {
    setOpen(true);
    write({ kind });
    requestAnimationFrame(() => field.current?.focus());
  }
  useHotkeys({
    r: () => begin('reply'),
    n: () => begin('note'),
    c: () => {
      setOpen(true);
      setChoosing(true);
    },
  });
  async function send(status = draft.status): Promise<void> {
    if (!(await reply.send(status))) {
      field.current?.focus();
      return;
    }
    setOpen(false);
    if (draft.kind !== 'reply' || status !== 'resolved') return;
    leave();
    if (comeBack) offerToOpen(`Reply sent, ${ticket.number} resolved`, comeBack);
  }

  if (isNarrow && !isOpen && draft.text === '') {
    return (
      <div className={classes.bar}>
        <Button onClick={() => begin('reply')}>Reply</Button>
        <Button variant="default" onClick={() => begin('note')}>
          Add note
        </Button>
      </div>
    );
  }
  return (
    <form
      className={`column gap-2 flex-none ${classes.composer}`}
      data-kind={draft.kind}
      aria-label={isNote ? 'Note' : 'Reply'}
      {...attachments.target}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <div className={`row wrap gap-1 gap-x-3 text-sm ${classes.top}`}>
        <SegmentedControl
          size="xs"
          aria-label="What to write"
          value={draft.kind}
          onChange={(kind) => begin(kind as typeof draft.kind)}
          data={[
            { value: 'reply', label: 'Reply' },
            { value: 'note', label: 'Note' },
          ]}
        />
        {isNote ? (
          <span className={`inline-row gap-1 ${classes.internal}`}>
            <IconLock size={14} aria-hidden /> Only colleagues see notes
          </span>
        ) : (
          <Recipient ticket={ticket} />
        )}
        {isNarrow && draft.text === '' && (
          <CloseButton ml="auto" aria-label="Close" onClick={() => setOpen(false)} />
        )}
      </div>
      <NewerNotice newer={reply.newer} onSeen={reply.acknowledge} />
      <Textarea
        ref={field}
        aria-label={isNote ? 'Note' : 'Reply'}
        placeholder={isNote ? 'Write a note for colleagues' : 'Write a reply'}
        autosize
        minRows={isNarrow ? 2 : 3}
        maxRows={12}
        value={draft.text}
        aria-invalid={problem !== undefined}
        aria-describedby={hint ? hintId : undefined}
        onChange={(event) => {
          write({ text: event.currentTarget.value });
          onTyping();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur();
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          void send();
        }}
      />
      {hint && (
        <p id={hintId} className="m-0 text-sm bad" role={problem ? 'alert' : 'status'}>
          {hint}
        </p>
      )}
      <AttachedFiles attachments={attachments} />
      <CannedReplyActions draft={draft} write={write} />
      <div className="row wrap gap-2">
        <CannedReplies
          values={values}
          isOpen={isChoosing}
          onOpen={setChoosing}
          onChoose={(canned) => {
            write(withCanned(draft, canned, values));
            requestAnimationFrame(() => field.current?.focus());
          }}
        />
        <AttachButton attachments={attachments} />
        <SendButton
          ticket={ticket}
          draft={draft}
          hasNewer={reply.newer.length > 0}
          isSending={reply.isSending}
          onSend={(status) => void send(status)}
        />
      </div>
    </form>
  );
}
