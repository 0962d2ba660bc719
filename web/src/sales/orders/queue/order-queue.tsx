import { fullName } from '@aisle/contract/core/full-name';
import {
  type BoardKey,
  type BoardRow,
  boardColumns,
  type OrderBoard,
} from '@aisle/contract/sales/orders/order-board';
import type { OrderRow } from '@aisle/contract/sales/orders/order-list';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { read } from '../../../core/api.ts';
import { useQueuedOffline } from '../../../core/offline/offline.ts';
import { storeLastResponse, useStoredResponse } from '../../../core/offline/stored-responses.ts';
import { useQueuedWrites } from '../../../core/offline/write-queue.ts';
import { setPreference, usePreference } from '../../../core/preferences/user-preferences.ts';
import { useCan, usePermissions, useSignedIn } from '../../../core/session/session.ts';
import { useOnline } from '../../../core/wire/connection.ts';
import { useOneLocation } from '../../../links/locations/choose-location.tsx';
import { BoardSegments } from '../../../ui/board/board-segments.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { InstallHint } from '../../../ui/feedback/install-hint.tsx';
import { PageTitle } from '../../../ui/record/page-title.tsx';
import { useIsNarrow } from '../../../ui/use-is-narrow.ts';
import { useNow } from '../../../ui/use-now.ts';
import { spanText } from '../../../ui/values/when.ts';
import { moveOnBoard } from './board-keys.ts';
import classes from './queue.module.css';
import { type BoardColumn, boardWith, columnTitles, countLate, planInto } from './queue.ts';
import { QueueColumn } from './queue-column.tsx';
import { SoundControl, useQueueSound } from './queue-sound.tsx';
import { useQueueSteps } from './queue-steps.ts';
import { QueuedTray } from './queued-writes-tray.tsx';
import { ring } from './ring.ts';

const checkEveryMs = 30_000;

/**
 * The open orders of a store, earliest promised time first. Follows live events, rings until new orders are accepted, and works
 * offline: steps are queued and sent later.
 */
