import { formatMoney } from '@aisle/contract/core/money';
import { pluralize } from '@aisle/contract/core/pluralize';
import { itemsText } from '@aisle/contract/sales/orders/item-count';
import type { BoardRow } from '@aisle/contract/sales/orders/order-board';
import { isPicked } from '@aisle/contract/sales/orders/order-status-groups';
import { promisedAt } from '@aisle/contract/sales/orders/promise';
import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCash,
  IconCloudOff,
  IconMessage,
  IconTruck,
  IconTruckReturn,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useCan, usePermissions, useSignedIn } from '../../../core/session/session.ts';
import { OrderStatus } from '../../../links/sales/order-status.tsx';
import boardClasses from '../../../ui/board/board.module.css';
import { ButtonLink } from '../../../ui/record/screen-link.tsx';
import { lateness, slotText } from '../../../ui/values/when.ts';
import type { StepPlan } from '../actions/step-labels.ts';
import type { AskDriver } from '../actions/use-ask-driver.ts';
import { ReceivedBackButton } from '../record/received-back.tsx';
import classes from './queue.module.css';
import { type CardAction, cardAction } from './queue.ts';

interface QueueCardProps {
  order: BoardRow;
  now: number;
  showsLocation: boolean;
  /** Shows the status if the column doesn't imply it. */
  showsState: boolean;
  /** The order has queued writes. */
  isHeld: boolean;
  isRunning: boolean;
  /** The request to a suggested driver, if the order waits for one: the default then. */
  ask: AskDriver | undefined;
  press: (plan: StepPlan) => void;
  takeOver: () => void;
  onDrag: (order: BoardRow | null) => void;
}
export function QueueCard(props: QueueCardProps) {
  const { order, now, showsLocation, showsState, isHeld, isRunning, ask, press, takeOver, onDrag } = props;
  const { userId } = useSignedIn();
  const action = cardAction(order, usePermissions(), userId);
  const mayView = useCan('order_view');
  const { isLate, isSoon, text } = latenessOf(order, now);
  const slot = order.slot && slotText(order.slot, order.timeZone, now);
  const place = showsLocation && order.locationName;
  return (
    <li
      className={`card grid gap-1 ${boardClasses.card}`}
      data-late={isLate || undefined}
      data-soon={isSoon || undefined}
      draggable={action?.kind === 'step' && !action.plan.asks}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', order.number);
        onDrag(order);
      }}
      onDragEnd={() => onDrag(null)}
    >
      <div className="row wrap between gap-1">
        <span className={`column align-start nowrap ${classes.id}`}>
          {mayView ? (
            <Link to="/orders/view/$id" params={{ id: order._id }} className={classes.number}>
              {order.number}
            </Link>
          ) : (
            <span className={classes.number}>{order.number}</span>
          )}
          <span className={`inline-row gap-1 text-sm secondary tabular ${boardClasses.time}`}>
            {isLate && <IconAlertTriangle size={14} aria-hidden />}
            {text}
          </span>
        </span>
        {order.comingBackFrom && (
          <ReceivedBackButton
            {...stepButton}
            orderId={order._id}
            aria-label={`Mark as returned: ${order.number}, ${order.customerName}`}
          />
        )}
        {ask && (
          <Button
            {...stepButton}
            aria-label={`${ask.label}: ${order.number}, ${order.customerName}, ${text}`}
            loading={ask.isRunning}
            onClick={ask.run}
          >
            {ask.label}
          </Button>
        )}
        {action && !ask && (
          <CardButton
            action={action}
            order={order}
            about={`${order.number}, ${order.customerName}, ${text}`}
            isRunning={isRunning}
            press={press}
            takeOver={takeOver}
          />
        )}
      </div>
      <div className={`flex wrap break-anywhere ${classes.who}`}>
        <span>{order.customerName}</span>
        <span className="text-sm secondary">{lineItemsText(order)}</span>
      </div>
      {slot && <div className="text-sm secondary">{slot}</div>}
      {place && <div className="text-sm secondary">{place}</div>}
      <CardTags order={order} userId={userId} showsState={showsState} isHeld={isHeld} />
      {order.note && (
        <div className={`row text-sm ${classes.note}`}>
          <IconMessage size={14} aria-hidden />
          <span className="visually-hidden">Note: </span>
          <span>{order.note}</span>
        </div>
      )}
    </li>
  );
}

