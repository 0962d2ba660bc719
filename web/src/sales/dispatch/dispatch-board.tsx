import { type Board, dispatchRoutes } from '@aisle/contract/sales/dispatch/dispatch';
import { Alert, Button, SegmentedControl, Text } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { invalidate, read } from '../../core/api.ts';
import { useLiveTopic } from '../../core/events.ts';
import { readPreference, savePreference } from '../../core/preferences/preferences.ts';
import { useCan } from '../../core/session/session.ts';
import { useOneLocation } from '../../links/locations/choose-location.tsx';
import boardClasses from '../../ui/board/board.module.css';
import { BoardSegments } from '../../ui/board/board-segments.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { SearchBox } from '../../ui/list/search-box.tsx';
import { PageTitle } from '../../ui/record/page-title.tsx';
import { ScreenLink } from '../../ui/record/screen-link.tsx';
import { StickyBar } from '../../ui/record/sticky-bar.tsx';
import { useIsNarrow } from '../../ui/use-is-narrow.ts';
import { useNow } from '../../ui/use-now.ts';
import {
  type ColumnKey,
  columnOf,
  columnOfCollection,
  columnTitles,
  isOrderLate,
  matchesSearch,
} from './board/board.ts';
import { CollectionCard } from './board/collection-card.tsx';
import { type ColumnErrands, type Errand, isOrder, sizeOf, TaskList } from './board/errand-list.tsx';
import { OrderCard } from './board/order-card.tsx';
import { OfferDialog } from './dialogs/offer-dialog.tsx';
import classes from './dispatch.module.css';
import { DriverRail } from './driver-rail.tsx';
import { DispatchMap } from './map/dispatch-map.tsx';
import { columnOfTask } from './map/map-pins.ts';
import { type Stops, useDriverRequests } from './use-driver-requests.tsx';

/** Orders ready for delivery or on their way, return pickups, and the available drivers. */
export function DispatchBoard() {
  const locationId = useOneLocation();
  const query = useBoard(locationId);
  const [showsMap, setShowsMap] = useState(() => readPreference('dispatch.map', false));
  const [search, setSearch] = useState('');
  return (
    <div className={`page ${classes.page}`}>
      <PageTitle
        title="Dispatch"
        actions={
          <>
            <div className={classes.search}>
              <SearchBox label="Search orders and drivers" value={search} onSearch={setSearch} />
            </div>
            <SegmentedControl
              aria-label="View"
              data={['Board', 'Map']}
              value={showsMap ? 'Map' : 'Board'}
              onChange={(view) => {
                setShowsMap(view === 'Map');
                savePreference('dispatch.map', view === 'Map');
              }}
            />
          </>
        }
      />
      <Loaded query={query} back={{ to: '/orders', label: 'Orders' }}>
        {(board) => <Columns board={board} search={search} showsLocation={!locationId} showsMap={showsMap} />}
      </Loaded>
    </div>
  );
}

