import { goodsText } from '@aisle/contract/sales/goods-count';
import type { OrderRow } from '@aisle/contract/sales/order-list';
import { promisedAt } from '@aisle/contract/sales/promise';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCloudOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMay, usePermissions } from '../../core/session.ts';
import { useTimeZones } from '../../links/location-select.tsx';
import { OrderStatus } from '../../links/order-status.tsx';
import boardClasses from '../../ui/board.module.css';
import { lateness, slotText } from '../../ui/when.ts';
import classes from './queue.module.css';
import { nextPlan } from './queue.ts';
import type { StepPlan } from './step-words.ts';

interface QueueCardProps {
  order: OrderRow;
  now: number;
  showsLocation: boolean;
  /** Where the column does not say it already. */
  showsState: boolean;
  /** Something of it waits to be sent. */
  isHeld: boolean;
  isRunning: boolean;
  press: (plan: StepPlan) => void;
  onDrag: (order: OrderRow | null) => void;
}
export function QueueCard(props: QueueCardProps) {
  const { order, now, showsLocation, showsState, isHeld, isRunning, press, onDrag } = props;
  const plan = nextPlan(order, usePermissions());
  const zones = useTimeZones();
  const mayView = useMay('order_view');
  const { isLate, text } = lateness(promisedAt(order), now);
  return (
    <li
      className={boardClasses.card}
      data-late={isLate || undefined}
      draggable={plan !== undefined && !plan.asks}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', order.number);
        onDrag(order);
      }}
      onDragEnd={() => onDrag(null)}
    >
      <div className={boardClasses.line}>
        {mayView ? (
          <Link to="/orders/view/$id" params={{ id: order._id }} className={classes.number}>
            {order.number}
          </Link>
        ) : (
          <span className={classes.number}>{order.number}</span>
        )}
        <span className={boardClasses.time}>
          {isLate && <IconAlertTriangle size={14} aria-hidden />}
          {text}
        </span>
      </div>
      <div className={classes.who}>{order.customerName}</div>
      <div className={boardClasses.quiet}>
        <div>
          {goodsText({ units: order.unitCount, lines: order.lineCount })} ·{' '}
          {order.fulfilment === 'pickup' ? 'Pickup' : 'Delivery'}
        </div>
        {order.slot && <div>{slotText(order.slot, zones.get(order.locationId), now)}</div>}
        {showsLocation && <div>{order.locationName}</div>}
      </div>
      <div className={`${boardClasses.line} ${boardClasses.foot}`}>
        {isHeld && (
          <span className={classes.waits}>
            <IconCloudOff size={14} aria-hidden />
            Not sent yet
          </span>
        )}
        {showsState && !isHeld && <OrderStatus status={order.headlineStatus} />}
        {plan && !plan.asks && (
          <Button
            variant="default"
            size="sm"
            ml="auto"
            data-step
            aria-label={`${plan.label}: ${order.number}, ${order.customerName}, ${text}`}
            loading={isRunning}
            onClick={() => press(plan)}
          >
            {plan.label}
          </Button>
        )}
      </div>
    </li>
  );
}
