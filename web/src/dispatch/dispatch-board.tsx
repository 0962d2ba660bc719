import type { Board, BoardOrder } from '@aisle/contract/dispatch';
import { Alert, Button, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { keepPreference, readPreference } from '../core/preferences.ts';
import { useMay, useSignedIn } from '../core/session.ts';
import { LocationSelect } from '../locations/location-select.tsx';
import boardClasses from '../ui/board.module.css';
import { Loaded } from '../ui/loaded.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ScreenLink } from '../ui/screen-link.tsx';
import { type ColumnKey, columnOf, columnTitles } from './board.ts';
import classes from './dispatch.module.css';
import { DriverRail } from './driver-rail.tsx';
import { OfferDialog } from './offer-dialog.tsx';
import { OrderCard } from './order-card.tsx';
import { useBoard, useNow } from './use-board.ts';

/** Who brings what: orders that are ready to leave, and the drivers to ask. */
export function DispatchBoard() {
  const { user, locationId: chosen } = useSignedIn();
  const only = user.locations.length === 1 ? (user.locations[0]?._id ?? null) : null;
  const [picked, setPicked] = useState<string | null>(() =>
    readPreference<string | null>('queue.location', null),
  );
  const locationId = only ?? chosen ?? picked;
  const query = useBoard(locationId);
  return (
    <div className={boardClasses.page}>
      <PageTitle
        title="Dispatch"
        actions={
          !only &&
          !chosen && (
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
          )
        }
      />
      <Loaded query={query} back={{ to: '/orders', label: 'Orders' }}>
        {(board) => <Columns board={board} showsLocation={!locationId} />}
      </Loaded>
    </div>
  );
}

function Columns({ board, showsLocation }: { board: Board; showsLocation: boolean }) {
  const now = useNow();
  const mayEdit = useMay('order_edit');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [offering, setOffering] = useState<BoardOrder[] | null>(null);
  const columns = useMemo(() => {
    const found: Record<ColumnKey, BoardOrder[]> = { waiting: [], collecting: [], out: [] };
    for (const order of board.orders) found[columnOf(order)].push(order);
    return found;
  }, [board.orders]);
  // Who was asked meanwhile is chosen no more.
  const picked = columns.waiting.filter(({ _id }) => chosen.has(_id));
  const first = picked[0];
  function toggle(order: BoardOrder): void {
    const next = new Set(picked.map(({ _id }) => _id));
    if (!next.delete(order._id)) next.add(order._id);
    setChosen(next);
  }
  return (
    <>
      {board.isCut && (
        <Alert color="gray" variant="default">
          There is more than fits on a board. Choose a location to see all of it.
        </Alert>
      )}
      <div className={classes.board}>
        {(Object.keys(columnTitles) as ColumnKey[]).map((key) => (
          <section key={key} className={boardClasses.column} aria-label={columnTitles[key]}>
            <h2 className={boardClasses.head}>
              {columnTitles[key]}
              <span className={boardClasses.count}>{columns[key].length}</span>
            </h2>
            {columns[key].length === 0 && <Text c="dimmed">{emptyTexts[key]}</Text>}
            <ul className={classes.cards}>
              {columns[key].map((order) => (
                <OrderCard
                  key={order._id}
                  order={order}
                  board={board}
                  now={now}
                  showsLocation={showsLocation}
                  choice={
                    mayEdit && key === 'waiting'
                      ? {
                          isChosen: chosen.has(order._id),
                          // A trip starts at one location.
                          isOpen: !first || first.locationId === order.locationId,
                          toggle: () => toggle(order),
                        }
                      : undefined
                  }
                  offer={() => setOffering([order])}
                />
              ))}
            </ul>
          </section>
        ))}
        <DriverRail board={board} />
      </div>
      {picked.length > 1 && (
        <section className={classes.bar} aria-label="Chosen orders">
          <strong>{picked.length} orders chosen</strong>
          <Button variant="default" size="sm" onClick={() => setChosen(new Set())}>
            Clear
          </Button>
          <Button size="sm" onClick={() => setOffering(picked)}>
            Offer as one trip…
          </Button>
        </section>
      )}
      {offering && (
        <OfferDialog
          orders={offering}
          board={board}
          onClose={() => {
            setOffering(null);
            setChosen(new Set());
          }}
        />
      )}
    </>
  );
}

const emptyTexts: Record<ColumnKey, React.ReactNode> = {
  waiting: (
    <span className="sentence">
      Nothing waits. Orders come here from the <ScreenLink to="/orders/queue">queue</ScreenLink> once they are
      ready for delivery.
    </span>
  ),
  collecting: 'Nothing is about to leave.',
  out: 'Nothing is on the road.',
};
