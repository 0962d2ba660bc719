import { type OrderRow, orderRoutes } from '@aisle/contract/orders';
import { Button, Switch, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { read, useWrite } from '../core/api.ts';
import { keepPreference, readPreference } from '../core/preferences.ts';
import { useMay, usePermissions, useSignedIn } from '../core/session.ts';
import { LocationSelect, useTimeZones } from '../locations/location-select.tsx';
import { confirm } from '../ui/confirm.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { slotText, spanText } from '../ui/when.ts';
import { focusCard, moveOnBoard } from './board-keys.ts';
import { OrderStatus, statusLabel } from './order-status.tsx';
import classes from './queue.module.css';
import { lateness, nextPlan, promisedAt, type QueueColumn, queueColumns } from './queue.ts';
import { ring } from './ring.ts';
import type { StepPlan } from './step-words.ts';

const mostCards = 50;
const lookEveryMs = 30_000;
const dialogClosesMs = 300;

/** What a shop has to do now, oldest promise first. It follows the live events, and rings for what is new. */
export function OrderQueue() {
  const { user, locationId: chosen } = useSignedIn();
  const only = user.locations.length === 1 ? (user.locations[0]?._id ?? null) : null;
  const [picked, setPicked] = useState<string | null>(() =>
    readPreference<string | null>('queue.location', null),
  );
  const locationId = only ?? chosen ?? picked;
  const [rings, setRings] = useState(() => readPreference('queue.rings', true));
  const now = useNow();
  const [said, setSaid] = useState('');
  function onKey(event: KeyboardEvent<HTMLElement>): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (moveOnBoard(event.currentTarget, event.target as Element, event.key)) event.preventDefault();
  }
  return (
    <div className={classes.page}>
      <PageTitle
        title="Queue"
        actions={
          <>
            {!only && !chosen && (
              <LocationSelect
                label={null}
                aria-label="Location"
                placeholder="All locations"
                clearable
                className={classes.where ?? ''}
                value={picked}
                onChange={(id) => {
                  setPicked(id);
                  keepPreference('queue.location', id);
                }}
              />
            )}
            <Switch
              label="Ring"
              color="teal"
              checked={rings}
              onChange={(event) => {
                setRings(event.currentTarget.checked);
                keepPreference('queue.rings', event.currentTarget.checked);
                // So that one hears what it is; browsers also want a click before the first sound.
                if (event.currentTarget.checked) ring();
              }}
            />
          </>
        }
      />
      <div className="visually-hidden" role="status">
        {said}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows lead from button to button, which work without */}
      <div className={classes.board} onKeyDown={onKey}>
        {queueColumns.map((column) => (
          <Column
            key={column.key}
            column={column}
            locationId={locationId}
            now={now}
            rings={rings && column.key === 'new'}
            say={setSaid}
          />
        ))}
      </div>
    </div>
  );
}

function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), lookEveryMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}

