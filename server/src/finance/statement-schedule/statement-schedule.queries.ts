import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';

/** The latest day that has begun at every location; null without locations. */
export async function dayEverywhere(tx: Tx): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    SELECT min((now() AT TIME ZONE zone.time_zone)::date) AS day
    FROM (SELECT DISTINCT time_zone FROM locations) zone`.execute(tx);
  return rows[0]!.day;
}

/** Locations for which the schedule hasn't processed a period yet. */
export async function locationsNotScheduled(tx: Tx, periodEnd: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT l.id FROM locations l WHERE NOT EXISTS (SELECT FROM scheduled_statements s
      WHERE s.location_id = l.id AND s.period_end = ${periodEnd}::date) ORDER BY l.id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Returns false if another server claimed the period first; that claim is then committed. */
export async function claimPeriod(tx: Tx, locationId: string, periodEnd: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO scheduled_statements (location_id, period_end) VALUES (${locationId}, ${periodEnd}::date)
    ON CONFLICT DO NOTHING`.execute(tx);
  return Number(numAffectedRows ?? 0) > 0;
}

export async function recordScheduled(
  tx: Tx,
  locationId: string,
  periodEnd: string,
  statementId: string,
): Promise<void> {
  await tx
    .updateTable('scheduled_statements')
    .set({ statement_id: statementId })
    .where('location_id', '=', locationId)
    .where('period_end', '=', periodEnd)
    .execute();
}

/** Statements that finance hasn't been notified of, summed up by period. */
export interface ScheduledMail {
  periodEnd: string;
  open: number;
  carried: number;
  /** The total of the open statements. */
  toPay: number;
}
/** Marks statements as notified in the same statement, so that two servers don't both notify. */
export async function claimScheduledMails(tx: Tx): Promise<ScheduledMail[]> {
  const { rows } = await sql<ScheduledMail>`
    WITH news AS (
      UPDATE scheduled_statements SET notified_at = now()
      WHERE statement_id IS NOT NULL AND notified_at IS NULL RETURNING location_id, statement_id, period_end
    )
    SELECT news.period_end AS "periodEnd", count(*) FILTER (WHERE s.status <> 'carried')::integer AS open,
      count(*) FILTER (WHERE s.status = 'carried')::integer AS carried,
      coalesce(sum(s.total) FILTER (WHERE s.status <> 'carried'), 0)::bigint AS "toPay"
    FROM news JOIN statements s ON s.location_id = news.location_id AND s.id = news.statement_id
    GROUP BY 1 ORDER BY 1`.execute(tx);
  return rows;
}

/** A notice of an event, which is over as soon as it is recorded. */
export async function insertStatementsNotice(tx: Tx, text: string): Promise<void> {
  await sql`
    INSERT INTO notices (kind, permission, text, over_at) VALUES ('statements', 'statement_generate', ${text}, now())`.execute(
    tx,
  );
}

const maxMailed = 500;
/** Emails of users who can create statements of all locations. */
export async function financeEmails(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    SELECT email FROM users WHERE status AND user_type <> 'store'
      AND (user_type = 'admin' AND roles IS NULL OR 'statement_generate' = ANY (roles))
    ORDER BY email LIMIT ${maxMailed}`.execute(tx);
  return rows.map(({ email }) => email);
}