const stepButton = {
  'data-step': true,
  className: 'ml-auto flex-none',
  variant: 'default',
  size: 'sm',
  px: 'xs',
} as const;

/** The delay of an order; returning orders have no customer waiting for them. */
function latenessOf(order: BoardRow, now: number): ReturnType<typeof lateness> {
  if (order.comingBackFrom) return { isLate: false, isSoon: true, text: 'Returning to store' };
  return lateness(promisedAt(order), now);
}

const lineItemsText = ({ unitCount, lineCount, bags, fulfilment }: BoardRow): string =>
  [
    itemsText({ units: unitCount, lines: lineCount }),
    bags && pluralize(bags, 'bag'),
    fulfilment === 'pickup' ? 'Pickup' : 'Delivery',
  ]
    .filter(Boolean)
    .join(' · ');

interface CardButtonProps {
  action: CardAction;
  order: BoardRow;
  about: string;
  isRunning: boolean;
  press: (plan: StepPlan) => void;
  takeOver: () => void;
}
function CardButton({ action, order, about, isRunning, press, takeOver }: CardButtonProps) {
  const label = `${action.label}: ${about}`;
  if (action.kind === 'open') {
    return (
      <ButtonLink {...stepButton} to="/orders/view/$id" params={{ id: order._id }} aria-label={label}>
        {action.label}
      </ButtonLink>
    );
  }
  return (
    <Button
      {...stepButton}
      aria-label={label}
      loading={isRunning}
      onClick={() => (action.kind === 'step' ? press(action.plan) : takeOver())}
    >
      {action.label}
    </Button>
  );
}

interface CardTagsProps {
  order: BoardRow;
  userId: string;
  showsState: boolean;
  isHeld: boolean;
}
/** Additional details for the person at the counter, such as the driver and the cash to collect. */
function CardTags({ order, userId, showsState, isHeld }: CardTagsProps) {
  const { status, dispatchStatus, driverName, handOverCode, picker, cashDue, comingBackFrom } = order;
  // The column and the button already show that an order is ready for pickup.
  const isStateNews = showsState && !isHeld && !comingBackFrom && status !== 'pickup';
  const code = dispatchStatus === 'driverConfirmed' && handOverCode ? ` · Code ${handOverCode}` : '';
  return (
    <div className={`row wrap gap-1 gap-x-2 text-sm ${classes.tags}`}>
      {isHeld && (
        <span className={`text-sm waiting ${classes.waits}`}>
          <IconCloudOff size={14} aria-hidden />
          Not sent yet
        </span>
      )}
      {isStateNews && <OrderStatus status={order.headlineStatus} />}
      {comingBackFrom && (
        <span className={classes.tag}>
          <IconTruckReturn size={14} aria-hidden />
          {comingBackFrom} is bringing it back
        </span>
      )}
      {driverName && (
        <span className={classes.tag}>
          <IconTruck size={14} aria-hidden />
          {driverName}
          {code}
        </span>
      )}
      {status === 'pickup' && handOverCode && <span className={classes.tag}>Code {handOverCode}</span>}
      {isPicked(status) && cashDue > 0 && !comingBackFrom && (
        <span className={classes.cash}>
          <IconCash size={14} aria-hidden />
          Collect {formatMoney(cashDue)} cash
        </span>
      )}
      {status === 'processing' && picker && (
        <span className={classes.tag}>
          <span className={`inline-row justify-center bold ${classes.initials}`} aria-hidden>
            {initialsOf(picker.name)}
          </span>
          <span className="visually-hidden">Picked by </span>
          {picker._id === userId ? 'You' : picker.name}
        </span>
      )}
    </div>
  );
}

/** "AS" for "Ada Stone". */
const initialsOf = (name: string): string => {
  const words = name.split(' ').filter(Boolean);
  return [words[0], words.length > 1 && words.at(-1)].map((word) => (word || '').charAt(0)).join('');
};
