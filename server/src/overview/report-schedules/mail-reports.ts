import { formatDay } from '@aisle/contract/core/dates';
import { pluralize } from '@aisle/contract/core/pluralize';
import {
  type ReportName,
  reportPermissions,
  type StopReason,
} from '@aisle/contract/overview/report-schedules';
import type { Context } from '../../core/context.ts';
import { afterRollback, type Database, system, type Tx, transaction } from '../../core/db/db.ts';
import { type Actor, scopeOf } from '../../core/http/actor.ts';
import { newId } from '../../core/ids.ts';
import { Problem } from '../../core/problem.ts';
import type { Services } from '../../core/services.ts';
import { actorOf } from '../../system/jobs/jobs.queries.ts';
import { queueMail } from '../../system/mails/mail.ts';
import { getSettings } from '../../system/settings/settings.service.ts';
import type { ReportFile } from '../reports/report-file.ts';
import { latestDue, nextSending, periodOf } from './due-days.ts';
import {
  type DueSchedule,
  dueSchedules,
  insertMailFile,
  lockDueSchedule,
  recordReportSent,
  stopSchedule,
} from './report-schedules.queries.ts';

/** Writes all rows of a report that the actor can see to a workbook. */
export type ReportWriter = (
  context: Context,
  request: { report: ReportName; body: object },
) => Promise<ReportFile>;

interface Sending {
  db: Database;
  services: Services;
  write: ReportWriter;
}

/**
 * Sends the due reports. Each is one transaction that locks the schedule and writes the email and the next date. So each email
 * is sent once, regardless of the number of servers and of interruptions.
 */
export const mailDueReports =
  (write: ReportWriter) =>
  async (db: Database, services: Services): Promise<void> => {
    const failures: unknown[] = [];
    for (let after: string | null = null; ; ) {
      const due: string[] = await transaction(db, system, (tx) => dueSchedules(tx, after));
      for (const id of due) {
        // A failed report is retried in the next run, and doesn't stop the others.
        await transaction(db, system, (tx) => sendReport(tx, { db, services, write }, id)).catch(
          (error: unknown) => failures.push(error),
        );
      }
      after = due.at(-1) ?? null;
      if (after === null) break;
    }
    if (failures.length > 0) throw failures[0];
  };

async function sendReport(tx: Tx, sending: Sending, id: string): Promise<void> {
  const schedule = await lockDueSchedule(tx, id);
  if (!schedule) return;
  const { services } = sending;
  const actor = await actorOf(tx, schedule.userId);
  const reason = problemOf(actor, schedule);
  if (reason || !actor) return stop(tx, services, schedule, { reason: reason ?? 'inactive' });

  const now = new Date();
  const period = periodOf(schedule, latestDue(schedule, new Date(schedule.nextAt), now));
  const file = await writeAs(actor, sending, schedule, period);
  if (file instanceof Problem) {
    return stop(tx, services, schedule, { reason: 'request', message: file.message });
  }
  const key = `mails/${newId()}.xlsx`;
  const { name, mime, bytes } = file;
  afterRollback(tx, () => services.storage.remove(key));
  await services.storage.put(key, bytes);
  await insertMailFile(tx, { id: newId(), key, name, mime, bytes: bytes.length, createdBy: schedule.userId });
  const mailId = await queueMail(tx, {
    to: schedule.email,
    ...(await mailOf(tx, services, schedule, { ...period, rows: file.rows })),
    attachments: [{ key, name, mime }],
  });
  await recordReportSent(tx, id, { mailId, nextAt: nextSending(schedule, now) });
}

/** Reads the report in a transaction with the user's permissions, which shows only their locations. */
async function writeAs(
  actor: Actor,
  { db, services, write }: Sending,
  { report, request }: DueSchedule,
  period: { from: string; to: string },
): Promise<ReportFile | Problem> {
  try {
    return await transaction(db, { ...scopeOf(actor), readOnly: true }, (tx) =>
      write({ tx, actor, services }, { report, body: { ...request, ...period } }),
    );
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

function problemOf(actor: Actor | undefined, { report, request }: DueSchedule): StopReason | null {
  if (!actor) return 'inactive';
  if (!actor.permissions.has(reportPermissions[report])) return 'permission';
  const { locations } = actor;
  if (locations === null) return null;
  const isGone = (id: string) => !locations.includes(id);
  return locations.length === 0 || request.locationIds?.some(isGone) ? 'location' : null;
}

const titles: Record<ReportName, string> = { store: 'Location report', product: 'Product report' };
const paths: Record<ReportName, string> = { store: '/location_report', product: '/report/product' };

async function mailOf(
  tx: Tx,
  { settings }: Services,
  { name, report }: DueSchedule,
  { from, to, rows }: { from: string; to: string; rows: number },
) {
  const { brandName } = await getSettings(tx);
  const days = from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`;
  return {
    subject: `${brandName}: ${name}, ${days}`,
    text: `${titles[report]}, ${days}.\n\nThe attached workbook has ${pluralize(rows, 'row')}.\n\nPause or delete this email under Schedules on the report: ${settings.publicUrl}${paths[report]}\n`,
  };
}

const notes: Record<Exclude<StopReason, 'inactive'>, string> = {
  permission: 'You no longer have access to this report.',
  location: 'You no longer have access to one of its locations.',
  request: "The report can't be created.",
};

/** Notifies the user of the reason, unless they left. */
async function stop(
  tx: Tx,
  services: Services,
  schedule: DueSchedule,
  { reason, message }: { reason: StopReason; message?: string },
): Promise<void> {
  await stopSchedule(tx, schedule._id, reason);
  if (reason === 'inactive') return;
  const { brandName } = await getSettings(tx);
  await queueMail(tx, {
    to: schedule.email,
    subject: `${brandName}: ${schedule.name} was stopped`,
    text: `This report is no longer sent to you.\n\n${notes[reason]}${message ? ` ${message}.` : ''}\n\nYou can resume it under Schedules on the report: ${services.settings.publicUrl}${paths[schedule.report]}\n`,
  });
}
