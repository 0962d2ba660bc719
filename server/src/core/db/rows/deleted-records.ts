import { sql } from 'kysely';
import { deleteUnusedImages } from '../../files/images.ts';
import type { Storage } from '../../files/storage.ts';
import { type Actor, idOf } from '../../http/actor.ts';
import { problem } from '../../problem.ts';
import type { Tx } from '../db.ts';

// The deletion of a record can be undone for 30 s: `storeDeleted` copies its row, and `restoreDeleted` inserts the copy.

type Restorable = 'brands' | 'categories' | 'saved_views' | 'taxes' | 'vendors';

/** The web app offers to undo for 30 s after the response. The rest is for slow connections and deletions of many records. */
const restorableFor = sql`interval '40 seconds'`;

/** Stores a record that is about to be deleted. Its picture must remain until then. */
export async function storeDeleted(
  tx: Tx,
  actor: Actor,
  [table, id]: readonly [Restorable, string],
  /** Parts of the record that are in other tables. */
  details: object = {},
): Promise<void> {
  await sql`
    INSERT INTO deleted_records (resource, id, user_id, record, details, image_id)
    SELECT ${table}, id, ${idOf(actor)}, record, ${JSON.stringify(details)}::jsonb,
      coalesce(record ->> 'logo_id', record ->> 'image_id')::uuid
    FROM (SELECT r.id, to_jsonb(r) AS record FROM ${sql.table(table)} r WHERE r.id = ${id}) deleted`.execute(
    tx,
  );
}

/** Inserts a record that the user has just deleted, with its ID and the next version. Returns its other parts. */
export async function restoreDeleted<Details extends object>(
  tx: Tx,
  actor: Actor,
  [table, id]: readonly [Restorable, string],
): Promise<Details> {
  const { rows } = await sql<{ record: string; name: string; details: Details }>`
    DELETE FROM deleted_records
    WHERE resource = ${table} AND id = ${id} AND user_id = ${idOf(actor)} AND deleted_at > now() - ${restorableFor}
    RETURNING record::text AS record, record ->> 'name' AS name, details`.execute(tx);
  const [deleted] = rows;
  if (!deleted) throw problem('restore.too-late');
  const { record, name, details } = deleted;
  try {
    await sql`
      INSERT INTO ${sql.table(table)}
      SELECT restored.* FROM (SELECT ${record}::jsonb AS record) deleted,
        jsonb_populate_record(NULL::${sql.table(table)}, record || jsonb_build_object(
          'version', (record ->> 'version')::integer + 1, 'updated_at', now())) AS restored`.execute(tx);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === '23505') throw problem('restore.name-taken', { name });
    if (code === '23503') throw problem('restore.incomplete', { name });
    throw error;
  }
  return details;
}

/** Deletes records that can no longer be restored, with their pictures. */
export async function deleteUnrestored(tx: Tx, storage: Storage): Promise<void> {
  const { rows } = await sql<{ imageId: string | null }>`
    DELETE FROM deleted_records WHERE deleted_at < now() - ${restorableFor} RETURNING image_id AS "imageId"`.execute(
    tx,
  );
  await deleteUnusedImages(
    tx,
    storage,
    rows.map(({ imageId }) => imageId),
  );
}
