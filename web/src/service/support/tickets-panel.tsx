import { fullName } from '@aisle/contract/core/full-name';
import type { TicketFilters } from '@aisle/contract/service/support';
import { Button, Text } from '@mantine/core';
import { Suspense, useState } from 'react';
import { later } from '../../core/pages/lazy.ts';
import { useCan } from '../../core/session/session.ts';
import { TicketLink } from '../../links/service/ticket-link.tsx';
import { TicketStatus } from '../../links/service/ticket-status.tsx';
import { Panel } from '../../ui/record/record-page.tsx';
import { AnchorLink } from '../../ui/record/screen-link.tsx';
import { DateText } from '../../ui/values/values.tsx';
import { Urgency } from './inbox/ticket-row.tsx';
import { useNewestTickets } from './ticket/other-tickets.tsx';
import classes from './ticket/side.module.css';

const NewTicket = later(() => import('./new-ticket.tsx').then((module) => module.NewTicket));

interface TicketsPanelProps {
  filters: Pick<TicketFilters, 'customerId' | 'orderId'>;
  customer: { _id: string; name: string };
  order?: { _id: string; number: string };
  /** Shows a button for a new ticket if the page has none. */
  canAdd?: boolean;
}

/** The tickets of a customer or an order, for the pages of both; the router passes it in. */
function TicketsPanel({ filters, customer, order, canAdd = false }: TicketsPanelProps) {
  const mayAdd = useCan('support_add') && canAdd;
  const [isNew, setNew] = useState(false);
  const { data } = useNewestTickets(filters);
  const tickets = data?.records ?? [];
  if (data && tickets.length === 0 && canAdd && !mayAdd) return null;
  return (
    <Panel
      title="Tickets"
      tools={
        mayAdd && (
          <Button variant="default" size="xs" onClick={() => setNew(true)}>
            New ticket
          </Button>
        )
      }
    >
      {data && tickets.length === 0 && <Text c="dimmed">No tickets yet.</Text>}
      <ul className={`plain-list grid gap-2 text-sm ${classes.rows}`} aria-label="Tickets">
        {tickets.slice(0, 5).map((ticket) => (
          <li key={ticket._id}>
            <TicketLink id={ticket._id} number={ticket.number} />
            <TicketStatus status={ticket.status} />
            <Urgency ticket={ticket} />
            <span className={`ml-auto secondary`}>
              <DateText value={ticket.lastMessageAt} withTime isShort />
            </span>
            <span className={classes.subject}>{ticket.subject}</span>
          </li>
        ))}
      </ul>
      {tickets.length > 5 && (
        <AnchorLink to="/supports" search={filters} size="sm">
          All tickets
        </AnchorLink>
      )}
      {isNew && (
        <Suspense>
          <NewTicket customer={customer} order={order} onClose={() => setNew(false)} />
        </Suspense>
      )}
    </Panel>
  );
}

interface OfCustomer {
  customer: { _id: string; firstName: string; lastName: string };
}
export const CustomerTickets = ({ customer }: OfCustomer) => (
  <TicketsPanel
    filters={{ customerId: customer._id }}
    customer={{ _id: customer._id, name: fullName(customer) }}
  />
);

export function NewCustomerTicket({ customer }: OfCustomer) {
  const mayAdd = useCan('support_add');
  const [isNew, setNew] = useState(false);
  if (!mayAdd) return null;
  return (
    <>
      <Button variant="default" onClick={() => setNew(true)}>
        New ticket
      </Button>
      {isNew && (
        <Suspense>
          <NewTicket
            customer={{ _id: customer._id, name: fullName(customer) }}
            onClose={() => setNew(false)}
          />
        </Suspense>
      )}
    </>
  );
}

interface OfOrder {
  order: { _id: string; number: string; customer: { _id: string; name: string } };
}
export function OrderTickets({ order }: OfOrder) {
  const mayList = useCan('support_list');
  if (!mayList) return null;
  return <TicketsPanel filters={{ orderId: order._id }} customer={order.customer} order={order} canAdd />;
}
