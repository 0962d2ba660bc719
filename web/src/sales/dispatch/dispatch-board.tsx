import type { Board } from '@aisle/contract/sales/dispatch';
import { Alert, Button, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useMay } from '../../core/session.ts';
import { useOneLocation } from '../../links/choose-location.tsx';
import boardClasses from '../../ui/board.module.css';
import { Loaded } from '../../ui/loaded.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { ScreenLink } from '../../ui/screen-link.tsx';
import { type ColumnKey, columnOf, columnOfCollection, columnTitles } from './board.ts';
import { CollectionCard } from './collection-card.tsx';
import classes from './dispatch.module.css';
import { DriverRail } from './driver-rail.tsx';
import { type Errand, ErrandList, isOrder, type Standing, sizeOf } from './errand-list.tsx';
import { type Errands, OfferDialog } from './offer-dialog.tsx';
import { OrderCard } from './order-card.tsx';
import { useBoard, useNow } from './use-board.ts';

/** Orders that are ready to leave or on their way, return pickups, and the drivers to ask. */
export function DispatchBoard() {
  const locationId = useOneLocation();
  const query = useBoard(locationId);
  return (
    <div className={boardClasses.page}>
      <PageTitle title="Dispatch" />
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
  // An order that a driver was asked for meanwhile is no longer selected.
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
  const select = (ids: readonly string[]) => setChosen(new Set(ids));
  const choiceOf = (key: ColumnKey, { _id, locationId }: Errand) =>
    mayEdit && key === 'waiting'
      ? {
          isChosen: chosen.has(_id),
          // A trip starts at one location.
          isOpen: !first || first.locationId === locationId,
          toggle: () => toggle(_id),
        }
      : undefined;
  function card(key: ColumnKey, errand: Errand) {
    const common = { board, now, showsLocation, choice: choiceOf(key, errand) };
    return isOrder(errand) ? (
      <OrderCard
        {...common}
        key={errand._id}
        order={errand}
        offer={() => setOffering({ orders: [errand], collections: [] })}
      />
    ) : (
      <CollectionCard
        {...common}
        key={errand._id}
        collection={errand}
        offer={() => setOffering({ orders: [], collections: [errand] })}
      />
    );
  }
  return (
    <>
      {board.isCut && (
        <Alert color="gray" variant="default">
          This board can't show everything. Choose a location at the top to see all of its orders.
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
            <ErrandList
              {...columns[key]}
              isGrouped={key === 'waiting'}
              showsLocation={showsLocation}
              select={mayEdit && key === 'waiting' ? select : undefined}
              card={(errand) => card(key, errand)}
            />
          </section>
        ))}
        <DriverRail board={board} />
      </div>
      {picked.length > 1 && (
        <section className={classes.bar} aria-label="Selected for a trip">
          <strong>
            {picked.length} {errands.collections.length > 0 ? 'stops' : 'orders'} selected
          </strong>
          <Button variant="default" size="sm" onClick={() => setChosen(new Set())}>
            Clear
          </Button>
          <Button size="sm" onClick={() => setOffering(errands)}>
            Assign a driver…
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

const emptyTexts: Record<ColumnKey, React.ReactNode> = {
  waiting: (
    <span className="sentence">
      No orders waiting. Orders from the <ScreenLink to="/orders/queue">queue</ScreenLink> appear here when
      they're ready for delivery.
    </span>
  ),
  collecting: 'No orders leaving soon.',
  out: 'No deliveries in progress.',
};
