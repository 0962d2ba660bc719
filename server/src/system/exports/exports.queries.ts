import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';

interface ExportFile {
  id: string;
  key: string;
  name: string;
  mime: string;
  createdBy: string | null;
}
/** Stores missing digests of older pictures. An import uses them to recognize exported files. */
export async function storeLargeDigests(
  tx: Tx,
  digests: readonly { fileId: string; digest: string }[],
): Promise<void> {
  if (digests.length === 0) return;
  await sql`UPDATE files f SET large_digest = decode(given.digest, 'hex')
    FROM jsonb_to_recordset(${JSON.stringify(digests)}::jsonb) AS given ("fileId" uuid, digest text)
    WHERE f.id = given."fileId" AND f.large_digest IS NULL`.execute(tx);
}

/** Recorded as a file, so that it is deleted after some days. */
export async function insertExportFile(
  tx: Tx,
  { id, key, name, mime, createdBy }: ExportFile,
): Promise<void> {
  await tx
    .insertInto('files')
    .values({ id, kind: 'export', storage_key: key, mime, bytes: 0, name, created_by: createdBy })
    .execute();
}

/** The time zone of a location, if the transaction can see it. */
export async function findTimeZone(tx: Tx, locationId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('locations')
    .select('time_zone as timeZone')
    .where('id', '=', locationId)
    .executeTakeFirst();
  return row?.timeZone;
}
