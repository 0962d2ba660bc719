import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';

const atOnce = 500;

/** Closes tickets that have been resolved for so many days, and says how many these were. */
export async function closeResolved(tx: Tx, days: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    WITH closed AS (
      UPDATE tickets SET status = 'closed', closed_at = now()
      WHERE id IN (SELECT id FROM tickets WHERE status = 'resolved' AND resolved_at < now() - make_interval(days => ${days})
        ORDER BY resolved_at LIMIT ${sql.lit(atOnce)} FOR UPDATE SKIP LOCKED)
      RETURNING id
    ), noted AS (
      INSERT INTO ticket_events (ticket_id, id, kind, from_text, to_text, by_name)
      SELECT id, new_uuid_v7(), 'status', 'resolved', 'closed', 'System' FROM closed
    ) SELECT count(*) AS count FROM closed`.execute(tx);
  return rows[0]!.count;
}

/** Screens learn of tickets whose time has run out: the update announces them. */
export async function noteOverdue(tx: Tx): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE tickets SET overdue_noted = true
    WHERE id IN (SELECT id FROM tickets WHERE due_at < now() AND NOT overdue_noted
      ORDER BY due_at LIMIT ${sql.lit(atOnce)} FOR UPDATE SKIP LOCKED)`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
