import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';

/** Deletes what is older than it needs to be; a bounded number of rows at a time, so that nobody waits. */
export async function prune(tx: Tx): Promise<void> {
  await sql`DELETE FROM changes WHERE id IN (
    SELECT id FROM changes WHERE at < now() - interval '7 days' AND (transaction_id, id) <= (
      SELECT transaction_id, change_id FROM change_readers ORDER BY transaction_id, change_id LIMIT 1)
    ORDER BY at LIMIT 100000)`.execute(tx);
  // Rows that a reader still needs lose the values that only merging edits reads.
  await sql`UPDATE changes SET former = NULL WHERE id IN (
    SELECT id FROM changes WHERE at < now() - interval '7 days' AND former IS NOT NULL ORDER BY at LIMIT 100000)`.execute(
    tx,
  );
  await sql`DELETE FROM idempotency_keys WHERE created_at < now() - interval '2 days'`.execute(tx);
}

/** Forgets exports, attachments and CSV files that nobody will ask for again, and gives where their bytes are. */
export async function deleteOldFiles(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ storage_key: string }>`
    DELETE FROM files WHERE (kind = 'export' AND created_at < now() - interval '3 days')
      -- Longer than an email is tried again.
      OR (kind = 'mail' AND created_at < now() - interval '7 days')
      OR (kind = 'csv' AND created_at < now() - interval '30 days')
    RETURNING storage_key`.execute(tx);
  return rows.map((row) => row.storage_key);
}
