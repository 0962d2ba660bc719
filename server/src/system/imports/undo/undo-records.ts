import type { UndoResult, WrittenRow } from '../imported-resource.ts';
import { valuesOf } from '../record-import.ts';

interface Now {
  versions: ReadonlyMap<string, number>;
  /** Records that others refer to by now. */
  used: ReadonlySet<string>;
}
/** Why a row of a record with a version is kept; null if it can be undone. */
export function reasonToKeep(
  { kind, recordId, version }: WrittenRow,
  { versions, used }: Now,
): string | null {
  const current = versions.get(recordId!);
  // An added record that was deleted since is undone already.
  if (current === undefined) return kind === 'new' ? null : 'Deleted since the import';
  if (current !== version) return 'Changed since the import';
  return kind === 'new' && used.has(recordId!) ? "It's in use" : null;
}

/** The rows that added records, or those that changed some. */
export const byRecord = (rows: readonly WrittenRow[], kind: WrittenRow['kind']): WrittenRow[] =>
  rows.filter((row) => row.kind === kind && row.recordId !== null);

/** History entries of an undo: what was added is deleted, what was changed has its earlier values again. */
export const undoEntries = (
  resource: string,
  { added, changed }: Record<'added' | 'changed', readonly WrittenRow[]>,
) => [
  ...added.map(({ recordId, changes }) => ({
    action: 'delete',
    resource,
    recordId,
    before: valuesOf(changes, 'after'),
  })),
  ...changed.map(({ recordId, changes }) => ({
    action: 'edit',
    resource,
    recordId,
    before: valuesOf(changes, 'after'),
    after: valuesOf(changes, 'before'),
  })),
];

export const undoResult = ({ row, reason }: { row: WrittenRow; reason: string | null }): UndoResult => ({
  row: row.row,
  undo: reason === null ? 'undone' : 'kept',
  reason,
});
