import {
  type LocationView,
  type ReadinessReason,
  readinessReasons,
} from '@aisle/contract/locations/locations';
import { IconCircle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import type { Back } from '../../core/pages/screens.ts';
import { Panel } from '../../ui/record/record-page.tsx';
import { ScreenLink } from '../../ui/record/screen-link.tsx';
import classes from './locations.module.css';

const checks = {
  switchedOff: 'Active',
  nothingAssigned: 'Products are assigned',
  nothingActive: 'Products are active',
  nothingInStock: 'Products are in stock',
  neverOpen: 'Opens within the next 14 days',
} as const satisfies Record<ReadinessReason, string>;

/** Of these, a later step is shown only once the earlier ones are done. */
const oneAfterTheOther: readonly ReadinessReason[] = ['nothingAssigned', 'nothingActive', 'nothingInStock'];

/** What a location needs before it can take orders, and what of it is there. */
export function Readiness({ location }: { location: LocationView }) {
  const { canTakeOrders, missing } = location.readiness;
  if (canTakeOrders) return null;
  const isMissing = (reason: ReadinessReason) => missing.some((one) => one.reason === reason);
  const firstOpen = oneAfterTheOther.findIndex(isMissing);
  const waits = (reason: ReadinessReason) =>
    firstOpen >= 0 && oneAfterTheOther.indexOf(reason) > firstOpen && !isMissing(reason);
  const mend: Partial<Record<ReadinessReason, Back>> = {
    switchedOff: { to: '/locations/edit/$id', params: { id: location._id }, label: 'Activate' },
    nothingAssigned: { to: '/locations/tree/$id', params: { id: location._id }, label: 'Choose products' },
    nothingActive: { to: '/locations/tree/$id', params: { id: location._id }, label: 'Check products' },
    nothingInStock: { to: '/inventory/add', label: 'Receive stock' },
    neverOpen: { to: '/locations/edit/$id', params: { id: location._id }, label: 'Edit hours' },
  };
  return (
    <Panel title="Can't take orders yet">
      <ul className={classes.checks}>
        {(Object.keys(checks) as ReadinessReason[]).map((reason) => {
          const way = isMissing(reason) && mend[reason];
          return (
            <li key={reason} data-waits={waits(reason) || undefined}>
              <ReadinessState is={isMissing(reason) ? 'missing' : waits(reason) ? 'waiting' : 'done'} />
              {isMissing(reason) ? (
                <strong>{readinessReasons[reason]}</strong>
              ) : (
                <span>{checks[reason]}</span>
              )}
              {way && <FixLink {...way} />}
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
function ReadinessState({ is }: { is: keyof typeof states }) {
  const { Icon, color, says } = states[is];
  return <Icon size={20} color={color} aria-label={says} />;
}

const FixLink = ({ label, ...destination }: Back) => <ScreenLink {...destination}>{label}</ScreenLink>;
