import { formatMoney } from '@aisle/contract/core/money';
import type { BoardOrder } from '@aisle/contract/sales/dispatch/dispatch';
import { useCan } from '../../../core/session/session.ts';
import { OrderLink } from '../../../links/sales/order-link.tsx';
import { lateness } from '../../../ui/values/when.ts';
import type { Choice } from '../dialogs/choice-box.tsx';
import { FailedDialog } from '../dialogs/failed-dialog.tsx';
import { attemptsText, carrierText, isOff } from './board.ts';
import { BoardCard } from './board-card.tsx';
import { CardSteps } from './card-steps.tsx';
import { type OrderSteps, useOrderSteps } from './use-order-steps.ts';

interface OrderCardProps extends OrderSteps {
  now: number;
  showsLocation: boolean;
  choice: Choice | undefined;
  isMarked?: boolean;
}

export function OrderCard({ now, showsLocation, choice, isMarked, ...steps }: OrderCardProps) {
  const { order } = steps;
  const { _id, number, comingBackFrom, cashDue, note } = order;
  const { isLate, isSoon, text } = lateness(Date.parse(order.promisedAt), now);
  const isDone = isOff(order);
  return (
    <BoardCard
      errand={order}
      link={<OrderLink id={_id} number={number} />}
      choice={choice}
      isMarked={isMarked}
      time={order.status === 'cancelled' ? 'Cancelled' : comingBackFrom ? 'Returning to store' : text}
      isLate={isLate && !isDone}
      isSoon={isSoon || isDone}
      now={now}
      showsLocation={showsLocation}
      note={note}
      cash={cashDue > 0 && !isDone ? `${formatMoney(cashDue)} cash` : null}
      attempts={attemptsText(order)}
      carrier={carrierText(order, now) && <Carrier order={order} now={now} />}
    >
      <Steps {...steps} />
    </BoardCard>
  );
}

/** The driver or staff member with the order, and the hand-over code. */
function Carrier({ order, now }: { order: BoardOrder; now: number }) {
  return (
    <>
      {carrierText(order, now)}
      {order.handOverCode && order.delivery?.status === 'accepted' && (
        <span className="tabular">
          Code <strong>{order.handOverCode}</strong>
        </span>
      )}
    </>
  );
}

function Steps(props: OrderSteps) {
  const { order, board } = props;
  const canEdit = useCan('order_edit');
  const { next, failing, setFailing, fail, isBusy } = useOrderSteps(props);
  if (!canEdit) return null;
  return (
    <>
      <CardSteps errand={order} board={board} next={next()} isBusy={isBusy} />
      {failing && (
        <FailedDialog
          number={order.number}
          driverName={order.delivery?.driverName}
          fail={fail}
          onClose={() => setFailing(false)}
        />
      )}
    </>
  );
}
