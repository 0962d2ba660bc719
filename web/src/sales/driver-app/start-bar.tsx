import { type Stop, tripRoutes } from '@aisle/contract/sales/dispatch';
import { Button } from '@mantine/core';
import classes from './driver-app.module.css';
import { useTripStep } from './use-trip.ts';

/** Once everything is collected, off one goes; what is missing by then is given up first. */
export function StartBar({ stops, token }: { stops: readonly Stop[]; token: string }) {
  const starting = useTripStep(tripRoutes.start, token);
  const missing = stops.filter(({ errand, status }) => errand === 'bring' && status === 'accepted').length;
  return (
    <div className={classes.bar}>
      {missing > 0 && (
        <span className={classes.quiet}>
          {missing === 1 ? '1 order is' : `${missing} orders are`} still to be collected
        </span>
      )}
      <Button
        size="lg"
        fullWidth
        color="teal"
        disabled={missing > 0}
        loading={starting.isPending}
        onClick={() => void starting.run({})}
      >
        Start the trip
      </Button>
    </div>
  );
}
