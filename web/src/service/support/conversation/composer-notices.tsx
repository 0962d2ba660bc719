import type { TicketMessage, TicketView } from '@aisle/contract/service/support';
import { ticketStatusLabels } from '@aisle/contract/service/support-flow';
import { Alert, Button, CloseButton } from '@mantine/core';
import { Suspense, useState } from 'react';
import { later } from '../../../core/pages/lazy.ts';
import { useCan } from '../../../core/session/session.ts';
import { requesterOf } from '../ticket-labels.ts';
import classes from './composer.module.css';
import type { ReplyDraft } from './use-reply-draft.ts';

const NewTicket = later(() => import('../new-ticket.tsx').then((module) => module.NewTicket));

/** The recipient of a reply, or a notice that it can't be emailed. */
export function Recipient({ ticket }: { ticket: TicketView }) {
  const { contact, sender, location } = ticket;
  const email = contact?.email ?? sender?.email;
  if (email) {
    return (
      <span className={`min-w-0 secondary break-anywhere ${classes.recipient}`}>
        To {requesterOf(ticket)} &lt;{email}&gt;
      </span>
    );
  }
  if (location)
    return (
      <span className={`min-w-0 secondary break-anywhere ${classes.recipient}`}>To {location.name}</span>
    );
  return (
    <span className={`min-w-0 secondary break-anywhere ${classes.recipient}`} data-bad>
      No email address: this reply isn't sent to anyone
    </span>
  );
}

/** Messages that arrived during writing; the agent has to read them before sending. */
export function NewerNotice({ newer, onSeen }: { newer: readonly TicketMessage[]; onSeen: () => void }) {
  const [first] = newer;
  if (!first) return null;
  const names = [...new Set(newer.map(({ author }) => author.name))].join(', ');
  return (
    <Alert color="yellow" variant="light" p="xs" role="alert" title={`${names} wrote while you were writing`}>
      {newer.map(({ _id, text, internal }) => (
        <p key={_id} className={`m-0 pre-wrap break-anywhere ${classes.newer}`}>
          {internal && 'Note: '}
          {text}
        </p>
      ))}
      <Button size="compact-sm" variant="default" mt={4} onClick={onSeen}>
        Got it
      </Button>
    </Alert>
  );
}

interface CannedReplyActionsProps {
  draft: ReplyDraft;
  write: (patch: Partial<ReplyDraft>) => void;
}
/** The actions of a canned reply; the agent can remove each of them. */
export function CannedReplyActions({
  draft: { kind, status, assignToMe, addTags },
  write,
}: CannedReplyActionsProps) {
  const also = [
    ...(status && kind === 'reply'
      ? [{ key: 'status', label: `Status: ${ticketStatusLabels[status]}`, drop: { status: null } }]
      : []),
    ...(assignToMe ? [{ key: 'assign', label: 'Assign to me', drop: { assignToMe: false } }] : []),
    ...addTags.map((tag) => ({
      key: `tag ${tag}`,
      label: `Tag: ${tag}`,
      drop: { addTags: addTags.filter((one) => one !== tag) },
    })),
  ];
  if (also.length === 0) return null;
  return (
    <ul className={classes.also} aria-label="Also on sending">
      {also.map(({ key, label, drop }) => (
        <li key={key}>
          {label}
          <CloseButton size="xs" aria-label={`Leave out: ${label}`} onClick={() => write(drop)} />
        </li>
      ))}
    </ul>
  );
}

/** A closed ticket accepts no replies; a new ticket is needed to contact the customer again. */
export function ClosedNotice({ ticket }: { ticket: TicketView }) {
  const mayAdd = useCan('support_add');
  const [isNew, setNew] = useState(false);
  if (ticket.mergedInto) return null;
  return (
    <div className={classes.closed}>
      This ticket is closed.
      {mayAdd && (
        <Button variant="default" onClick={() => setNew(true)}>
          New ticket
        </Button>
      )}
      {isNew && (
        <Suspense>
          <NewTicket
            customer={ticket.customer ?? undefined}
            order={ticket.order ?? undefined}
            onClose={() => setNew(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
