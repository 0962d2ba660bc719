import { formatMoney } from '@aisle/contract/core/money';
import type { Board, BoardOrder } from '@aisle/contract/sales/dispatch/dispatch';
import { useCan } from '../../../core/session/session.ts';
import { OrderLink } from '../../../links/sales/order-link.tsx';
import { lateness } from '../../../ui/values/when.ts';
import type { Choice } from '../dialogs/choice-box.tsx';
import { FailedDialog } from '../dialogs/failed-dialog.tsx';
import { attemptsText, carrierText, isOff } from './board.ts';
import { BoardCard } from './board-card.tsx';
import { CardSteps } from './card-steps.tsx';
import { useOrderSteps } from './use-order-steps.ts';

interface OrderCardProps {
  order: BoardOrder;
  board: Board;
  now: number;
  showsLocation: boolean;
  choice: Choice | undefined;
  isMarked?: boolean;
  offer: () => void;
}

export function OrderCard({ order, board, now, showsLocation, choice, isMarked, offer }: OrderCardProps) {
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
      cash={cashDue > 0 && !isDone ? `Collect ${formatMoney(cashDue)} cash` : null}
      attempts={attemptsText(order)}
      carrier={carrierText(order, now) && <Carrier order={order} now={now} />}
    >
      <Steps order={order} board={board} offer={offer} />
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

function Steps({ order, board, offer }: { order: BoardOrder; board: Board; offer: () => void }) {
  const canEdit = useCan('order_edit');
  const { next, failing, setFailing, fail, isBusy } = useOrderSteps(order, board, offer);
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
