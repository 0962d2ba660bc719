import type { Import } from '@aisle/contract/imports';
import classes from './imports.module.css';

/** What the check found, the import did, or an undo has left: some figures. */
export function ImportCounts({ found }: { found: Import }) {
  const { counts, status, undone } = found;
  if (!counts) return null;
  const isDone = status !== 'checked';
  const figures: (readonly [string, number, 'bad'?])[] = undone
    ? [
        ['Rows taken back', undone.rows],
        ['Kept', undone.kept, 'bad'],
      ]
    : [
        ['Rows', counts.rows],
        [isDone ? 'Added' : 'New', counts.new],
        [isDone ? 'Changed' : 'To change', counts.changed],
        ['As they are', counts.same],
        [isDone ? 'Left out' : 'With errors', counts.errors, 'bad'],
      ];
  return (
    <dl className={classes.figures}>
      {figures.map(([label, value, isBad]) => (
        <div key={label} data-bad={(isBad && value > 0) || undefined}>
          <dt>{label}</dt>
          <dd className="tabular">{value.toLocaleString('en-US')}</dd>
        </div>
      ))}
    </dl>
  );
}
