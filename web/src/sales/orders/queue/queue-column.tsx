import { formatCount } from '@aisle/contract/core/pluralize';
import { type BoardKey, type BoardRow, boardColumns } from '@aisle/contract/sales/orders/order-board';
import { Button, Skeleton, Text } from '@mantine/core';
import { type FocusEvent, useEffect, useRef, useState } from 'react';
import { useQueuedWrites } from '../../../core/offline/write-queue.ts';
import { readPreference, savePreference } from '../../../core/preferences/preferences.ts';
import { useSignedIn } from '../../../core/session/session.ts';
import boardClasses from '../../../ui/board/board.module.css';
import { ScreenLink } from '../../../ui/record/screen-link.tsx';
import { spanText } from '../../../ui/values/when.ts';
import type { StepPlan } from '../actions/step-labels.ts';
import { useAskDriver } from '../actions/use-ask-driver.ts';
import { focusCard } from './board-keys.ts';
import classes from './queue.module.css';
import { type BoardColumn, columnTitles, isMine } from './queue.ts';
import { QueueCard } from './queue-card.tsx';

const dialogClosesMs = 300;
const emptyTexts: Record<BoardKey, string> = {
  new: 'No new orders.',
  picking: 'No orders being picked.',
  ready: 'No orders ready.',
  out: 'No orders out for delivery.',
};

const statusesOf = (key: BoardKey) => [...boardColumns.find((one) => one.key === key)!.statuses];

interface QueueColumnProps {
  column: BoardColumn;
  isLoading: boolean;
  now: number;
  /** The location of the queue; null for all. */
  locationId: string | null;
  /** The order with a step in progress. */
  running: string | null;
  press: (order: BoardRow, plan: StepPlan) => void;
  takeOver: (order: BoardRow) => void;
  /** The effect of dropping the dragged card on this column. */
  dropLabel: string | undefined;
  onDrag: (order: BoardRow | null) => void;
  onDrop: () => void;
}
export function QueueColumn(props: QueueColumnProps) {
  const { column, isLoading, now, locationId, running, press, takeOver, dropLabel, onDrag, onDrop } = props;
  const { key, totalRecords, totalIsEstimate, oldestAt } = column;
  const { userId } = useSignedIn();
  const [onlyMine, setOnlyMine] = useState(() => readPreference('queue.mine', false));
  const mine = column.orders.filter((order) => isMine(order, userId));
  const isFiltered = key === 'picking' && onlyMine;
  const orders = isFiltered ? mine : column.orders;
  const held = useQueuedWrites();
  const focus = useStableFocus(orders);
  const askDriver = useAskDriver(orders, locationId);
  const title = columnTitles[key];
  const count = `${formatCount(totalRecords)}${totalIsEstimate ? '+' : ''}`;
  return (
    <section
      ref={focus.column}
      className={`min-w-0 ${boardClasses.column}`}
      aria-label={title}
      data-takes={dropLabel !== undefined || undefined}
      onDragOver={(event) => {
        if (dropLabel !== undefined) event.preventDefault();
      }}
      onDrop={onDrop}
      {...focus.listeners}
    >
      <div className={`row gap-2 mb-2 ${classes.headRow}`}>
        <h2 className="row gap-2 m-0 mb-2 text-md bold">
          <span className={boardClasses.columnTitle}>{title}</span>
          {!isLoading && <span className={`${boardClasses.count} ${boardClasses.columnTitle}`}>{count}</span>}
          {orders.length > 0 && (
            <span className={classes.nextUp} aria-hidden>
              Next up
            </span>
          )}
          {oldestAt && orders.length > 0 && (
            <span className={`ml-auto text-xs secondary ${boardClasses.oldest}`}>
              oldest {spanText(Math.max(0, now - Date.parse(oldestAt)))}
            </span>
          )}
        </h2>
        {key === 'picking' && (onlyMine || column.orders.length > 0) && (
          <Button
            size="compact-sm"
            variant={onlyMine ? 'light' : 'default'}
            color="teal"
            aria-pressed={onlyMine}
            onClick={() => {
              setOnlyMine(!onlyMine);
              savePreference('queue.mine', !onlyMine);
            }}
          >
            Mine {mine.length}
          </Button>
        )}
      </div>
      {dropLabel !== undefined && <p className="m-0 mb-2 text-sm medium">{dropLabel}</p>}
      {isLoading && <Skeleton height={96} radius={8} />}
      {!isLoading && orders.length === 0 && (
        <Text c="dimmed">{isFiltered ? "You aren't picking any orders." : emptyTexts[key]}</Text>
      )}
      <ul className={`plain-list grid gap-2 ${classes.cards}`}>
        {orders.map((order) => (
          <QueueCard
            key={order._id}
            order={order}
            now={now}
            showsLocation={!locationId}
            showsState={key === 'ready'}
            isHeld={held.some(({ subject }) => subject === order._id)}
            isRunning={running === order._id}
            ask={askDriver(order)}
            press={(plan) => press(order, plan)}
            takeOver={() => takeOver(order)}
            onDrag={onDrag}
          />
        ))}
      </ul>
      {!isFiltered && totalRecords > orders.length && (
        <Text c="dimmed" size="sm" mt={8}>
          <ScreenLink to="/orders" search={{ status: statusesOf(key) }}>
            {formatCount(totalRecords - orders.length)} more
          </ScreenLink>
        </Text>
      )}
    </section>
  );
}

/** Moves keyboard focus to the next card when a card leaves the column. */
function useStableFocus(orders: readonly BoardRow[]) {
  const column = useRef<HTMLElement>(null);
  const stood = useRef<{ id: string; at: number }>(undefined);
  useEffect(() => {
    const { id, at } = stood.current ?? {};
    if (at === undefined || orders.some(({ _id }) => _id === id)) return;
    stood.current = undefined;
    // Waits until the confirmation dialog has closed and found no element to restore focus to.
    setTimeout(() => {
      if (document.activeElement === document.body) focusCard(column.current ?? undefined, at);
    }, dialogClosesMs);
  });
  const listeners = {
    onFocus: ({ target }: FocusEvent) => {
      const card = target.closest('li');
      const at = card ? [...(card.parentElement?.children ?? [])].indexOf(card) : -1;
      const id = orders[at]?._id;
      stood.current = id === undefined ? undefined : { id, at };
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget && !relatedTarget.closest('[role=dialog]')) stood.current = undefined;
    },
  };
  return { column, listeners };
}