interface ColumnsProps {
  board: Board;
  search: string;
  showsLocation: boolean;
  showsMap: boolean;
}
function Columns({ board: whole, search, showsLocation, showsMap }: ColumnsProps) {
  const now = useNow(tickMs);
  const canEdit = useCan('order_edit');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { request, linkDialog } = useDriverRequests();
  const [offering, setOffering] = useState<Stops | null>(null);
  /** The card or driver selected most recently on the map. */
  const [marked, setMarked] = useState<string | null>(null);
  const board = useMemo(() => searchBoard(whole, search), [whole, search]);
  const columns = useMemo(() => columnsOf(board), [board]);
  const segments = useSegments(columns, board.drivers.length, now);
  // A search doesn't clear the selection.
  const { waiting } = useMemo(() => columnsOf(whole), [whole]);
  // Deselects orders that were offered to a driver in the meantime.
  const errands: Stops = {
    orders: waiting.orders.filter(({ _id }) => chosen.has(_id)),
    collections: waiting.collections.filter(({ _id }) => chosen.has(_id)),
  };
  const picked = [...errands.orders, ...errands.collections];
  const first = picked[0];
  function toggle(id: string): void {
    const next = new Set(picked.map(({ _id }) => _id));
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  }
  const markedErrand = [...board.orders, ...board.collections].find(({ _id }) => _id === marked);
  const selected = useMemo(() => new Set([...chosen, ...(marked ? [marked] : [])]), [chosen, marked]);
  function selectOnMap(id: string): void {
    const errand = [...board.orders, ...board.collections].find(({ _id }) => _id === id);
    const choice = errand && choiceOf(columnOfTask(errand), errand);
    if (choice?.isOpen) choice.toggle();
    const isSelected = choice?.isOpen ? choice.isChosen : id === marked;
    setMarked(isSelected ? null : id);
  }
  const select = (ids: readonly string[]) => setChosen(new Set(ids));
  const choiceOf = (key: ColumnKey, { _id, locationId }: Errand) =>
    canEdit && key === 'waiting'
      ? {
          isChosen: chosen.has(_id),
          // A trip has a single starting location.
          isOpen: !first || first.locationId === locationId,
          toggle: () => toggle(_id),
        }
      : undefined;
  function card(key: ColumnKey, errand: Errand) {
    const common = {
      board: whole,
      now,
      showsLocation,
      choice: choiceOf(key, errand),
      isMarked: showsMap && errand._id === marked,
    };
    return isOrder(errand) ? (
      <OrderCard
        {...common}
        key={errand._id}
        order={errand}
        request={request}
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
      {segments.control}
      <Panes
        map={showsMap && <DispatchMap board={board} now={now} selected={selected} select={selectOnMap} />}
      >
        {(Object.keys(columnTitles) as ColumnKey[]).filter(segments.isShown).map((key) => (
          <section key={key} className={`min-w-0 ${boardClasses.column}`} aria-label={columnTitles[key]}>
            <h2 className={`row gap-2 m-0 mb-2 text-md bold ${boardClasses.columnTitle}`}>
              {columnTitles[key]}
              <span className={boardClasses.count}>{sizeOf(columns[key])}</span>
            </h2>
            <div className={classes.scroll}>
              {sizeOf(columns[key]) === 0 && (
                <Text c="dimmed">{search ? 'No matches.' : emptyTexts[key]}</Text>
              )}
              <TaskList
                {...columns[key]}
                isGrouped={key === 'waiting'}
                showsLocation={showsLocation}
                select={canEdit && key === 'waiting' ? select : undefined}
                card={(errand) => card(key, errand)}
              />
            </div>
          </section>
        ))}
        {segments.isShown('drivers') && (
          <DriverRail board={board} to={first ?? markedErrand} marked={showsMap ? marked : null} />
        )}
      </Panes>
      {picked.length > 1 && (
        <StickyBar className={classes.bar} label="Selected for a trip">
          <strong>
            {picked.length} {errands.collections.length > 0 ? 'stops' : 'orders'} selected
          </strong>
          <Button variant="default" size="sm" onClick={() => setChosen(new Set())}>
            Clear
          </Button>
          <Button size="sm" onClick={() => setOffering(errands)}>
            Assign a driver…
          </Button>
        </StickyBar>
      )}
      {offering && (
        <OfferDialog
          {...offering}
          board={whole}
          request={request}
          onClose={() => {
            setOffering(null);
            setChosen(new Set());
          }}
        />
      )}
      {linkDialog}
    </>
  );
}

/** The columns beside each other, or below each other beside the map. */
function Panes({ map, children }: { map: ReactNode; children: ReactNode }) {
  if (!map) return <div className={`grid gap-3 ${classes.board}`}>{children}</div>;
  return (
    <div className={`grid gap-4 ${classes.withMap}`}>
      <div className={`grid align-start gap-4 min-w-0 ${classes.scroll}`}>{children}</div>
      {map}
    </div>
  );
}

/** The parts of the board that match a search. Drivers stay unless some are found by name. */
function searchBoard(board: Board, search: string): Board {
  if (search === '') return board;
  const named = board.drivers.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
  return {
    ...board,
    orders: board.orders.filter((order) => matchesSearch(order, search)),
    collections: board.collections.filter((one) => matchesSearch(one, search)),
    drivers: named.length > 0 ? named : board.drivers,
  };
}

function columnsOf({ orders, collections }: Board): Record<ColumnKey, ColumnErrands> {
  const found: Record<ColumnKey, ColumnErrands> = {
    waiting: { orders: [], collections: [] },
    collecting: { orders: [], collections: [] },
    out: { orders: [], collections: [] },
  };
  for (const order of orders) found[columnOf(order)].orders.push(order);
  for (const one of collections) found[columnOfCollection(one)].collections.push(one);
  return found;
}

const emptyTexts: Record<ColumnKey, ReactNode> = {
  waiting: (
    <span className="sentence">
      No orders waiting. Orders from the <ScreenLink to="/orders/queue">queue</ScreenLink> appear here when
      they're ready for delivery.
    </span>
  ),
  collecting: 'No orders leaving soon.',
  out: 'No deliveries in progress.',
};

const checkEveryMs = 30_000;
const gatherMs = 400;

/** The board of one location or of all; refetches shortly after each event. */
function useBoard(locationId: string | null) {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Combines several events into one refetch.
  const soon = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void invalidate(client, ['dispatch']), gatherMs);
  }, [client]);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLiveTopic('orders', soon);
  useLiveTopic('drivers', soon);
  return useQuery({
    ...read(dispatchRoutes.board, { query: locationId ? { locationId } : {} }),
    refetchInterval: checkEveryMs,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
}

const tickMs = 10_000;

type SegmentKey = ColumnKey | 'drivers';
/** Shorter than the column titles, because four of them share the width of a phone. */
const titles: Record<SegmentKey, string> = {
  waiting: 'Waiting',
  collecting: 'Leaving',
  out: 'Out',
  drivers: 'Drivers',
};

/** Phones show one column at a time. Returns the visible column and the control that selects it. */
function useSegments(columns: Record<ColumnKey, ColumnErrands>, drivers: number, now: number) {
  const isNarrow = useIsNarrow();
  const keys = Object.keys(columns) as ColumnKey[];
  // Set once, so that new and departing orders don't switch the visible column.
  const [segment, setSegment] = useState<SegmentKey>(
    () => keys.find((key) => sizeOf(columns[key]) > 0) ?? 'waiting',
  );
  return {
    isShown: (key: SegmentKey) => !isNarrow || key === segment,
    control: isNarrow && (
      <BoardSegments<SegmentKey>
        label="Orders and drivers"
        segments={[
          ...keys.map((key) => ({
            key,
            title: titles[key],
            count: sizeOf(columns[key]),
            late: columns[key].orders.filter((order) => isOrderLate(order, now)).length,
          })),
          { key: 'drivers', title: titles.drivers, count: drivers, late: 0 },
        ]}
        value={segment}
        onChange={setSegment}
      />
    ),
  };
}
