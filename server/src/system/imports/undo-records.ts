import type { WrittenRow } from './imported-resource.ts';

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

/** The last values of a record that several rows can't have changed: a file has it once. */
export const byRecord = (rows: readonly WrittenRow[], kind: WrittenRow['kind']): WrittenRow[] =>
  rows.filter((row) => row.kind === kind && row.recordId !== null);
