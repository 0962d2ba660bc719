import { customerRoutes } from '@aisle/contract/customers/customers';
import type { TicketView } from '@aisle/contract/service/support';
import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Ref, useState } from 'react';
import { read } from '../../../core/api.ts';
import { useCan } from '../../../core/session/session.ts';
import { OrderInPlace } from '../../../sales/orders/record/order-in-place.tsx';
import { Panel } from '../../../ui/record/record-page.tsx';
import { dayText } from '../../../ui/values/when.ts';
import { TicketCustomer } from './ticket-customer.tsx';
import { TicketFields } from './ticket-fields.tsx';
import { useTicketEdit } from './use-ticket-edit.ts';
import { useActionNote } from './use-ticket-write.ts';

interface TicketSideProps {
  ticket: TicketView;
  /** The assignee field, which a keyboard shortcut focuses. */
  assignee?: Ref<HTMLInputElement>;
}

/** Details beside the conversation: the ticket, its requester and its order. */
export function TicketSide({ ticket, assignee }: TicketSideProps) {
  const mayViewOrders = useCan('order_view');
  return (
    <>
      <TicketFields ticket={ticket} assignee={assignee} />
      {mayViewOrders && <TicketOrder ticket={ticket} />}
      <TicketCustomer ticket={ticket} />
    </>
  );
}

/** The ticket's order with its actions; each result is added to the ticket as a note. */
function TicketOrder({ ticket }: { ticket: TicketView }) {
  const note = useActionNote(ticket._id);
  const canEdit = useCan('support_edit');
  const [isChoosing, setChoosing] = useState(false);
  const { order } = ticket;
  if (!order) return canEdit && ticket.contact ? <ChooseOrder ticket={ticket} /> : null;
  return (
    <>
      <OrderInPlace id={order._id} onDone={(result) => note(`${order.number}: ${result}`)} />
      {canEdit && ticket.contact && !isChoosing && (
        <div className="flex wrap gap-2">
          <Button variant="subtle" color="gray" size="compact-sm" onClick={() => setChoosing(true)}>
            Choose another order
          </Button>
        </div>
      )}
      {isChoosing && <ChooseOrder ticket={ticket} onDone={() => setChoosing(false)} />}
    </>
  );
}

/** Links one of the customer's latest orders. */
function ChooseOrder({ ticket, onDone }: { ticket: TicketView; onDone?: () => void }) {
  const mayView = useCan('customer_view');
  const { save, errors } = useTicketEdit(ticket);
  const { data: customer } = useQuery({
    ...read(customerRoutes.show, { params: { id: ticket.contact?._id ?? '' } }),
    enabled: mayView && ticket.contact !== null,
    meta: { quiet: true },
  });
  const orders = customer?.lastOrders ?? [];
  if (orders.length === 0) return null;
  return (
    <Panel title={ticket.order ? 'Another order' : 'Order'}>
      <Select
        label="Link an order"
        placeholder="Choose one of their latest orders"
        data={orders.map(({ _id, number, createdAt, locationName }) => ({
          value: _id,
          label: `${number} · ${dayText(createdAt)} · ${locationName}`,
        }))}
        value={null}
        error={errors.orderId}
        onChange={(orderId) => {
          save({ orderId });
          onDone?.();
        }}
      />
    </Panel>
  );
}
