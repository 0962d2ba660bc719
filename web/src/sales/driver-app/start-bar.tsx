import { howMany } from '@aisle/contract/core/how-many';
import { type Stop, tripRoutes } from '@aisle/contract/sales/dispatch/dispatch';
import { Button } from '@mantine/core';
import classes from './driver-app.module.css';
import { useTripStep } from './use-trip.ts';

/** The trip starts once every order is picked up; a driver gives up what is missing first. */
export function StartBar({ stops, token }: { stops: readonly Stop[]; token: string }) {
  const starting = useTripStep(tripRoutes.start, token);
  const missing = stops.filter(({ errand, status }) => errand === 'bring' && status === 'accepted').length;
  return (
    <div className={classes.bar}>
      {missing > 0 && <span className={classes.quiet}>{howMany(missing, 'order')} left to pick up</span>}
      <Button
        size="lg"
        fullWidth
        disabled={missing > 0}
        loading={starting.isPending}
        onClick={() => void starting.run({})}
      >
        Start trip
      </Button>
    </div>
  );
}
