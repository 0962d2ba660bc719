import type { BoardKey } from '@aisle/contract/sales/order-board';
import type { OrderRow } from '@aisle/contract/sales/order-list';
import { orderRoutes } from '@aisle/contract/sales/orders';
import { Button, Switch } from '@mantine/core';
import { IconBellRinging } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { read } from '../../core/api.ts';
import { useOnline } from '../../core/connection.ts';
import { useHeldWrites } from '../../core/held-writes.ts';
import { useLastAnswer } from '../../core/kept-answers.ts';
import { useKeptOffline } from '../../core/offline.ts';
import { keepPreference, readPreference } from '../../core/preferences.ts';
import { usePermissions, useSignedIn } from '../../core/session.ts';
import { LocationSelect } from '../../links/location-select.tsx';
import boardClasses from '../../ui/board.module.css';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { moveOnBoard } from './board-keys.ts';
import classes from './queue.module.css';
import { boardWith, planInto } from './queue.ts';
import { useOrdersAtHand } from './queue-at-hand.ts';
import { QueueColumn } from './queue-column.tsx';
import { HeldTray } from './queue-held-tray.tsx';
import { useQueueNews } from './queue-news.ts';
import { useQueueSteps } from './queue-steps.ts';
import { allowRinging, ring, useCanRing } from './ring.ts';

const lookEveryMs = 30_000;

/**
 * What a shop has to do now, oldest promise first. It follows the live events, rings until what is new is taken
 * up, and goes on without a connection: what is done meanwhile waits, and is sent afterwards.
 */
export function OrderQueue() {
  useKeptOffline();
  const { user, locationId: chosen } = useSignedIn();
  const held = usePermissions();
  const only = user.locations.length === 1 ? (user.locations[0]?._id ?? null) : null;
  const [picked, setPicked] = useState<string | null>(() =>
    readPreference<string | null>('queue.location', null),
  );
  const locationId = only ?? chosen ?? picked;
  const now = useNow();
  const [announcement, setAnnouncement] = useState('');
  const [dragged, setDragged] = useState<OrderRow | null>(null);
  const reading = read(orderRoutes.board, { body: locationId ? { locationId } : {} });
  const query = useQuery({
    ...reading,
    refetchInterval: lookEveryMs,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  useLastAnswer(reading.queryKey, query);
  useOrdersAtHand(query.data);
  const columns = boardWith(query.data, useHeldWrites());
  const fresh = columns[0]?.orders ?? [];
  const rings = useRinging();
  useQueueNews(
    query.isPlaceholderData ? undefined : query.data && fresh,
    locationId,
    rings.isOn,
    setAnnouncement,
  );
  const { press, running } = useQueueSteps(setAnnouncement);

  function onKey(event: KeyboardEvent<HTMLElement>): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (moveOnBoard(event.currentTarget, event.target as Element, event.key)) event.preventDefault();
  }
  const planOn = (key: BoardKey) => (dragged ? planInto(dragged, key, held) : undefined);
  return (
    <div className={boardClasses.page}>
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
                className={boardClasses.where ?? ''}
                value={picked}
                onChange={(id) => {
                  setPicked(id);
                  keepPreference('queue.location', id);
                }}
              />
            )}
            {rings.control}
          </>
        }
      />
      <Stale updatedAt={query.dataUpdatedAt} isFailing={query.isError} now={now} />
      <HeldTray />
      <div className="visually-hidden" role="status">
        {announcement}
      </div>
      {query.error && !query.data && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows lead from button to button, which work without */}
      <div className={classes.board} onKeyDown={onKey} hidden={query.isError && !query.data}>
        {columns.map((column) => (
          <QueueColumn
            key={column.key}
            column={column}
            isLoading={query.isPending}
            now={now}
            showsLocation={!locationId}
            running={running}
            press={(order, plan) => void press(order, plan)}
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

/** A board that is not fresh says so: somebody works by it. */
function Stale({ updatedAt, isFailing, now }: { updatedAt: number; isFailing: boolean; now: number }) {
  const online = useOnline();
  if ((online && !isFailing) || updatedAt === 0) return null;
  const minutes = Math.floor((now - updatedAt) / 60_000);
  const age =
    minutes < 1 ? 'less than a minute ago' : minutes === 1 ? 'a minute ago' : `${minutes} minutes ago`;
  return (
    <p className={classes.stale}>
      No connection. This is the queue as it was {age}; go on: your steps are kept and sent later.
    </p>
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

/** The switch that mutes; and as long as the browser keeps silent, a button that lets it sound. */
function useRinging() {
  const [isOn, setOn] = useState(() => readPreference('queue.rings', true));
  const canRing = useCanRing();
  const control = (
    <>
      {isOn && !canRing && (
        <Button
          variant="default"
          leftSection={<IconBellRinging size={16} />}
          onClick={() => void allowRinging().then(ring)}
        >
          Turn the sound on
        </Button>
      )}
      <Switch
        label="Ring until taken up"
        color="teal"
        checked={isOn}
        onChange={({ currentTarget: { checked } }) => {
          setOn(checked);
          keepPreference('queue.rings', checked);
          // So that one hears what it is; browsers also want a click before the first sound.
          if (checked) void allowRinging().then(ring);
        }}
      />
    </>
  );
  return { isOn, control };
}
