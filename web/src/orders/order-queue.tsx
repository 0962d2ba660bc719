import { type OrderRow, orderRoutes } from '@aisle/contract/orders';
import { Button, Switch, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { read, useWrite } from '../core/api.ts';
import { keepPreference, readPreference } from '../core/preferences.ts';
import { useMay, usePermissions, useSignedIn } from '../core/session.ts';
import { LocationSelect, useTimeZones } from '../locations/location-select.tsx';
import { confirm } from '../ui/confirm.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { slotText, spanText } from '../ui/when.ts';
import { OrderStatus } from './order-status.tsx';
import classes from './queue.module.css';
import { lateness, nextPlan, promisedAt, type QueueColumn, queueColumns } from './queue.ts';
import { ring } from './ring.ts';
import type { StepPlan } from './step-words.ts';

const mostCards = 50;
const lookEveryMs = 30_000;

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
  return (
    <div className={classes.page}>
      <PageTitle
        title="Queue"
        actions={
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
        }
      />
      {!only && !chosen && (
        <LocationSelect
          label={null}
          aria-label="Location"
          placeholder="All locations"
          clearable
          maw={280}
          value={picked}
          onChange={(id) => {
            setPicked(id);
            keepPreference('queue.location', id);
          }}
        />
      )}
      <div className={classes.board}>
        {queueColumns.map((column) => (
          <Column
            key={column.key}
            column={column}
            locationId={locationId}
            now={now}
            rings={rings && column.key === 'new'}
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
}
function Column({ column, locationId, now, rings }: ColumnProps) {
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
  useRing(query.isPlaceholderData ? undefined : query.data?.records, locationId, rings);
  const oldest = orders.reduce((at, order) => Math.min(at, Date.parse(order.createdAt)), now);
  return (
    <section className={classes.column} aria-label={column.title}>
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
          />
        ))}
      </ul>
    </section>
  );
}

/** Rings when an order is there that was not a moment ago; not for those found on arrival. */
function useRing(orders: readonly OrderRow[] | undefined, scope: string | null, rings: boolean): void {
  const known = useRef<{ scope: string | null; ids: ReadonlySet<string> }>(undefined);
  useEffect(() => {
    if (!orders) return;
    const before = known.current;
    known.current = { scope, ids: new Set(orders.map(({ _id }) => _id)) };
    const isNews = before?.scope === scope && orders.some(({ _id }) => !before.ids.has(_id));
    if (isNews && rings) ring();
  }, [orders, scope, rings]);
}

interface CardProps {
  order: OrderRow;
  now: number;
  showsLocation: boolean;
  /** Where the column does not say it already. */
  showsState: boolean;
}
function Card({ order, now, showsLocation, showsState }: CardProps) {
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
        version = (await stepping.mutateAsync({ params: { id: order._id }, body })).version;
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
