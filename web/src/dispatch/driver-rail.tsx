import type { Board, BoardDriver, BoardTrip } from '@aisle/contract/dispatch';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { useMay } from '../core/session.ts';
import { DriverLink } from '../drivers/driver-link.tsx';
import { AvailabilityBadge } from '../drivers/driver-status.tsx';
import { RowMenu } from '../ui/list/row-menu.tsx';
import { ScreenLink } from '../ui/screen-link.tsx';
import { Thumb } from '../ui/thumb.tsx';
import { loadText } from './board.ts';
import classes from './dispatch.module.css';
import { LinkDialog } from './link-dialog.tsx';

/** Who is free, and how much the others have to do. */
export function DriverRail({ board }: { board: Board }) {
  const { drivers } = board;
  const free = drivers.filter(({ availability }) => availability === 'available').length;
  return (
    <section className={classes.column} aria-label="Drivers">
      <h2 className={classes.head}>
        Drivers
        <span className={classes.count}>{drivers.length}</span>
        <span className={classes.oldest}>{free} free</span>
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
            trips={board.trips.filter(({ driverId }) => driverId === driver._id)}
          />
        ))}
      </ul>
    </section>
  );
}

interface RowProps {
  driver: BoardDriver;
  trips: readonly BoardTrip[];
}
function Row({ driver, trips }: RowProps) {
  const mayEdit = useMay('order_edit');
  const [shown, setShown] = useState<BoardTrip | null>(null);
  return (
    <li className={classes.driver}>
      <Thumb picture={driver.photo} text={driver.name}>
        <span className={classes.who}>
          <span className={classes.name}>
            <DriverLink id={driver._id} name={driver.name} />
          </span>
          <span className={classes.quiet}>{loadText(driver)}</span>
        </span>
      </Thumb>
      <AvailabilityBadge availability={driver.availability} />
      {mayEdit && trips.length > 0 && (
        <RowMenu
          label={driver.name}
          actions={trips.map((trip) => ({
            label: `Link to ${trip.number}…`,
            onClick: () => setShown(trip),
          }))}
        />
      )}
      {shown && (
        <LinkDialog
          tripId={shown._id}
          driver={driver}
          driverName={driver.name}
          onClose={() => setShown(null)}
        />
      )}
    </li>
  );
}
