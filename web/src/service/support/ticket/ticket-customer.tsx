import { fullName } from '@aisle/contract/core/full-name';
import { formatMoney } from '@aisle/contract/core/money';
import { formatCount } from '@aisle/contract/core/pluralize';
import { type CustomerView, customerRoutes } from '@aisle/contract/customers/customers';
import type { TicketView } from '@aisle/contract/service/support';
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../core/api.ts';
import { useCan } from '../../../core/session/session.ts';
import { AdjustCoinsButton } from '../../../customers/coins/adjust-coins-button.tsx';
import { CustomerLink } from '../../../links/customers/customer-link.tsx';
import { CustomerSelect } from '../../../links/customers/customer-select.tsx';
import { LocationLink } from '../../../links/locations/location-link.tsx';
import { OrderLink, OrderState } from '../../../links/sales/order-link.tsx';
import { EmailLink, PhoneLink } from '../../../ui/record/contact.tsx';
import { Facts, Panel } from '../../../ui/record/record-page.tsx';
import { DateText } from '../../../ui/values/values.tsx';
import { OtherTickets } from './other-tickets.tsx';
import classes from './side.module.css';
import { useTicketEdit } from './use-ticket-edit.ts';
import { useActionNote } from './use-ticket-write.ts';

/** The customer's contact details, value, orders and other tickets. */
export function TicketCustomer({ ticket }: { ticket: TicketView }) {
  const mayView = useCan('customer_view');
  const { contact, location, sender } = ticket;
  const { data: customer } = useQuery({
    ...read(customerRoutes.show, { params: { id: contact?._id ?? '' } }),
    enabled: mayView && contact !== null,
    meta: { quiet: true },
  });
  const note = useActionNote(ticket._id);
  if (!contact) return <UnknownCustomer ticket={ticket} />;
  const name = fullName(contact);
  return (
    <Panel title="Customer">
      <div className={`grid gap-3 ${classes.fields}`}>
        <div className={`grid gap-1 break-anywhere ${classes.person}`}>
          <span>
            <CustomerLink id={contact._id} name={name} />
          </span>
          <span>
            <PhoneLink phone={contact.phone} />
          </span>
          {contact.email && (
            <span>
              <EmailLink email={contact.email} />
            </span>
          )}
          {sender && sender.email !== contact.email && (
            <span className="secondary">Wrote from {sender.email}</span>
          )}
          {location && <LocationLink id={location._id} name={location.name} />}
        </div>
        {contact.status === 'blocked' && (
          <Alert color="red" variant="light" p="xs">
            Blocked: can't place orders
          </Alert>
        )}
        {customer && <CustomerSummary customer={customer} />}
        <div className="flex wrap gap-2">
          <AdjustCoinsButton customer={{ _id: contact._id, name }} onDone={(result) => note(result)} />
        </div>
        {customer && <Orders customer={customer} />}
        <OtherTickets customerId={contact._id} exceptId={ticket._id} />
      </div>
    </Panel>
  );
}

const CustomerSummary = ({
  customer: { lifetime, coinBalance, currentSubscription, createdAt },
}: AboutCustomer) => (
  <Facts
    facts={[
      ['Orders', lifetime && `${formatCount(lifetime.orders)} · ${formatMoney(lifetime.total)}`],
      ['Coins', coinBalance !== null && formatCount(coinBalance)],
      ['Plan', currentSubscription?.name],
      ['Customer since', <DateText key="since" value={createdAt} />],
    ]}
  />
);

interface AboutCustomer {
  customer: CustomerView;
}

const maxOrders = 5;
function Orders({ customer: { lastOrders } }: AboutCustomer) {
  if (lastOrders.length === 0) return null;
  return (
    <div>
      <h3 className={`m-0 mt-2 text-xs secondary ${classes.title}`}>Latest orders</h3>
      <ul className={`plain-list grid gap-2 text-sm ${classes.rows}`} aria-label="Latest orders">
        {lastOrders.slice(0, maxOrders).map((order) => (
          <li key={order._id}>
            <OrderLink id={order._id} number={order.number} />
            <OrderState status={order.headlineStatus} />
            <span className="ml-auto">{formatMoney(order.total)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A store's own ticket, or an email from an unknown sender, which can be linked to a customer. */
function UnknownCustomer({ ticket }: { ticket: TicketView }) {
  const canEdit = useCan('support_edit');
  const mayList = useCan('customer_list');
  const { save, errors } = useTicketEdit(ticket);
  const { sender, location } = ticket;
  return (
    <Panel title={location ? 'Store' : 'Customer'}>
      <div className={`grid gap-3 ${classes.fields}`}>
        {location && <LocationLink id={location._id} name={location.name} />}
        {sender && (
          <div className={`grid gap-1 break-anywhere ${classes.person}`}>
            <span>{sender.name ?? 'Unknown sender'}</span>
            <span>
              <EmailLink email={sender.email} />
            </span>
          </div>
        )}
        {!location && canEdit && mayList && (
          <CustomerSelect
            label="Link to a customer"
            customer={null}
            error={errors.customerId}
            onPick={(customer) => customer && save({ customerId: customer._id })}
          />
        )}
      </div>
    </Panel>
  );
}
