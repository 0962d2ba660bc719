import { formatMoney } from '@aisle/contract/core/money';
import { formatQuantity } from '@aisle/contract/core/quantity';
import type { CellConflict, CellField } from '@aisle/contract/warehouse/prices';
import { Alert, Button } from '@mantine/core';
import type { CellValue } from '../../ui/grid/cells.ts';
import { type Changes, conflictKey } from './cell-changes.ts';
import { fieldNames } from './price-columns.tsx';
import classes from './prices.module.css';

/** Scrolled into sight, as nothing is saved until it is settled. */
const showsItself = (node: HTMLElement | null) => node?.scrollIntoView({ block: 'nearest' });

interface ConflictListProps {
  conflicts: readonly CellConflict[];
  changes: Changes;
  nameOf: (conflict: CellConflict) => { name: string; location: string };
  settle: (some: readonly CellConflict[], keep: 'mine' | 'theirs') => void;
}

function valueText(field: CellField, value: CellValue): string {
  if (typeof value === 'boolean') return value ? 'sold' : 'not sold';
  if (typeof value !== 'number') return 'none';
  return /price/i.test(field) ? formatMoney(value) : formatQuantity(value);
}

/** "Ana changed it to $3.21 meanwhile" */
export const changedMeanwhile = ({ field, theirs, by }: CellConflict): string =>
  `${by ?? 'Someone'} changed it to ${valueText(field, theirs)}`;

/** Cells that another user changed since they were read: this user settles each of them. */
export function ConflictList({ conflicts, changes, nameOf, settle }: ConflictListProps) {
  return (
    <Alert
      ref={showsItself}
      color="gray"
      variant="default"
      title="Someone else changed these cells. Nothing is saved yet."
      role="alert"
    >
      <ul className={classes.conflicts}>
        {conflicts.map((conflict) => {
          const { name, location } = nameOf(conflict);
          const { field } = conflict;
          return (
            <li key={conflictKey(conflict)}>
              <span>
                <b>{[name, location, fieldNames[field].replace(' $', '')].filter(Boolean).join(' · ')}</b>
                <br />
                {changedMeanwhile(conflict)}; you typed{' '}
                {valueText(field, changes.get(conflictKey(conflict))?.to ?? null)}.
              </span>
              <Button size="xs" variant="default" onClick={() => settle([conflict], 'mine')}>
                Keep mine
              </Button>
              <Button size="xs" variant="default" onClick={() => settle([conflict], 'theirs')}>
                Use theirs
              </Button>
            </li>
          );
        })}
      </ul>
      {conflicts.length > 1 && (
        <div className={classes.all}>
          <Button size="xs" variant="subtle" color="teal" onClick={() => settle(conflicts, 'mine')}>
            Keep all mine
          </Button>
          <Button size="xs" variant="subtle" color="teal" onClick={() => settle(conflicts, 'theirs')}>
            Use all theirs
          </Button>
        </div>
      )}
    </Alert>
  );
}
