import { formatDateTime } from '@aisle/contract/core/dates';
import { supportRoutes, type Ticket } from '@aisle/contract/service/support';
import { IconAlertTriangle, IconFlag } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { read } from '../../../core/api.ts';
import { useSession } from '../../../core/session/session.ts';
import { TicketStatus } from '../../../links/service/ticket-status.tsx';
import { SelectBox } from '../../../ui/list/rows/select-rows.tsx';
import type { Selection } from '../../../ui/list/rows/selection.ts';
import { dayText, timeText } from '../../../ui/values/when.ts';
import { agentPrefix, dueText, priorityLabels, requesterOf } from '../ticket-labels.ts';
import classes from './inbox.module.css';

interface TicketRowProps {
  ticket: Ticket;
  isCurrent: boolean;
  hidesStatus: boolean;
  selection: Selection<Ticket>;
}

/** A ticket in the list: requester, subject, last message and urgency. */
export function TicketRow({ ticket, isCurrent, hidesStatus, selection }: TicketRowProps) {
  const client = useQueryClient();
  const userId = useSession()?.userId;
  const { _id, number, subject, excerpt, assignee, tags, lastMessageAt, lastFrom } = ticket;
  const warm = () => void client.prefetchQuery(read(supportRoutes.get, { params: { id: _id } }));
  return (
    <li ref={isCurrent ? reveal : undefined} className={classes.item}>
      <SelectBox
        label={`Select ${number}`}
        isOn={selection.has(ticket)}
        onToggle={() => selection.toggle(ticket)}
      />
      <Link
        to="/supports/$id"
        params={{ id: _id }}
        search
        className={`grid text-sm secondary ${classes.row}`}
        data-row
        data-waiting={lastFrom !== 'staff' || undefined}
        aria-current={isCurrent ? 'true' : undefined}
        onPointerEnter={warm}
        onFocus={warm}
      >
        <span className={classes.who} dir="auto">
          {requesterOf(ticket)}
        </span>
        <LastAt at={lastMessageAt} />
        <span className={classes.subject} dir="auto">
          {subject}
        </span>
        <span className={`truncate ${classes.excerpt}`} dir="auto">
          {agentPrefix(ticket, userId)}
          {excerpt}
        </span>
        <span className={`row wrap gap-1 gap-x-2 ${classes.tags}`}>
          {!hidesStatus && <TicketStatus status={ticket.status} />}
          <Urgency ticket={ticket} />
          {tags.slice(0, 2).map((tag) => (
            <span key={tag} className={classes.tag}>
              {tag}
            </span>
          ))}
          <span data-end>
            <span className="visually-hidden">{number}, </span>
            {assignee ? assignee.name : 'Unassigned'}
          </span>
        </span>
      </Link>
    </li>
  );
}

/** Today's messages show the time, older ones the day. */
const LastAt = ({ at }: { at: string }) => {
  const day = dayText(at);
  return (
    <time dateTime={at} className="tabular" title={formatDateTime(at)}>
      {day === 'Today' ? timeText(at) : day}
    </time>
  );
};

const reveal = (row: HTMLElement | null): void => row?.scrollIntoView({ block: 'nearest' });

/** Overdue and high-priority flags. A ticket that waits for the customer is never overdue. */
export function Urgency({ ticket }: { ticket: Pick<Ticket, 'priority' | 'dueAt' | 'isOverdue'> }) {
  const { priority, isOverdue } = ticket;
  return (
    <>
      {(priority === 'high' || priority === 'urgent') && (
        <span className={`waiting ${classes.priority}`} data-priority={priority}>
          <IconFlag size={14} aria-hidden />
          {priorityLabels[priority]}
        </span>
      )}
      {isOverdue && (
        <span className={classes.overdue} title={dueText(ticket, Date.now()) ?? undefined}>
          <IconAlertTriangle size={14} aria-hidden />
          Overdue
        </span>
      )}
    </>
  );
}
