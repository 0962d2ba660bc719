import classes from './status-badge.module.css';

/** One color for each kind of status; the label names the status. */
export type StatusFamily = 'waiting' | 'working' | 'good' | 'bad' | 'off';

export function StatusBadge({ family, label }: { family: StatusFamily; label: string }) {
  return (
    <span
      className={`inline-row text-xs medium nowrap ${classes.badge}`}
      style={{ color: `var(--aisle-${family})` }}
    >
      <span className={classes.dot} aria-hidden />
      {label}
    </span>
  );
}

/** For records that are either on or off. */
export const ActiveBadge = ({ active }: { active: boolean }) => (
  <StatusBadge family={active ? 'good' : 'off'} label={active ? 'Active' : 'Inactive'} />
);
