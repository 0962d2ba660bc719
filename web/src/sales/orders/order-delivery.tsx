import { dispatchRoutes, type OrderDelivery } from '@aisle/contract/sales/dispatch';
import type { Order } from '@aisle/contract/sales/order-view';
import { Anchor } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { invalidate, read } from '../../core/api.ts';
import { useLiveTopic } from '../../core/events.ts';
import { DriverLink } from '../../links/driver-link.tsx';
import { DeliveryStatus } from '../../links/driver-status.tsx';
import { PhoneLink } from '../../ui/contact.tsx';
import { Facts, Panel } from '../../ui/record-page.tsx';
import { DateText } from '../../ui/values.tsx';
import classes from './orders.module.css';

/** Who brings an order, or brought it, and who did not. Nothing where no driver was ever asked. */
export function OrderDeliveries({ order }: { order: Order }) {
  const client = useQueryClient();
  // Each step of a driver is a step of the order.
  useLiveTopic(
    'orders',
    useCallback(() => void invalidate(client, ['dispatch']), [client]),
  );
  const query = useQuery({
    ...read(dispatchRoutes.ofOrder, { params: { id: order._id } }),
    enabled: order.fulfilment === 'delivery',
    meta: { quiet: true },
  });
  const [latest, ...earlier] = query.data ?? [];
  if (!latest) return null;
  const isOpen = latest.endedAt === null;
  return (
    <Panel title="Driver">
      <Facts
        facts={[
          [
            'Name',
            <span key="name" className={classes.states}>
              <DriverLink id={latest.driverId} name={latest.driverName} />
              <DeliveryStatus status={latest.status} />
            </span>,
          ],
          ['Phone', isOpen && latest.driverPhone && <PhoneLink phone={latest.driverPhone} />],
          ['Trip', latest.tripNumber],
          [
            'Code for the door',
            isOpen && latest.status !== 'offered' && (
              <strong className={classes.code} title="The customer says it to the driver">
                {latest.dropCode}
              </strong>
            ),
          ],
          ['Why', latest.reason && latest.status !== 'delivered' && latest.reason],
          ['Proof', latest.proof && proofs[latest.proof]],
          [
            'Photo',
            latest.photo && (
              <Anchor href={latest.photo.large} target="_blank">
                <img
                  src={latest.photo.medium}
                  alt={latest.photo.alt}
                  style={{ maxWidth: '100%', borderRadius: 6 }}
                />
              </Anchor>
            ),
          ],
          [
            'Earlier',
            earlier.length > 0 &&
              earlier.map((attempt) => <Earlier key={attempt._id} attempt={attempt} order={order} />),
          ],
        ]}
      />
    </Panel>
  );
}

const proofs = { code: 'The code of the customer', photo: 'A photo', staff: 'Staff said so' };

const Earlier = ({ attempt, order }: { attempt: OrderDelivery; order: Order }) => (
  <div className={classes.states}>
    {attempt.driverName}
    <DeliveryStatus status={attempt.status} />
    <DateText value={attempt.endedAt} withTime timeZone={order.timeZone} />
  </div>
);
