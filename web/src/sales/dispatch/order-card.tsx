import { type Board, type BoardOrder, dispatchRoutes } from '@aisle/contract/sales/dispatch';
import type { OrderStep } from '@aisle/contract/sales/order-steps';
import { orderRoutes } from '@aisle/contract/sales/orders';
import { useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { useMay } from '../../core/session.ts';
import { OrderLink } from '../../links/order-link.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { lateness } from '../../ui/when.ts';
import { carrierText } from './board.ts';
import { BoardCard } from './board-card.tsx';
import { CardSteps, type NextStep } from './card-steps.tsx';
import type { Choice } from './choice-box.tsx';
import classes from './dispatch.module.css';
import { FailedDialog } from './failed-dialog.tsx';

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
  return (
    <BoardCard
      errand={order}
      link={<OrderLink id={order._id} number={order.number} />}
      choice={choice}
      time={text}
      isLate={isLate}
      now={now}
      showsLocation={showsLocation}
      carrier={carrierText(order, now) && <Carrier order={order} now={now} />}
    >
      <Steps order={order} board={board} offer={offer} />
    </BoardCard>
  );
}

/** Who has it, and the code they name when it is handed over. */
function Carrier({ order, now }: { order: BoardOrder; now: number }) {
  return (
    <>
      {carrierText(order, now)}
      {order.handOverCode && order.delivery?.status === 'accepted' && (
        <span className={classes.code}>
          Code <strong>{order.handOverCode}</strong>
        </span>
      )}
    </>
  );
}

function Steps({ order, board, offer }: { order: BoardOrder; board: Board; offer: () => void }) {
  const mayEdit = useMay('order_edit');
  const stepping = useWrite(orderRoutes.updateStatus);
  const asking = useWrite(dispatchRoutes.offer);
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

  function next(): NextStep {
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
  return (
    <>
      <CardSteps errand={order} board={board} next={next()} isBusy={stepping.isPending || asking.isPending} />
      {failing && (
        <FailedDialog
          number={order.number}
          fail={(note) => take('awaitingForDelivery', { note })}
          onClose={() => setFailing(false)}
        />
      )}
    </>
  );
}