export function OrderQueue() {
  useQueuedOffline();
  const held = usePermissions();
  const locationId = useOneLocation();
  const now = useNow(checkEveryMs);
  const isNarrow = useIsNarrow();
  const installHint = usePreference('installHint');
  const [announcement, setAnnouncement] = useState('');
  const [dragged, setDragged] = useState<BoardRow | null>(null);
  const reading = read(orderRoutes.board, { body: locationId ? { locationId } : {} });
  const query = useQuery({
    ...reading,
    refetchInterval: checkEveryMs,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  useStoredResponse(reading.queryKey, query);
  usePrefetchedOrders(query.data);
  const columns = boardWith(query.data, useQueuedWrites(), useMe());
  const [segment, setSegment] = useState<BoardKey | null>(null);
  // Set once, so that new and departing orders don't switch the visible column.
  if (segment === null && query.data) setSegment(firstSegment(columns));
  const shown = segment ?? firstSegment(columns);
  const sound = useQueueSound();
  useQueueNews({
    orders: query.isPlaceholderData ? undefined : query.data && columns[0]?.orders,
    scope: locationId,
    sound,
    say: setAnnouncement,
  });
  const { press, takeOver, running } = useQueueSteps(setAnnouncement);

  function onKey(event: KeyboardEvent<HTMLElement>): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (moveOnBoard(event.currentTarget, event.target as Element, event.key)) event.preventDefault();
  }
  const planOn = (key: BoardKey) => (dragged ? planInto(dragged, key, held) : undefined);
  return (
    <div className={`page ${classes.page}`}>
      <PageTitle title="Queue" actions={<SoundControl sound={sound} />} />
      <div className={`grid gap-2 ${classes.bar}`}>
        <InstallHint
          text="It opens in one tap and full screen. Turn on notifications of new orders in your profile."
          isDismissed={installHint === false}
          onDismiss={() => setPreference('installHint', false)}
        />
        <Stale updatedAt={query.dataUpdatedAt} isFailing={query.isError} now={now} />
        <QueuedTray />
        {isNarrow && (
          <QueueSegments
            columns={columns}
            isLoading={!query.data}
            now={now}
            value={shown}
            onChange={setSegment}
          />
        )}
      </div>
      <div className="visually-hidden" role="status">
        {announcement}
      </div>
      {query.error && !query.data && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between buttons, which also work without them */}
      <div
        className={`grid align-start gap-4 ${classes.board}`}
        onKeyDown={onKey}
        hidden={query.isError && !query.data}
      >
        {columns
          .filter(({ key }) => !isNarrow || key === shown)
          .map((column) => (
            <QueueColumn
              key={column.key}
              column={column}
              isLoading={query.isPending}
              now={now}
              locationId={locationId}
              running={running}
              press={(order, plan) => void press(order, plan)}
              takeOver={(order) => void takeOver(order)}
              dropLabel={planOn(column.key)?.label}
              onDrag={setDragged}
              onDrop={() => {
                const plan = planOn(column.key);
                if (dragged && plan) void press(dragged, plan);
                setDragged(null);
              }}
            />
          ))}
      </div>
    </div>
  );
}

function useMe() {
  const { userId, user } = useSignedIn();
  return { _id: userId, name: fullName(user) };
}

/** Warns if the board is out of date, because staff rely on it. */
function Stale({ updatedAt, isFailing, now }: { updatedAt: number; isFailing: boolean; now: number }) {
  const online = useOnline();
  if ((online && !isFailing) || updatedAt === 0) return null;
  return (
    <p className="m-0 waiting" data-says-offline>
      You're offline. Keep working, we'll sync your changes when you're back.
      {now - updatedAt > 60_000 && ` Last updated ${spanText(now - updatedAt)} ago.`}
    </p>
  );
}

/** Maximum prefetched orders per column, enough for several people. */
const maxOrders = 12;
/** Lets the board finish loading before prefetching. */
const settlesMs = 1500;

/** Prefetches orders in picking and new orders so that they open offline. */
function usePrefetchedOrders(board: OrderBoard | undefined): void {
  const client = useQueryClient();
  const mayView = useCan('order_view');
  useEffect(() => {
    if (!mayView) return;
    const recordsOf = (wanted: BoardKey) =>
      board?.columns.find(({ key }) => key === wanted)?.records.slice(0, maxOrders) ?? [];
    let isOver = false;
    const timer = setTimeout(async () => {
      for (const { _id, version } of [...recordsOf('picking'), ...recordsOf('new')]) {
        const reading = read(orderRoutes.view, { params: { id: _id } });
        const known = client.getQueryData<Order>(reading.queryKey);
        if (isOver || known?.version === version) continue;
        const order = await client
          .fetchQuery({ ...reading, staleTime: 0, gcTime: Number.POSITIVE_INFINITY, meta: { quiet: true } })
          .catch(() => undefined);
        if (!order) return;
        await storeLastResponse(reading.queryKey, order);
      }
    }, settlesMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [board, client, mayView]);
}

const ringEveryMs = 20_000;

interface QueueUpdates {
  /** The new orders; undefined while loading. */
  orders: readonly OrderRow[] | undefined;
  /** The displayed location; switching locations must not announce the other one's orders. */
  scope: string | null;
  sound: { isOn: boolean; keepsRinging: boolean };
  say: (text: string) => void;
}
/** Announces new orders and rings, either once or until they are accepted. */
function useQueueNews({ orders, scope, sound, say }: QueueUpdates): void {
  const { isOn, keepsRinging } = sound;
  const waits = (orders?.length ?? 0) > 0;
  useEffect(() => {
    if (!isOn || !keepsRinging || !waits) return;
    const timer = setInterval(ring, ringEveryMs);
    return () => clearInterval(timer);
  }, [isOn, keepsRinging, waits]);

  const known = useRef<{ scope: string | null; ids: ReadonlySet<string> }>(undefined);
  useEffect(() => {
    if (!orders) return;
    const before = known.current;
    known.current = { scope, ids: new Set(orders.map(({ _id }) => _id)) };
    if (before?.scope !== scope) return;
    const fresh = orders.filter(({ _id }) => !before.ids.has(_id)).length;
    if (fresh === 0) return;
    if (isOn) ring();
    say(fresh === 1 ? '1 new order' : `${fresh} new orders`);
  }, [orders, scope, isOn, say]);
}

interface QueueSegmentsProps {
  columns: readonly BoardColumn[];
  isLoading: boolean;
  now: number;
  value: BoardKey;
  onChange: (key: BoardKey) => void;
}
const QueueSegments = ({ columns, isLoading, now, ...choice }: QueueSegmentsProps) => (
  <BoardSegments
    label="Orders"
    segments={columns.map(({ key, totalRecords, orders }) => ({
      key,
      title: columnTitles[key],
      count: isLoading ? undefined : totalRecords,
      late: countLate(orders, now),
    }))}
    {...choice}
  />
);

/** The initial column on a phone: new orders if there are any, otherwise the first column that has orders. */
const firstSegment = (columns: readonly BoardColumn[]): BoardKey =>
  columns.find(({ orders }) => orders.length > 0)?.key ?? boardColumns[0].key;
