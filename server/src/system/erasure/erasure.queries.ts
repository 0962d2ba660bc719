import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';

/** Text and document columns that can mention a person. Every row is searched for the person's patterns. */
const swept: readonly {
  table: string;
  texts?: readonly string[];
  documents?: readonly string[];
  only?: string;
}[] = [
  { table: 'idempotency_keys', documents: ['answer'] },
  { table: 'changes', documents: ['former', 'data', 'snapshot'] },
  { table: 'jobs', texts: ['title', 'error'], documents: ['input', 'result'] },
  { table: 'bulk_changes', texts: ['title'], documents: ['request', 'counts'] },
  { table: 'bulk_rows', texts: ['reason'], documents: ['before', 'after'] },
  { table: 'imports', texts: ['file_name'] },
  { table: 'saved_views', texts: ['name'], documents: ['search'] },
  { table: 'deleted_records', documents: ['record'] },
  { table: 'notices', texts: ['text'] },
  { table: 'assistant_drafts', texts: ['preview'], documents: ['input'] },
  { table: 'gift_cards', texts: ['recipient_name', 'message'] },
  { table: 'webhook_deliveries', texts: ['payload'], documents: ['attempts'] },
  // Older emails to others don't mention anyone: an earlier erasure swept them, or they were never sent.
  { table: 'mails', texts: ['subject', 'body', 'html'], only: "created_at > now() - interval '90 days'" },
];

/** Replaces all forms of a person's name, email and phone in everything that others wrote. */
export async function sweepTraces(tx: Tx, patterns: readonly string[]): Promise<void> {
  const any = `(${patterns.join('|')})`;
  // Only a function can change preferences, because each user can only read their own.
  await sql`SELECT sweep_preferences(${patterns}::text[])`.execute(tx);
  for (const { table, texts = [], documents = [], only } of swept) {
    const columns = [...texts, ...documents].map((name) => sql.ref(name));
    await sql`
      UPDATE ${sql.table(table)}
      SET ${sql.join(columns.map((column) => sql`${column} = without_person(${column}, ${patterns}::text[])`))}
      WHERE ${only ? sql.raw(only) : sql`true`} AND (${sql.join(
        columns.map((column) => sql`${column}::text ~* ${any}`),
        sql` OR `,
      )})`.execute(tx);
  }
}

/** Blanks texts in events and deliveries about the person's records; IDs remain. */
export async function blankEvents(
  tx: Tx,
  records: readonly string[],
  persons: readonly string[],
): Promise<void> {
  await sql`
    UPDATE changes SET data = NULL, snapshot = NULL,
      former = CASE WHEN former IS NOT NULL THEN jsonb_build_object('version', former -> 'version') END
    WHERE (record_id = ANY (${records}::uuid[])
        OR (resource = 'customerAddresses' AND snapshot ->> 'customerId' = ANY (${records}::text[])))
      AND coalesce(former, data, snapshot) IS NOT NULL`.execute(tx);
  await sql`
    UPDATE webhook_deliveries SET payload = (payload::jsonb - 'record' - 'records' #- '{data,note}' #- '{data,reason}')::text, attempts = '[]'
    WHERE record_id = ANY (${records}::uuid[])`.execute(tx);
  // A repeated request isn't executed again; only its stored response is gone.
  await sql`
    UPDATE idempotency_keys SET answer = '{}'
    WHERE answer::text ~ ${`(${persons.join('|')})`}`.execute(tx);
}

/** Deletes what other systems sent about the person and wasn't written. */
export async function deleteUnsynced(
  tx: Tx,
  records: readonly string[],
  patterns: readonly string[],
): Promise<void> {
  await sql`DELETE FROM sync_losses WHERE record_id = ANY (${records}::uuid[])`.execute(tx);
  await sql`DELETE FROM sync_refusals WHERE name = 'customers' AND row::text ~* ${`(${patterns.join('|')})`}`.execute(
    tx,
  );
}

/** Blanks emails to the person; pending ones are never sent. */
export async function blankMailsTo(tx: Tx, emails: readonly string[]): Promise<void> {
  await sql`
    UPDATE mails SET recipient = 'erased', subject = 'Erased', body = '', html = NULL, headers = '{}', last_error = NULL,
      next_attempt_at = CASE WHEN sent_at IS NULL THEN 'infinity' ELSE next_attempt_at END
    WHERE lower(recipient) = ANY (${emails}::text[])`.execute(tx);
}

/** Deletes files exported from lists that can contain the person. Bank files name locations only. */
export async function deleteExports(tx: Tx, kept: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    DELETE FROM files f WHERE kind = 'export' AND NOT EXISTS (SELECT FROM unnest(${kept}::text[]) AS title
        WHERE starts_with(f.name, title || ' '))
      AND NOT EXISTS (SELECT FROM payout_runs r
        WHERE r.files @> jsonb_build_array(jsonb_build_object('key', f.storage_key)))
    RETURNING storage_key AS key`.execute(tx);
  return rows.map(({ key }) => key);
}

/** Deletes the person's files, and returns their storage keys. */
export async function deleteFiles(tx: Tx, ids: readonly string[]): Promise<{ key: string; kind: string }[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ key: string; kind: string }>`
    DELETE FROM files WHERE id = ANY (${ids}::uuid[]) RETURNING storage_key AS key, kind`.execute(tx);
  return rows;
}

/** Blanks audit entries about records, through the only function that can change them. */
export async function blankAudit(tx: Tx, resource: string, records: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ blanked: number }>`
    SELECT blank_audit(${resource}, ARRAY(${records})) AS blanked`.execute(tx);
  return rows[0]!.blanked;
}

export async function idsOf(tx: Tx, records: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ ids: string[] }>`SELECT ARRAY(${records}) AS ids`.execute(tx);
  return rows[0]!.ids;
}
