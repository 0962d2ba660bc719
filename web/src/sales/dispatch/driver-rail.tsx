import type { Board, BoardDriver, BoardTrip } from '@aisle/contract/sales/dispatch/dispatch';
import { Button, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useCan } from '../../core/session/session.ts';
import { DriverLink } from '../../links/sales/driver-link.tsx';
import { AvailabilityBadge } from '../../links/sales/driver-status.tsx';
import boardClasses from '../../ui/board/board.module.css';
import { ScreenLink } from '../../ui/record/screen-link.tsx';
import { Thumb } from '../../ui/thumb.tsx';
import { HandInDialog } from '../hand-ins/hand-in-dialog.tsx';
import { awayText, cashText, loadText } from './board/board.ts';
import type { Errand } from './board/errand-list.tsx';
import classes from './dispatch.module.css';

interface DriverRailProps {
  board: Board;
  /** The errand that distances are measured to. */
  to?: Errand | undefined;
  /** The driver selected on the map. */
  marked?: string | null;
}
/** The drivers: free drivers first, offline drivers collapsed. */
export function DriverRail({ board, to, marked = null }: DriverRailProps) {
  const { drivers } = board;
  const [handingIn, setHandingIn] = useState<BoardDriver | null>(null);
  const count = (which: BoardDriver['availability']) =>
    drivers.filter(({ availability }) => availability === which).length;
  const row = (driver: BoardDriver) => (
    <Row
      key={driver._id}
      driver={driver}
      trip={board.trips.find(({ driverId }) => driverId === driver._id)}
      away={to ? awayText(driver, to, board.locations) : null}
      isMarked={driver._id === marked}
      receiveCash={() => setHandingIn(driver)}
    />
  );
  const isPresent = (driver: BoardDriver) =>
    // Offline drivers stay visible while they have cash or items of the store.
    driver.availability !== 'offline' || driver.comingBack > 0 || driver.cash.length > 0;
  const absent = drivers.filter((driver) => !isPresent(driver));
  return (
    <section className={`min-w-0 ${boardClasses.column}`} aria-label="Drivers">
      <h2 className="row gap-2 m-0 mb-2 text-md bold">
        Drivers
        <span className={boardClasses.count}>{drivers.length}</span>
        {drivers.length > 0 && (
          <span className={`ml-auto text-xs secondary ${boardClasses.oldest}`}>
            {count('available')} free · {count('busy')} busy
          </span>
        )}
      </h2>
      <div className={classes.scroll}>
        {drivers.length === 0 && (
          <Text c="dimmed">
            No drivers yet. <ScreenLink to="/driver">Add the first driver</ScreenLink>.
          </Text>
        )}
        <ul className={`card lined ${classes.rail}`}>{drivers.filter(isPresent).map(row)}</ul>
        {absent.length > 0 && (
          <details className={classes.offline}>
            <summary>{absent.length} offline</summary>
            <ul className={`card lined ${classes.rail}`}>{absent.map(row)}</ul>
          </details>
        )}
      </div>
      {handingIn && (
        <HandInDialog
          driver={handingIn}
          cash={drivers.find(({ _id }) => _id === handingIn._id)?.cash ?? []}
          onClose={() => setHandingIn(null)}
        />
      )}
    </section>
  );
}

interface RowProps {
  driver: BoardDriver;
  trip: BoardTrip | undefined;
  /** Distance to the selected errand. */
  away: string | null;
  isMarked: boolean;
  receiveCash: () => void;
}
function Row({ driver, trip, away, isMarked, receiveCash }: RowProps) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isMarked) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isMarked]);
  const canEdit = useCan('order_edit');
  const cash = cashText(driver);
  return (
    <li
      ref={row}
      className={classes.driver}
      data-marked={isMarked || undefined}
      aria-current={isMarked || undefined}
    >
      <Thumb picture={driver.photo} text={driver.name}>
        <span className="truncate">
          <DriverLink id={driver._id} name={driver.name} />
        </span>
      </Thumb>
      <AvailabilityBadge availability={driver.availability} />
      <span className={`text-sm secondary ${classes.load}`}>
        {loadText(driver)}
        {trip && (
          <>
            {' · '}
            <span className="nowrap">{trip.number}</span>
          </>
        )}
        {away && <span className="nowrap"> · {away}</span>}
      </span>
      {cash && (
        <span className={`row gap-1 text-sm nowrap tabular ${classes.held}`}>
          {cash}
          {canEdit && (
            <Button
              variant="subtle"
              color="teal"
              size="compact-xs"
              aria-label={`Receive cash from ${driver.name}`}
              onClick={receiveCash}
            >
              Receive cash…
            </Button>
          )}
        </span>
      )}
    </li>
  );
}
