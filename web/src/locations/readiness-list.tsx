import { type LocationView, type ReadinessReason, readinessReasons } from '@aisle/contract/locations';
import { IconCircle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
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

/** Of these, what comes later cannot be told before what comes first is there. */
const oneAfterTheOther: readonly ReadinessReason[] = ['nothingAssigned', 'nothingActive', 'nothingInStock'];

/** What a location needs before it can take orders, and what of it is there. */
export function Readiness({ location }: { location: LocationView }) {
  const { canTakeOrders, missing } = location.readiness;
  if (canTakeOrders) return null;
  const isMissing = (reason: ReadinessReason) => missing.some((one) => one.reason === reason);
  const firstOpen = oneAfterTheOther.findIndex(isMissing);
  const waits = (reason: ReadinessReason) =>
    firstOpen >= 0 && oneAfterTheOther.indexOf(reason) > firstOpen && !isMissing(reason);
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
          const way = isMissing(reason) && mend[reason];
          return (
            <li key={reason} data-waits={waits(reason) || undefined}>
              <State is={isMissing(reason) ? 'missing' : waits(reason) ? 'waiting' : 'done'} />
              {isMissing(reason) ? (
                <strong>{readinessReasons[reason]}</strong>
              ) : (
                <span>{checks[reason]}</span>
              )}
              {way && <ScreenLink to={way.to}>{way.label}</ScreenLink>}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

const states = {
  missing: { Icon: IconCircle, color: 'var(--aisle-waiting)', says: 'Missing:' },
  waiting: { Icon: IconCircleDashed, color: 'var(--aisle-secondary)', says: 'Not yet:' },
  done: { Icon: IconCircleCheck, color: 'var(--aisle-good)', says: 'Done:' },
};
function State({ is }: { is: keyof typeof states }) {
  const { Icon, color, says } = states[is];
  return <Icon size={20} stroke={1.5} color={color} aria-label={says} />;
}
