import type { ReportName, ReportSchedule, StopReason } from '@aisle/contract/overview/report-schedules';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { mustFind } from '../../core/problem.ts';

const columns = sql`s.id AS "_id", s.name, s.request, s.every, s.weekday, s.time_zone AS "timeZone",
  s.paused_at IS NOT NULL AS "isPaused", s.stopped_because AS "stoppedBecause", s.next_at AS "nextAt",
  s.last_sent_at AS "lastSentAt", s.created_at AS "createdAt", s.version`;

/** Returns at most `maxSchedules`. */
export async function schedulesOf<Name extends ReportName>(
  tx: Tx,
  userId: string,
  report: Name,
): Promise<ReportSchedule<Name>[]> {
  const { rows } = await sql<ReportSchedule<Name>>`
    SELECT ${columns} FROM report_schedules s WHERE s.user_id = ${userId} AND s.report = ${report}
    ORDER BY s.id`.execute(tx);
  return rows;
}

interface Owned<Name extends ReportName> {
  id: string;
  userId: string;
  report: Name;
}
/** Locks one of the user's own schedules; other users' schedules can't be found. */
export async function lockOwnSchedule<Name extends ReportName>(
  tx: Tx,
  { id, userId, report }: Owned<Name>,
): Promise<ReportSchedule<Name>> {
  const { rows } = await sql<ReportSchedule<Name>>`
    SELECT ${columns} FROM report_schedules s
    WHERE s.id = ${id} AND s.user_id = ${userId} AND s.report = ${report} FOR NO KEY UPDATE OF s`.execute(tx);
  return mustFind(rows[0], 'Schedule');
}

/** Locks the user, so that two concurrent requests can't exceed the limit together. */
export async function countSchedules(tx: Tx, userId: string, report: ReportName): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`report_schedules ${userId}`}, 0))`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM report_schedules WHERE user_id = ${userId} AND report = ${report}`.execute(
    tx,
  );
  return rows[0]!.count;
}

export async function insertSchedule(
  tx: Tx,
  { userId, report, schedule }: Omit<Owned<ReportName>, 'id'> & { schedule: NewSchedule },
): Promise<void> {
  const { _id, name, request, every, weekday, timeZone, nextAt } = schedule;
  await sql`
    INSERT INTO report_schedules (id, user_id, report, name, request, every, weekday, time_zone, next_at)
    VALUES (${_id}, ${userId}, ${report}, ${name}, ${JSON.stringify(request)}::jsonb, ${every}, ${weekday},
      ${timeZone}, ${nextAt.toISOString()}::timestamptz)`.execute(tx);
}
type NewSchedule = Pick<ReportSchedule, '_id' | 'name' | 'request' | 'every' | 'weekday' | 'timeZone'> & {
  nextAt: Date;
};

export async function pauseSchedule(tx: Tx, id: string): Promise<void> {
  await sql`UPDATE report_schedules SET paused_at = now() WHERE id = ${id}`.execute(tx);
}
/** Also resumes a stopped schedule, because access is checked again when it is due. */
export async function resumeSchedule(tx: Tx, id: string, nextAt: Date): Promise<void> {
  await sql`UPDATE report_schedules SET paused_at = NULL, stopped_because = NULL,
    next_at = ${nextAt.toISOString()}::timestamptz WHERE id = ${id}`.execute(tx);
}

export async function deleteSchedule(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('report_schedules').where('id', '=', id).execute();
}

/** The most common time zone of the locations that the actor has access to. */
export async function commonTimeZone(tx: Tx): Promise<string> {
  const { rows } = await sql<{ zone: string | null }>`
    SELECT mode() WITHIN GROUP (ORDER BY time_zone) AS zone FROM locations WHERE status`.execute(tx);
  return rows[0]?.zone ?? 'UTC';
}

const isDue = sql`s.paused_at IS NULL AND s.stopped_because IS NULL AND s.next_at <= now()`;
const batchSize = 200;

/** Due schedules in ID order, so that the ones after a failed schedule get their turn. */
export async function dueSchedules(tx: Tx, after: string | null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT s.id FROM report_schedules s WHERE ${isDue} AND (${after}::uuid IS NULL OR s.id > ${after}::uuid)
    ORDER BY s.id LIMIT ${batchSize}`.execute(tx);
  return rows.map(({ id }) => id);
}

export interface DueSchedule extends ReportSchedule {
  userId: string;
  report: ReportName;
  email: string;
}
/** Undefined if another server has locked it or if it is no longer due. */
export async function lockDueSchedule(tx: Tx, id: string): Promise<DueSchedule | undefined> {
  const { rows } = await sql<DueSchedule>`
    SELECT ${columns}, s.user_id AS "userId", s.report, u.email
    FROM report_schedules s JOIN users u ON u.id = s.user_id
    WHERE s.id = ${id} AND ${isDue} FOR UPDATE OF s SKIP LOCKED`.execute(tx);
  return rows[0];
}

export async function recordReportSent(
  tx: Tx,
  id: string,
  { mailId, nextAt }: { mailId: string; nextAt: Date },
): Promise<void> {
  await sql`UPDATE report_schedules SET last_mail_id = ${mailId}, last_sent_at = now(),
    next_at = ${nextAt.toISOString()}::timestamptz WHERE id = ${id}`.execute(tx);
}
export async function stopSchedule(tx: Tx, id: string, because: StopReason): Promise<void> {
  await sql`UPDATE report_schedules SET stopped_because = ${because} WHERE id = ${id}`.execute(tx);
}

interface MailFile {
  id: string;
  key: string;
  name: string;
  mime: string;
  bytes: number;
  createdBy: string;
}
/** Registered as a file, so that it is deleted some days after its email was sent. */
export async function insertMailFile(tx: Tx, { key, createdBy, ...file }: MailFile): Promise<void> {
  await tx
    .insertInto('files')
    .values({ ...file, kind: 'mail', storage_key: key, created_by: createdBy })
    .execute();
}
