import type { Order } from '@aisle/contract/sales/orders/order-view';
import { Stack } from '@mantine/core';
import { OrderLink } from '../../../links/sales/order-link.tsx';
import { OrderStatus } from '../../../links/sales/order-status.tsx';
import { RecordLink } from '../../../ui/record/record-link.tsx';
import { Facts, Panel } from '../../../ui/record/record-page.tsx';
import classes from './order-record.module.css';

/** The checkout of an order, with its other orders. */
export function OrderCheckout({ order }: { order: Order }) {
  const { _id, number, source, externalId, siblings } = order.mainOrder;
  return (
    <Panel title="Checkout">
      <Facts
        facts={[
          ['Number', <CheckoutLink key="number" id={_id} number={number} />],
          ['Source', source === 'staff' ? 'Phone order' : 'Storefront'],
          ['Storefront number', externalId],
          [
            'Other orders',
            siblings.length > 0 && (
              <Stack gap={4}>
                {siblings.map((part) => (
                  <span key={part._id} className={`row wrap ${classes.badges}`}>
                    <OrderLink id={part._id} number={part.number} />
                    <OrderStatus status={part.headlineStatus} fulfilment={order.fulfilment} />
                    {part.locationName}
                  </span>
                ))}
              </Stack>
            ),
          ],
        ]}
      />
    </Panel>
  );
}

/** A link to a checkout. */
const CheckoutLink = ({ id, number }: { id: string; number: string }) => (
  <RecordLink to="/orders/checkouts/$id" params={{ id }} permission="order_view">
    {number}
  </RecordLink>
);
