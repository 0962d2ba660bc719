import type { Change } from '../../../core/changes/record-change.ts';
import type { UndoResult, WrittenRow } from '../imported-resource.ts';
import { valuesOf } from '../record-import.ts';

interface Now {
  versions: ReadonlyMap<string, number>;
  /** Records that others refer to now. */
  used: ReadonlySet<string>;
}
/** Why a row of a versioned record is kept; null if it can be undone. */
export function reasonToKeep(
  { kind, recordId, version }: WrittenRow,
  { versions, used }: Now,
): string | null {
  const current = versions.get(recordId!);
  // A new record that was deleted since is already undone.
  if (current === undefined) return kind === 'new' ? null : 'Deleted since the import';
  if (current !== version) return 'Changed since the import';
  return kind === 'new' && used.has(recordId!) ? "It's in use" : null;
}

/** Returns the rows that added records, or the rows that changed records. */
export const byRecord = (rows: readonly WrittenRow[], kind: WrittenRow['kind']): WrittenRow[] =>
  rows.filter((row) => row.kind === kind && row.recordId !== null);

/** Returns the changes of an undo: new records are deleted, and changed ones get their previous values. */
export const undoChanges = (
  resource: 'customers' | 'vendors',
  { added, changed }: Record<'added' | 'changed', readonly WrittenRow[]>,
): Change[] => [
  ...added.map(({ recordId, changes }) => ({
    action: 'delete' as const,
    resource,
    recordId: recordId!,
    before: valuesOf(changes, 'after'),
  })),
  ...changed.map(({ recordId, changes }) => ({
    action: 'edit' as const,
    resource,
    recordId: recordId!,
    before: valuesOf(changes, 'after'),
    after: valuesOf(changes, 'before'),
  })),
];

export const undoResult = ({ row, reason }: { row: WrittenRow; reason: string | null }): UndoResult => ({
  row: row.row,
  undo: reason === null ? 'undone' : 'kept',
  reason,
});
