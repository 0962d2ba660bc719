import type { TripPage } from '@aisle/contract/sales/dispatch/dispatch';
import { IconTruckReturn } from '@tabler/icons-react';
import classes from './driver-app.module.css';

/** "1 failed. Please return it to Downtown Market." */
export const comingBackTitle = ({ comingBack, locationName }: TripPage): string =>
  `${comingBack.length} failed. Please return ${comingBack.length === 1 ? 'it' : 'them'} to ${locationName}.`;

/** What goes back to the store: it stays until the store has received it. */
export function ComingBackCard({ page: { comingBack, locationName } }: { page: TripPage }) {
  return (
    <section className={classes.card} aria-label="Coming back">
      {comingBack.map(({ _id, orderNumber, reason }) => (
        <div key={_id}>
          <div className={classes.backTitle}>
            <IconTruckReturn size={20} aria-hidden />
            <strong>
              Bring back to {locationName}: <span className={classes.number}>{orderNumber}</span>
            </strong>
          </div>
          {reason && <p className={classes.quiet}>{reason}</p>}
        </div>
      ))}
      <p className={classes.quiet}>This card goes away when the store marks it as received.</p>
    </section>
  );
}
