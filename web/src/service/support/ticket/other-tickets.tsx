import { supportRoutes, type TicketFilters } from '@aisle/contract/service/support';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../core/api.ts';
import { TicketLink } from '../../../links/service/ticket-link.tsx';
import { TicketStatus } from '../../../links/service/ticket-status.tsx';
import { AnchorLink } from '../../../ui/record/screen-link.tsx';
import { DateText } from '../../../ui/values/values.tsx';
import classes from './side.module.css';

const shown = 5;
/** The newest tickets that match a filter. */
export const useNewestTickets = (filters: TicketFilters) =>
  useQuery({
    ...read(supportRoutes.list, {
      body: { filters, limit: shown + 1, sort: { field: 'createdAt', order: 'desc' } },
    }),
    meta: { quiet: true },
  });

/** Other tickets of the customer. */
export function OtherTickets({ customerId, exceptId }: { customerId: string; exceptId: string }) {
  const { data } = useNewestTickets({ customerId });
  const others = data?.records.filter(({ _id }) => _id !== exceptId) ?? [];
  if (others.length === 0) return null;
  return (
    <div>
      <h3 className={`m-0 mt-2 text-xs secondary ${classes.title}`}>Other tickets</h3>
      <ul className={`plain-list grid gap-2 text-sm ${classes.rows}`} aria-label="Other tickets">
        {others.slice(0, shown).map((ticket) => (
          <li key={ticket._id}>
            <TicketLink id={ticket._id} number={ticket.number} />
            <TicketStatus status={ticket.status} />
            <span className={`ml-auto secondary`}>
              <DateText value={ticket.createdAt} />
            </span>
            <span className={classes.subject}>{ticket.subject}</span>
          </li>
        ))}
      </ul>
      {others.length > shown && (
        <AnchorLink to="/supports" search={{ customerId }} size="sm">
          All tickets
        </AnchorLink>
      )}
    </div>
  );
}
