import type { Board, BoardDriver, BoardTrip } from '@aisle/contract/sales/dispatch';
import { Text } from '@mantine/core';
import { DriverLink } from '../../links/driver-link.tsx';
import { AvailabilityBadge } from '../../links/driver-status.tsx';
import boardClasses from '../../ui/board.module.css';
import { ScreenLink } from '../../ui/screen-link.tsx';
import { Thumb } from '../../ui/thumb.tsx';
import { loadText } from './board.ts';
import classes from './dispatch.module.css';

/** Who is free, and how much the others have to do. */
export function DriverRail({ board }: { board: Board }) {
  const { drivers } = board;
  const free = drivers.filter(({ availability }) => availability === 'available').length;
  return (
    <section className={boardClasses.column} aria-label="Drivers">
      <h2 className={boardClasses.head}>
        Drivers
        <span className={boardClasses.count}>{drivers.length}</span>
        <span className={boardClasses.oldest}>{free} free</span>
      </h2>
      {drivers.length === 0 && (
        <Text c="dimmed">
          Nobody drives here yet. <ScreenLink to="/driver">Add the first driver</ScreenLink>.
        </Text>
      )}
      <ul className={classes.rail}>
        {drivers.map((driver) => (
          <Row
            key={driver._id}
            driver={driver}
            trip={board.trips.find(({ driverId }) => driverId === driver._id)}
          />
        ))}
      </ul>
    </section>
  );
}

function Row({ driver, trip }: { driver: BoardDriver; trip: BoardTrip | undefined }) {
  return (
    <li className={classes.driver}>
      <Thumb picture={driver.photo} text={driver.name}>
        <span className={classes.who}>
          <span className={classes.name}>
            <DriverLink id={driver._id} name={driver.name} />
          </span>
          <span className={boardClasses.quiet}>
            {loadText(driver)}
            {trip && ` · ${trip.number}`}
          </span>
        </span>
      </Thumb>
      <AvailabilityBadge availability={driver.availability} />
    </li>
  );
}
