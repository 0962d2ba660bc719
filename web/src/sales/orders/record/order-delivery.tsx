import { type OrderDelivery as Delivery, dispatchRoutes } from '@aisle/contract/sales/dispatch/dispatch';
import { isDriverExpected } from '@aisle/contract/sales/dispatch/dispatch-status-groups';
import { isActive, isCalledOff } from '@aisle/contract/sales/orders/order-status-groups';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { Anchor } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { invalidate, read } from '../../../core/api.ts';
import { useLiveTopic } from '../../../core/events.ts';
import { DriverLink } from '../../../links/sales/driver-link.tsx';
import { DeliveryStatus } from '../../../links/sales/driver-status.tsx';
import { OrderStatus } from '../../../links/sales/order-status.tsx';
import { PhoneLink } from '../../../ui/record/contact.tsx';
import { type Fact, isKnown } from '../../../ui/record/record-head.tsx';
import { Facts, Panel } from '../../../ui/record/record-page.tsx';
import { DateText } from '../../../ui/values/values.tsx';
import { slotText } from '../../../ui/values/when.ts';
import { dueLabel } from './order-head.tsx';
import classes from './order-record.module.css';

/** The drivers of an order, latest first. */
export function useDeliveries(order: Order): readonly Delivery[] {
  const client = useQueryClient();
  // Each step of a driver emits an order event.
  useLiveTopic(
    'orders',
    useCallback(() => void invalidate(client, ['dispatch']), [client]),
  );
  const query = useQuery({
    ...read(dispatchRoutes.ofOrder, { params: { id: order._id } }),
    enabled: order.fulfilment === 'delivery',
    meta: { quiet: true },
  });
  return query.data ?? [];
}

/** The due time, the driver and the proof of delivery. */
export function OrderDelivery({ order, deliveries }: { order: Order; deliveries: readonly Delivery[] }) {
  const { fulfilment, slot, timeZone, dispatchStatus, status, deliveredAt, comingBackFrom } = order;
  const [latest, ...earlier] = deliveries;
  const isOwnStaff = dispatchStatus === 'offQueue';
  if (isCalledOff(status) && !latest) return null;
  const isSearching = isActive(status) && !comingBackFrom && dispatchStatus && dispatchStatus !== 'awaiting';
  const facts: Fact[] = [
    // During picking the header shows the due time.
    [dueLabel(order), status !== 'processing' && (slot || isActive(status)) && slotText(slot, timeZone)],
    [
      fulfilment === 'pickup' ? 'Picked up' : 'Delivered',
      deliveredAt && <DateText key="at" value={deliveredAt} withTime timeZone={timeZone} />,
    ],
    [
      'Pickup code',
      status === 'pickup' && order.handOverCode && (
        <Code key="code" of="The customer gives it to you" code={order.handOverCode} />
      ),
    ],
    // A driver's own status is more specific.
    [
      'Status',
      isSearching && (!latest || latest.endedAt) && <OrderStatus key="status" status={dispatchStatus} />,
    ],
    ...(latest && !isOwnStaff ? driverFacts(order, latest) : []),
    [
      'Earlier attempts',
      (isOwnStaff ? deliveries : earlier).length > 0 &&
        (isOwnStaff ? deliveries : earlier).map((attempt) => (
          <Earlier key={attempt._id} attempt={attempt} timeZone={timeZone} />
        )),
    ],
  ];
  if (!facts.some(isKnown)) return null;
  return (
    <Panel title={fulfilment === 'pickup' ? 'Pickup' : 'Delivery'}>
      <Facts facts={facts} />
    </Panel>
  );
}

/** Shows codes only while they are needed: first at the counter, then at the door. */
function driverFacts({ dispatchStatus, handOverCode }: Order, delivery: Delivery): Fact[] {
  const { driverId, driverName, driverPhone, status, reason, proof, photo, dropCode } = delivery;
  const { wrongCodes, wrongPickupCodes } = delivery;
  const isOpen = delivery.endedAt === null;
  const isAtCounter = isDriverExpected(dispatchStatus);
  return [
    [
      'Driver',
      <span key="name" className={`row wrap ${classes.badges}`}>
        <DriverLink id={driverId} name={driverName} />
        <DeliveryStatus status={status} />
      </span>,
    ],
    ['Phone', isOpen && driverPhone && <PhoneLink phone={driverPhone} />],
    ['Trip', delivery.tripNumber],
    [
      'Hand-over code',
      isOpen && isAtCounter && handOverCode && <Code of="You give it to the driver" code={handOverCode} />,
    ],
    [
      'Door code',
      isOpen && status !== 'offered' && <Code of="The customer gives it to the driver" code={dropCode} />,
    ],
    ['Reason', status !== 'delivered' && reason],
    ['Proof', proof && proofs[proof]],
    ['Wrong hand-over codes', wrongPickupCodes > 0 && String(wrongPickupCodes)],
    ['Wrong door codes', wrongCodes > 0 && String(wrongCodes)],
    [
      'Photo',
      photo && (
        <Anchor href={photo.large} target="_blank">
          <img src={photo.medium} alt={photo.alt} className={classes.photo} />
        </Anchor>
      ),
    ],
  ];
}

const Code = ({ of, code }: { of: string; code: string }) => (
  <strong className={classes.code} title={of}>
    {code}
  </strong>
);

const proofs = { code: "Customer's code", photo: 'Photo', staff: 'Confirmed by staff' };

const Earlier = ({ attempt, timeZone }: { attempt: Delivery; timeZone: string }) => (
  <div className={`row wrap ${classes.badges}`}>
    {attempt.driverName}
    <DeliveryStatus status={attempt.status} />
    <DateText value={attempt.endedAt} withTime timeZone={timeZone} />
  </div>
);
