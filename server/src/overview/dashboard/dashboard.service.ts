import { dayIn } from '@aisle/contract/core/dates';
import { dayAfter } from '@aisle/contract/locations/opening';
import { blocksFor, type Dashboard, type DashboardQuery } from '@aisle/contract/overview/dashboard';
import type { Context } from '../../core/context.ts';
import { notFound } from '../../core/problem.ts';
import { getSettings } from '../../system/settings/settings.service.ts';
import { readBlocks } from './blocks.ts';
import { daysOf, periodOf, startOfDay } from './period.ts';
import { clockOf } from './scope.queries.ts';
import { readSetup } from './setup.service.ts';

/** Reads the requested blocks. A block that the actor can't see is null and costs nothing. */
export async function getDashboard(context: Context, query: DashboardQuery): Promise<Dashboard> {
  const { tx, actor } = context;
  const locationId = query.locationId ?? null;
  const clock = await clockOf(tx, locationId);
  if (locationId !== null && !clock) throw notFound('Location');
  const timeZone = clock?.zone ?? 'UTC';
  const period = periodOf(query, timeZone);
  const wanted = blocksFor(actor.userType).filter((name) => query.blocks?.includes(name) ?? true);
  const request = { ...period, locationId, ...nowIn(timeZone) };
  const { blocks, failed } = await readBlocks(context, request, wanted);
  // Queried only if the marketplace may be new, to save the statement for all other dashboards.
  const hasOrders = blocks.sales?.orders || blocks.orders?.byStatus.length;
  const mayBeNew = actor.locations === null && !hasOrders;
  const showsSetup = mayBeNew && (await getSettings(tx)).setup.isShown;
  const setup = showsSetup ? await readSetup(context) : null;
  return {
    ...period,
    asOf: clock?.now ?? new Date().toISOString(),
    timeZone,
    locationId,
    setup: setup?.order ? null : setup,
    failed,
    ...blocks,
  };
}

/** Today, and the same time a week ago, measured from local midnight so that clock changes in between don't matter. */
function nowIn(zone: string) {
  const day = dayIn(zone);
  const today = daysOf([day, day], zone);
  const lastWeekSince = startOfDay(dayAfter(day, -7), zone);
  const sinceStart = Date.now() - Date.parse(today.since);
  return {
    today,
    lastWeekSince,
    lastWeekUntil: new Date(Date.parse(lastWeekSince) + sinceStart).toISOString(),
  };
}
