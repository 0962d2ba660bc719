import type { Board, BoardCollection, BoardOrder } from '@aisle/contract/sales/dispatch';
import { Alert, Button, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { keepPreference, readPreference } from '../../core/preferences.ts';
import { useMay, useSignedIn } from '../../core/session.ts';
import { LocationSelect } from '../../links/location-select.tsx';
import boardClasses from '../../ui/board.module.css';
import { Loaded } from '../../ui/loaded.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { ScreenLink } from '../../ui/screen-link.tsx';
import { type ColumnKey, columnOf, columnOfCollection, columnTitles } from './board.ts';
import { CollectionCard } from './collection-card.tsx';
import classes from './dispatch.module.css';
import { DriverRail } from './driver-rail.tsx';
import { type Errands, OfferDialog } from './offer-dialog.tsx';
import { OrderCard } from './order-card.tsx';
import { useBoard, useNow } from './use-board.ts';

/** Who brings what: orders that are ready to leave, goods that come back, and the drivers to ask. */
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
  const [offering, setOffering] = useState<Errands | null>(null);
  const columns = useMemo(() => {
    const found: Record<ColumnKey, Standing> = {
      waiting: { orders: [], collections: [] },
      collecting: { orders: [], collections: [] },
      out: { orders: [], collections: [] },
    };
    for (const order of board.orders) found[columnOf(order)].orders.push(order);
    for (const one of board.collections) found[columnOfCollection(one)].collections.push(one);
    return found;
  }, [board.orders, board.collections]);
  // Who was asked meanwhile is chosen no more.
  const errands: Errands = {
    orders: columns.waiting.orders.filter(({ _id }) => chosen.has(_id)),
    collections: columns.waiting.collections.filter(({ _id }) => chosen.has(_id)),
  };
  const picked = [...errands.orders, ...errands.collections];
  const first = picked[0];
  function toggle(id: string): void {
    const next = new Set(picked.map(({ _id }) => _id));
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  }
  const choiceOf = (key: ColumnKey, { _id, locationId }: BoardOrder | BoardCollection) =>
    mayEdit && key === 'waiting'
      ? {
          isChosen: chosen.has(_id),
          // A trip starts at one location.
          isOpen: !first || first.locationId === locationId,
          toggle: () => toggle(_id),
        }
      : undefined;
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
              <span className={boardClasses.count}>{sizeOf(columns[key])}</span>
            </h2>
            {sizeOf(columns[key]) === 0 && <Text c="dimmed">{emptyTexts[key]}</Text>}
            <ul className={classes.cards}>
              {columns[key].orders.map((order) => (
                <OrderCard
                  key={order._id}
                  order={order}
                  board={board}
                  now={now}
                  showsLocation={showsLocation}
                  choice={choiceOf(key, order)}
                  offer={() => setOffering({ orders: [order], collections: [] })}
                />
              ))}
              {columns[key].collections.map((one) => (
                <CollectionCard
                  key={one._id}
                  collection={one}
                  board={board}
                  now={now}
                  showsLocation={showsLocation}
                  choice={choiceOf(key, one)}
                  offer={() => setOffering({ orders: [], collections: [one] })}
                />
              ))}
            </ul>
          </section>
        ))}
        <DriverRail board={board} />
      </div>
      {picked.length > 1 && (
        <section className={classes.bar} aria-label="Chosen for a trip">
          <strong>
            {picked.length} {errands.collections.length > 0 ? 'errands' : 'orders'} chosen
          </strong>
          <Button variant="default" size="sm" onClick={() => setChosen(new Set())}>
            Clear
          </Button>
          <Button size="sm" onClick={() => setOffering(errands)}>
            Offer as one trip…
          </Button>
        </section>
      )}
      {offering && (
        <OfferDialog
          {...offering}
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

interface Standing {
  orders: BoardOrder[];
  collections: BoardCollection[];
}
const sizeOf = ({ orders, collections }: Standing): number => orders.length + collections.length;

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
