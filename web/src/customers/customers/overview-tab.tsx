import { formatMoney } from '@aisle/contract/core/money';
import { formatCount } from '@aisle/contract/core/pluralize';
import type { CustomerView } from '@aisle/contract/customers/customers';
import { Text } from '@mantine/core';
import { useCan, useSignedIn } from '../../core/session/session.ts';
import { OrderLink, OrderState } from '../../links/sales/order-link.tsx';
import { EmailLink, PhoneLink } from '../../ui/record/contact.tsx';
import { Facts, Panel } from '../../ui/record/record-page.tsx';
import { AnchorLink } from '../../ui/record/screen-link.tsx';
import { MetricValue } from '../../ui/values/metric.tsx';
import { DateText, MoneyText } from '../../ui/values/values.tsx';
import { Addresses } from './customer-addresses.tsx';
import classes from './customers.module.css';

interface OverviewProps {
  customer: CustomerView;
}

/** The value, latest orders and addresses of a customer. */
export function Overview({ customer }: OverviewProps) {
  return (
    <>
      <CustomerValue customer={customer} />
      <LastOrders customer={customer} />
      {customer.erasedAt === null && <Addresses customer={customer} />}
    </>
  );
}

/** Only the marketplace sees the customer's lifetime value. */
function CustomerValue({ customer: { _id, lifetime, worth } }: OverviewProps) {
  if (!lifetime || !worth) return null;
  const average = lifetime.orders === 0 ? 0 : Math.round(lifetime.total / lifetime.orders);
  return (
    <Panel>
      <div className="flex wrap gap-3 gap-x-12">
        <MetricValue
          label="Orders"
          value={formatCount(lifetime.orders)}
          to="/orders"
          search={{ customerId: _id }}
        />
        <MetricValue label="Spent" value={formatMoney(lifetime.total)} />
        <MetricValue label="Last 12 months" value={formatMoney(worth.lastYear)} />
        <MetricValue label="Average basket" value={formatMoney(average)} />
        {worth.refunded > 0 && <MetricValue label="Refunded" value={formatMoney(worth.refunded)} />}
        {worth.returns > 0 && <MetricValue label="Returns" value={formatCount(worth.returns)} />}
      </div>
    </Panel>
  );
}

function LastOrders({ customer }: { customer: CustomerView }) {
  const mayList = useCan('order_list');
  const { lastOrders } = customer;
  return (
    <Panel
      title="Latest orders"
      tools={
        mayList &&
        lastOrders.length > 0 && (
          <AnchorLink to="/orders" search={{ customerId: customer._id }} size="sm">
            All orders
          </AnchorLink>
        )
      }
    >
      {lastOrders.length === 0 && <Text c="dimmed">No orders yet.</Text>}
      <ul className="plain-list lined">
        {lastOrders.map((order) => (
          <li key={order._id} className={`grid align-center gap-1 gap-x-3 ${classes.order}`}>
            <span className="tabular">
              <OrderLink id={order._id} number={order.number} />
            </span>
            <OrderState status={order.headlineStatus} />
            <span className="secondary truncate">{order.locationName}</span>
            <span className="secondary truncate">
              <DateText value={order.createdAt} />
            </span>
            <MoneyText value={order.total} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The customer's details, beside every tab. */
export function CustomerSide({ customer }: OverviewProps) {
  const { merged, worth } = customer;
  const isStore = useSignedIn().user.userType === 'store';
  return (
    <>
      <Panel title="Customer">
        <Facts
          facts={[
            ['Customer since', <DateText key="since" value={customer.createdAt} />],
            ['First order', worth?.firstOrderAt && <DateText key="first" value={worth.firstOrderAt} />],
            ['Plan', customer.currentSubscription?.name],
            [
              'Coins',
              customer.coinBalance !== null && (
                <span key="coins" className="tabular">
                  {formatCount(customer.coinBalance)}
                </span>
              ),
            ],
          ]}
        />
      </Panel>
      {merged.length > 0 && customer.erasedAt === null && (
        <Panel title="Also known as">
          <ul className="plain-list">
            {merged.map((other) => (
              <li key={other._id} className={`column gap-1 break-anywhere ${classes.known}`}>
                <Text fw={500}>{other.name}</Text>
                <PhoneLink phone={other.phone} />
                {other.email && <EmailLink email={other.email} />}
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {!isStore && customer.erasedAt === null && <Notes notes={customer.notes} />}
    </>
  );
}

function Notes({ notes }: Pick<CustomerView, 'notes'>) {
  return (
    <Panel title="Notes">
      {notes ? (
        <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{notes}</Text>
      ) : (
        <Text c="dimmed">No notes yet. Only staff can see them.</Text>
      )}
    </Panel>
  );
}
