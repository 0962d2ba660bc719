import { sql } from 'kysely';
import type { Tx } from '../../../core/db/db.ts';

/** A file of a ZIP, by the name that cells use. */
export interface ArchiveFile {
  key: string;
  base: string;
  /** As spelled in the ZIP. */
  path: string;
  /** SHA-256 in hexadecimal; null for an unusable file, which has a problem instead. */
  digest: string | null;
  problem: string | null;
}

/** Adds a ZIP to an import and replaces the previous one. */
export async function replaceArchive(
  tx: Tx,
  importId: string,
  archive: { fileId: string; name: string; files: readonly ArchiveFile[] },
): Promise<void> {
  await tx.deleteFrom('import_archive_files').where('import_id', '=', importId).execute();
  await tx
    .updateTable('imports')
    .set({ archive_id: archive.fileId, archive_name: archive.name })
    .where('id', '=', importId)
    .execute();
  await sql`INSERT INTO import_archive_files (import_id, key, base, path, digest, problem)
    SELECT ${importId}::uuid, key, base, path, decode(digest, 'hex'), problem
    FROM jsonb_to_recordset(${JSON.stringify(archive.files)}::jsonb)
      AS given (key text, base text, path text, digest text, problem text)`.execute(tx);
}

/** Returns the files of a ZIP whose name without folders is one of these. */
export async function archiveFilesNamed(
  tx: Tx,
  importId: string,
  bases: readonly string[],
): Promise<ArchiveFile[]> {
  if (bases.length === 0) return [];
  const { rows } = await sql<ArchiveFile>`
    SELECT key, base, path, encode(digest, 'hex') AS digest, problem FROM import_archive_files
    WHERE import_id = ${importId} AND base = ANY (${bases}::text[])`.execute(tx);
  return rows;
}

/** Returns the pictures of a ZIP by path. */
export async function archivePictures(tx: Tx, importId: string): Promise<{ key: string; path: string }[]> {
  return tx
    .selectFrom('import_archive_files')
    .select(['key', 'path'])
    .where('import_id', '=', importId)
    .where('problem', 'is', null)
    .orderBy('key')
    .execute();
}

export async function countPictures(tx: Tx, importId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('import_archive_files')
    .select(sql<number>`count(*)`.as('count'))
    .where('import_id', '=', importId)
    .where('problem', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns the storage key of an import's ZIP; undefined after it was deleted. */
export async function archiveKeyOf(tx: Tx, importId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('imports as i')
    .innerJoin('files as f', 'f.id', 'i.archive_id')
    .select('f.storage_key as key')
    .where('i.id', '=', importId)
    .executeTakeFirst();
  return row?.key;
}
