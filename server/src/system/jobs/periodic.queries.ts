import { keptDraftDays } from '@aisle/contract/system/assistant-drafts';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';

/** Deletes old rows, a bounded number at a time so that no one waits. */
export async function prune(tx: Tx): Promise<void> {
  await sql`DELETE FROM changes WHERE id IN (
    SELECT id FROM changes WHERE at < now() - interval '7 days' AND (transaction_id, id) <= (
      SELECT transaction_id, change_id FROM change_readers ORDER BY transaction_id, change_id LIMIT 1)
    ORDER BY at LIMIT 100000)`.execute(tx);
  // Rows that a reader still needs only lose the values for merging edits.
  await sql`UPDATE changes SET former = NULL WHERE id IN (
    SELECT id FROM changes WHERE at < now() - interval '7 days' AND former IS NOT NULL ORDER BY at LIMIT 100000)`.execute(
    tx,
  );
  await sql`DELETE FROM assistant_drafts WHERE created_at < now() - make_interval(days => ${keptDraftDays})`.execute(
    tx,
  );
  await sql`DELETE FROM sync_refusals WHERE at < now() - interval '30 days'`.execute(tx);
  await sql`DELETE FROM sync_losses WHERE at < now() - interval '30 days'`.execute(tx);
  await sql`DELETE FROM synced_fields WHERE written_at < now() - interval '30 days'`.execute(tx);
  await sql`DELETE FROM idempotency_keys WHERE created_at < now() - interval '2 days'`.execute(tx);
}

/** Deletes old exports, attachments and CSV files, and returns their storage keys. */
export async function deleteOldFiles(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ storage_key: string }>`
    DELETE FROM files WHERE (kind = 'export' AND created_at < now() - interval '3 days')
      -- Longer than an email is tried again.
      OR (kind = 'mail' AND created_at < now() - interval '7 days')
      OR (kind = 'csv' AND created_at < now() - interval '30 days')
    RETURNING storage_key`.execute(tx);
  return rows.map((row) => row.storage_key);
}
