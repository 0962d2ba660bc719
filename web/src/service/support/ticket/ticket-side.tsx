import type { TicketView } from '@aisle/contract/service/support';
import type { Ref } from 'react';
import { useMay } from '../../../core/session/session.ts';
import { TicketCustomer } from './ticket-customer.tsx';
import { TicketFields } from './ticket-fields.tsx';
import { TicketOrder } from './ticket-order.tsx';

interface TicketSideProps {
  ticket: TicketView;
  /** The field of the assignee, for the key that leads there. */
  assignee?: Ref<HTMLInputElement>;
}

/** Beside the conversation: the ticket itself, who asks, and the order it is about. */
export function TicketSide({ ticket, assignee }: TicketSideProps) {
  const mayViewOrders = useMay('order_view');
  return (
    <>
      <TicketFields ticket={ticket} assignee={assignee} />
      {mayViewOrders && <TicketOrder ticket={ticket} />}
      <TicketCustomer ticket={ticket} />
    </>
  );
}
