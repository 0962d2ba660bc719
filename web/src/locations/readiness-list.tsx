import { type LocationView, type ReadinessReason, readinessReasons } from '@aisle/contract/locations';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { Panel } from '../ui/record-page.tsx';
import { ScreenLink } from '../ui/screen-link.tsx';
import classes from './locations.module.css';

const checks = {
  switchedOff: 'Switched on',
  nothingAssigned: 'Products are assigned',
  nothingActive: 'Products are active',
  nothingInStock: 'Products are in stock',
  neverOpen: 'It opens within the next 14 days',
} as const satisfies Record<ReadinessReason, string>;

/** What a location needs before it can take orders, and what of it is there. */
export function Readiness({ location }: { location: LocationView }) {
  const { canTakeOrders, missing } = location.readiness;
  if (canTakeOrders) return null;
  const mend: Partial<Record<ReadinessReason, { to: string; label: string }>> = {
    switchedOff: { to: `/locations/edit/${location._id}`, label: 'Switch it on' },
    nothingAssigned: { to: `/locations/tree/${location._id}`, label: 'Choose products' },
    nothingActive: { to: `/locations/tree/${location._id}`, label: 'Look at its products' },
    nothingInStock: { to: '/inventory/add', label: 'Receive stock' },
    neverOpen: { to: `/locations/edit/${location._id}`, label: 'Change its hours' },
  };
  return (
    <Panel title="Cannot take orders yet">
      <ul className={classes.checks}>
        {(Object.keys(checks) as ReadinessReason[]).map((reason) => {
          const isMissing = missing.some((one) => one.reason === reason);
          const way = isMissing && mend[reason];
          return (
            <li key={reason}>
              {isMissing ? (
                <IconCircle size={20} stroke={1.5} color="var(--aisle-waiting)" aria-label="Missing:" />
              ) : (
                <IconCircleCheck size={20} stroke={1.5} color="var(--aisle-good)" aria-label="Done:" />
              )}
              {isMissing ? <strong>{readinessReasons[reason]}</strong> : <span>{checks[reason]}</span>}
              {way && <ScreenLink to={way.to}>{way.label}</ScreenLink>}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
