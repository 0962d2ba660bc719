import { formatCount } from '@aisle/contract/core/how-many';
import type { Import } from '@aisle/contract/system/imports/imports';
import classes from '../imports.module.css';

/** The counts of the check, the import or the undo. */
export function ImportCounts({ found }: { found: Import }) {
  const { counts, status, undone } = found;
  if (!counts) return null;
  const isDone = status !== 'checked';
  const figures: (readonly [string, number, 'bad'?])[] = undone
    ? [
        ['Rows undone', undone.rows],
        ['Kept', undone.kept, 'bad'],
      ]
    : [
        ['Rows', counts.rows],
        [isDone ? 'Added' : 'New', counts.new],
        [isDone ? 'Changed' : 'To update', counts.changed],
        ['Unchanged', counts.same],
        [isDone ? 'Skipped' : 'With errors', counts.errors, 'bad'],
      ];
  return (
    <dl className={classes.figures}>
      {figures.map(([label, value, isBad]) => (
        <div key={label} data-bad={(isBad && value > 0) || undefined}>
          <dt>{label}</dt>
          <dd className="tabular">{formatCount(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