interface ColumnProps {
  column: QueueColumn;
  locationId: string | null;
  now: number;
  rings: boolean;
  /** For those who listen. */
  say: (text: string) => void;
}
function Column({ column, locationId, now, rings, say }: ColumnProps) {
  const query = useQuery({
    ...read(orderRoutes.list, {
      body: {
        limit: mostCards,
        sort: { field: 'createdAt', order: 'asc' },
        filters: { headlineStatus: [...column.statuses], ...(locationId && { locationId }) },
      },
    }),
    refetchInterval: lookEveryMs,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const orders = [...(query.data?.records ?? [])].sort((a, b) => promisedAt(a) - promisedAt(b));
  useNews(query.isPlaceholderData ? undefined : query.data?.records, locationId, (fresh) => {
    if (rings) ring();
    if (column.key === 'new') say(fresh === 1 ? 'A new order came in' : `${fresh} new orders came in`);
  });
  const focus = useKeptFocus(orders);
  const oldest = orders.reduce((at, order) => Math.min(at, Date.parse(order.createdAt)), now);
  return (
    <section ref={focus.column} className={classes.column} aria-label={column.title} {...focus.listeners}>
      <h2 className={classes.head}>
        {column.title}
        <span className={classes.count}>{(query.data?.totalRecords ?? 0).toLocaleString('en-US')}</span>
        {orders.length > 0 && <span className={classes.oldest}>oldest {spanText(now - oldest)}</span>}
      </h2>
      {query.error && !query.data && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {query.data && orders.length === 0 && <Text c="dimmed">Nothing here.</Text>}
      <ul className={classes.cards}>
        {orders.map((order) => (
          <Card
            key={order._id}
            order={order}
            now={now}
            showsLocation={!locationId}
            showsState={column.statuses.length > 1}
            say={say}
          />
        ))}
      </ul>
    </section>
  );
}

/** Tells when orders are there that were not a moment ago; not those found on arrival. */
function useNews(
  orders: readonly OrderRow[] | undefined,
  scope: string | null,
  tell: (fresh: number) => void,
): void {
  const latest = useRef(tell);
  latest.current = tell;
  const known = useRef<{ scope: string | null; ids: ReadonlySet<string> }>(undefined);
  useEffect(() => {
    if (!orders) return;
    const before = known.current;
    known.current = { scope, ids: new Set(orders.map(({ _id }) => _id)) };
    if (before?.scope !== scope) return;
    const fresh = orders.filter(({ _id }) => !before.ids.has(_id)).length;
    if (fresh > 0) latest.current(fresh);
  }, [orders, scope]);
}

/** A card that was stepped leaves its column: whoever stood on it by keyboard stands on the next one. */
function useKeptFocus(orders: readonly OrderRow[]) {
  const column = useRef<HTMLElement>(null);
  const stood = useRef<{ id: string; at: number }>(undefined);
  useEffect(() => {
    const { id, at } = stood.current ?? {};
    if (at === undefined || orders.some(({ _id }) => _id === id)) return;
    stood.current = undefined;
    // Once the question before the step has closed, and found nothing to give the focus back to.
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

interface CardProps {
  order: OrderRow;
  now: number;
  showsLocation: boolean;
  /** Where the column does not say it already. */
  showsState: boolean;
  say: (text: string) => void;
}
function Card({ order, now, showsLocation, showsState, say }: CardProps) {
  const held = usePermissions();
  const zones = useTimeZones();
  const mayView = useMay('order_view');
  const stepping = useWrite(orderRoutes.updateStatus);
  const plan = nextPlan(order, held);
  const { isLate, text } = lateness(order, now);

  async function press({ label, text: what, steps }: StepPlan): Promise<void> {
    const isSure = await confirm({
      title: `${label}: ${order.number}?`,
      text: what,
      confirm: label,
      danger: false,
    });
    if (!isSure) return;
    let { version } = order;
    try {
      for (const status of steps) {
        const body = { status, version };
        const stepped = await stepping.mutateAsync({ params: { id: order._id }, body });
        version = stepped.version;
        say(`${order.number}: ${statusLabel(stepped.headlineStatus)}`);
      }
    } catch {
      // Told by a toast; the board shows where the order is now.
    }
  }

  return (
    <li className={classes.card} data-late={isLate || undefined}>
      <div className={classes.line}>
        {mayView ? (
          <Link to={`/orders/view/${order._id}`} className={classes.number}>
            {order.number}
          </Link>
        ) : (
          <span className={classes.number}>{order.number}</span>
        )}
        <span className={classes.time}>{text}</span>
      </div>
      <div>{order.customerName}</div>
      <div className={classes.quiet}>
        {order.lineCount === 1 ? '1 item' : `${order.lineCount} items`} ·{' '}
        {order.fulfilment === 'pickup' ? 'Pickup' : 'Delivery'}
        {order.slot && ` · ${slotText(order.slot, zones.get(order.locationId), now)}`}
        {showsLocation && ` · ${order.locationName}`}
      </div>
      <div className={classes.line}>
        {showsState && <OrderStatus status={order.headlineStatus} />}
        {plan && !plan.asks && (
          <Button
            variant="default"
            size="xs"
            ml="auto"
            data-step
            aria-label={`${plan.label}: ${order.number}, ${order.customerName}, ${text}`}
            loading={stepping.isPending}
            onClick={() => void press(plan)}
          >
            {plan.label}
          </Button>
        )}
      </div>
    </li>
  );
}
