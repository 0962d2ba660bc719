import { limitMarks } from '@aisle/contract/core/normal-text';
import type { Tx } from '../../../core/db/db.ts';
import { type ArchiveFile, archiveFilesNamed } from './picture-archive.queries.ts';

/** Equal for names that differ only in case, kind of slash or encoding of accents. */
export const archiveKey = (name: string): string =>
  limitMarks(name)
    .trim()
    .replaceAll('\\', '/')
    .replace(/^(\.?\/)+/, '')
    .normalize('NFC')
    .toLowerCase();
/** The same key without folders. */
export const archiveBase = (name: string): string => archiveKey(name).replace(/^.*\//s, '');

export type NamedFile = ArchiveFile | 'missing' | 'ambiguous';

/** Finds the file of a ZIP for each of these names: by its path, or by the end of its path if only one file matches. */
export async function namedFiles(
  tx: Tx,
  importId: string,
  names: readonly string[],
): Promise<Map<string, NamedFile>> {
  const files = await archiveFilesNamed(tx, importId, [...new Set(names.map(archiveBase))]);
  const byBase = Map.groupBy(files, ({ base }) => base);
  return new Map(names.map((name) => [name, fileOf(name, byBase.get(archiveBase(name)) ?? [])]));
}

function fileOf(name: string, files: readonly ArchiveFile[]): NamedFile {
  const wanted = archiveKey(name);
  const exact = files.find(({ key }) => key === wanted);
  if (exact) return exact;
  // The ZIP includes the pictures' folder, or the names contain folders of another computer.
  const below = files.filter(({ key }) => key.endsWith(`/${wanted}`));
  const likely = below.length > 0 ? below : files;
  if (likely.length > 1) return 'ambiguous';
  return likely[0] ?? 'missing';
}
