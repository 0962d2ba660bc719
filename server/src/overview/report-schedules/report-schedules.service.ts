import {
  maxSchedules,
  type ReportName,
  type ReportSchedule,
  type ReportScheduleInput,
} from '@aisle/contract/overview/report-schedules';
import type { Tx } from '../../core/db/db.ts';
import { existingIds } from '../../core/db/rows/records.ts';
import type { Actor } from '../../core/http/actor.ts';
import { newId } from '../../core/ids.ts';
import { problem, wrongField } from '../../core/problem.ts';
import { nextSending } from './due-days.ts';
import {
  commonTimeZone,
  countSchedules,
  deleteSchedule,
  insertSchedule,
  lockOwnSchedule,
  pauseSchedule,
  resumeSchedule,
} from './report-schedules.queries.ts';

/** The owner and the report of a schedule. */
interface Whose<Name extends ReportName> {
  actor: Actor;
  report: Name;
}

/** Sends the report to the actor, starting with the next matching morning. */
export async function addSchedule<Name extends ReportName>(
  tx: Tx,
  { actor, report }: Whose<Name>,
  { name, request, every, weekday }: ReportScheduleInput<Name>,
): Promise<ReportSchedule<Name>> {
  const userId = actor.userId!;
  if ((await countSchedules(tx, userId, report)) >= maxSchedules) {
    throw problem('reportSchedules.too-many', { most: maxSchedules });
  }
  await assertLocationsExist(tx, request.locationIds ?? []);
  const rhythm = { every, weekday: weekday ?? null, timeZone: await commonTimeZone(tx) };
  const _id = newId();
  const nextAt = nextSending(rhythm, new Date());
  await insertSchedule(tx, { userId, report, schedule: { _id, name, request, ...rhythm, nextAt } });
  return lockOwnSchedule(tx, { id: _id, userId, report });
}

async function assertLocationsExist(tx: Tx, ids: readonly string[]): Promise<void> {
  const known = await existingIds(tx, 'locations', ids);
  const unknown = ids.findIndex((id) => !known.has(id));
  if (unknown >= 0) throw wrongField(`request.locationIds.${unknown}`, 'This location was not found');
}

export async function switchSchedule<Name extends ReportName>(
  tx: Tx,
  whose: Whose<Name>,
  { id, isPaused, version }: { id: string; isPaused: boolean; version: number },
): Promise<ReportSchedule<Name>> {
  const own = { id, userId: whose.actor.userId!, report: whose.report };
  const before = await lockOwnSchedule(tx, own);
  if (before.version !== version) throw problem('version-stale', {}, { data: before });
  if (isPaused) await pauseSchedule(tx, id);
  else await resumeSchedule(tx, id, nextSending(before, new Date()));
  return lockOwnSchedule(tx, own);
}

export async function removeSchedule(
  tx: Tx,
  { actor, report }: Whose<ReportName>,
  id: string,
): Promise<{ _id: string }> {
  await lockOwnSchedule(tx, { id, userId: actor.userId!, report });
  await deleteSchedule(tx, id);
  return { _id: id };
}
