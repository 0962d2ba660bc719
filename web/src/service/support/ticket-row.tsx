import { supportRoutes, type Ticket } from '@aisle/contract/service/support';
import { IconAlertTriangle, IconFlag } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { read } from '../../core/api.ts';
import { TicketStatus } from '../../links/ticket-status.tsx';
import { DateText } from '../../ui/values.tsx';
import classes from './inbox.module.css';
import { askerOf, dueText, priorityLabels } from './ticket-words.ts';

interface TicketRowProps {
  ticket: Ticket;
  isCurrent: boolean;
}

/** One ticket of the list: who, about what, what was said last, and what makes it urgent. */
export function TicketRow({ ticket, isCurrent }: TicketRowProps) {
  const client = useQueryClient();
  const { _id, number, subject, excerpt, assignee, tags, lastMessageAt, lastFrom } = ticket;
  const warm = () => void client.prefetchQuery(read(supportRoutes.get, { params: { id: _id } }));
  return (
    <li ref={isCurrent ? reveal : undefined}>
      <Link
        to="/supports/$id"
        params={{ id: _id }}
        search
        className={classes.row}
        data-row
        data-waiting={lastFrom !== 'staff' || undefined}
        aria-current={isCurrent ? 'true' : undefined}
        onPointerEnter={warm}
        onFocus={warm}
      >
        <span className={classes.who} dir="auto">
          {askerOf(ticket)}
        </span>
        <DateText value={lastMessageAt} withTime isShort />
        <span className={classes.subject} dir="auto">
          {subject}
        </span>
        <span className={classes.excerpt} dir="auto">
          {lastFrom === 'staff' && 'You replied: '}
          {excerpt}
        </span>
        <span className={classes.tags}>
          <TicketStatus status={ticket.status} />
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

const reveal = (row: HTMLElement | null): void => row?.scrollIntoView({ block: 'nearest' });

/** What is late, and what is more important than usual. */
export function Urgency({ ticket }: { ticket: Pick<Ticket, 'priority' | 'dueAt' | 'isOverdue'> }) {
  const { priority, isOverdue } = ticket;
  return (
    <>
      {(priority === 'high' || priority === 'urgent') && (
        <span className={classes.priority} data-priority={priority}>
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
