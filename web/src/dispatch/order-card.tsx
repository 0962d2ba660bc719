import { kmToMiles } from '@aisle/contract/core/dates';
import { type Board, type BoardOrder, dispatchRoutes } from '@aisle/contract/dispatch';
import { type OrderStep, orderRoutes } from '@aisle/contract/orders';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../core/api.ts';
import { useMay } from '../core/session.ts';
import { OrderLink } from '../orders/order-link.tsx';
import boardClasses from '../ui/board.module.css';
import { confirm } from '../ui/confirm.tsx';
import { RowMenu } from '../ui/list/row-menu.tsx';
import { lateness, slotText } from '../ui/when.ts';
import { carrierText } from './board.ts';
import { type Choice, ChoiceBox } from './choice-box.tsx';
import classes from './dispatch.module.css';
import { FailedDialog } from './failed-dialog.tsx';
import { LinkDialog } from './trip-link.tsx';

interface OrderCardProps {
  order: BoardOrder;
  board: Board;
  now: number;
  showsLocation: boolean;
  choice: Choice | undefined;
  offer: () => void;
}

export function OrderCard({ order, board, now, showsLocation, choice, offer }: OrderCardProps) {
  const { isLate, text } = lateness(Date.parse(order.promisedAt), now);
  const carrier = carrierText(order, now);
  const miles = order.distanceKm === null ? null : `${kmToMiles(order.distanceKm).toFixed(1)} mi`;
  const where = [order.line1, order.postalCode, miles].filter(Boolean).join(' · ');
  return (
    <li className={boardClasses.card} data-late={isLate || undefined}>
      <div className={boardClasses.line}>
        <span className={classes.number}>
          <ChoiceBox number={order.number} choice={choice} />
          <OrderLink id={order._id} number={order.number} />
        </span>
        <span className={boardClasses.time}>{text}</span>
      </div>
      <div>{order.customerName}</div>
      <div className={boardClasses.quiet}>
        {where}
        <br />
        {order.lineCount === 1 ? '1 item' : `${order.lineCount} items`}
        {order.slot && (
          <>
            {' · '}
            <span className={boardClasses.slot}>{slotText(order.slot, order.timeZone, now)}</span>
          </>
        )}
        {showsLocation && ` · ${order.locationName}`}
      </div>
      {carrier && (
        <div className={classes.carrier}>
          {carrier}
          {order.handOverCode && order.delivery?.status === 'accepted' && (
            <span className={classes.code}>
              Code <strong>{order.handOverCode}</strong>
            </span>
          )}
        </div>
      )}
      <Actions order={order} board={board} offer={offer} />
    </li>
  );
}

/** The usual next step as a button, the others in a menu. */
function Actions({ order, board, offer }: { order: BoardOrder; board: Board; offer: () => void }) {
  const mayEdit = useMay('order_edit');
  const stepping = useWrite(orderRoutes.updateStatus);
  const asking = useWrite(dispatchRoutes.offer);
  const [showsLink, setShowsLink] = useState(false);
  const [failing, setFailing] = useState(false);
  if (!mayEdit) return null;

  const take = (status: OrderStep['status'], more: Partial<OrderStep> = {}) =>
    stepping.mutate({ params: { id: order._id }, body: { status, version: order.version, ...more } });
  async function sure(
    label: string,
    text: string,
    status: OrderStep['status'],
    more: Partial<OrderStep> = {},
  ) {
    const isSure = await confirm({
      title: `${label}: ${order.number}?`,
      text,
      confirm: label,
      danger: false,
    });
    if (isSure) take(status, more);
  }

  const { delivery, dispatchStatus, status } = order;
  const name = delivery?.driverName ?? 'the driver';
  const suggested = board.drivers.find(({ _id }) => _id === order.suggestedDriverId);
  const link = delivery && { label: 'Link for the driver…', onClick: () => setShowsLink(true) };
  const ownStaff = {
    label: 'Own staff deliver',
    onClick: () =>
      void sure('Own staff deliver', 'No driver is sought: somebody of the location brings it.', 'offQueue'),
  };
  const takeBack = {
    label: `Take it back from ${name}`,
    onClick: () =>
      void sure('Take it back', `${name} does not bring it, and it waits for a driver again.`, 'inQueue'),
  };

  function plan(): { label: string; run: () => void; menu: { label: string; onClick: () => void }[] } {
    if (status === 'outOfDelivery') {
      return {
        label: 'Delivered',
        run: () => void sure('Delivered', 'The customer has the goods.', 'delivered'),
        menu: [{ label: 'Could not be delivered…', onClick: () => setFailing(true) }],
      };
    }
    switch (dispatchStatus) {
      case 'driverConfirmationPending':
        return {
          label: 'Driver accepted',
          run: () => void sure('Driver accepted', `${name} has said yes by other ways.`, 'driverConfirmed'),
          menu: [takeBack, ownStaff],
        };
      case 'driverConfirmed':
        return {
          label: 'Hand over',
          run: () =>
            void sure(
              'Hand over',
              `${name} has the goods of ${order.number}. Drivers with a link confirm it themselves, with the code ${order.handOverCode}.`,
              'driverConfirmationCompleted',
              { code: order.handOverCode },
            ),
          menu: [takeBack, ownStaff],
        };
      case 'driverConfirmationCompleted':
        return {
          label: 'Send out',
          run: () => void sure('Send out', `${name} leaves with the order.`, 'outOfDelivery'),
          menu: [{ ...takeBack, label: 'The goods came back' }],
        };
      case 'offQueue':
        return {
          label: 'Send out',
          run: () =>
            void sure('Send out', 'The order leaves with somebody of the location.', 'outOfDelivery'),
          menu: [
            {
              label: 'Look for a driver',
              onClick: () => void sure('Look for a driver', 'It waits for a driver again.', 'inQueue'),
            },
          ],
        };
      default:
        return suggested
          ? {
              label: `Ask ${suggested.name.split(' ')[0]}`,
              run: () => asking.mutate({ body: { driverId: suggested._id, orderIds: [order._id] } }),
              menu: [{ label: 'Ask somebody else…', onClick: offer }, ownStaff],
            }
          : { label: 'Ask a driver…', run: offer, menu: [ownStaff] };
    }
  }
  const { label, run, menu } = plan();
  return (
    <div className={classes.actions}>
      <Button
        variant="default"
        size="xs"
        aria-label={`${label}: ${order.number}, ${order.customerName}`}
        loading={stepping.isPending || asking.isPending}
        onClick={run}
      >
        {label}
      </Button>
      <RowMenu label={order.number} actions={[...(link ? [link] : []), ...menu]} />
      {showsLink && delivery && (
        <LinkDialog
          tripId={delivery.tripId}
          driver={board.drivers.find(({ _id }) => _id === delivery.driverId)}
          driverName={delivery.driverName}
          onClose={() => setShowsLink(false)}
        />
      )}
      {failing && (
        <FailedDialog
          number={order.number}
          fail={(note) => take('awaitingForDelivery', { note })}
          onClose={() => setFailing(false)}
        />
      )}
    </div>
  );
}
