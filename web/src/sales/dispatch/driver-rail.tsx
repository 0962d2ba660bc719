import type { Board, BoardDriver, BoardTrip } from '@aisle/contract/sales/dispatch/dispatch';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
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
}
/** The drivers: free drivers first, offline drivers collapsed. */
export function DriverRail({ board, to }: DriverRailProps) {
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
  receiveCash: () => void;
}
function Row({ driver, trip, away, receiveCash }: RowProps) {
  const canEdit = useCan('order_edit');
  const cash = cashText(driver);
  return (
    <li className={classes.driver}>
      <Thumb picture={driver.photo} text={driver.name}>
        <span className="grid min-w-0">
          <span className="truncate">
            <DriverLink id={driver._id} name={driver.name} />
          </span>
          <span className="text-sm secondary">
            {loadText(driver)}
            {trip && (
              <>
                {' · '}
                <span className="nowrap">{trip.number}</span>
              </>
            )}
          </span>
          {away && <span className="text-sm secondary">{away}</span>}
        </span>
      </Thumb>
      <AvailabilityBadge availability={driver.availability} />
      {cash && (
        <span className={`row gap-1 text-sm tabular ${classes.held}`}>
          {cash}
          {canEdit && (
            <Button
              variant="subtle"
              color="teal"
              size="compact-xs"
              aria-label={`Receive cash from ${driver.name}`}
              onClick={receiveCash}
            >
              Receive…
            </Button>
          )}
        </span>
      )}
    </li>
  );
}
