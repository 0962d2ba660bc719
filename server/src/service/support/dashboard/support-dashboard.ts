import { addDays, dayIn, instantIn } from '@aisle/contract/core/dates';
import {
  type SupportDashboard,
  type SupportDashboardQuery,
  type TicketFilters,
  tabFilters,
} from '@aisle/contract/service/support';
import type { Tx } from '../../../core/db/db.ts';
import { recordExists } from '../../../core/db/rows/records.ts';
import type { Actor } from '../../../core/http/actor.ts';
import { missingAt } from '../../../core/problem.ts';
import { getSettings } from '../../../system/settings/settings.service.ts';
import { dashboardMetrics } from './support-dashboard.queries.ts';

const defaultDays = 30;

/** The metrics of support, each with the filters of the list that it counts. */
export async function supportDashboard(
  tx: Tx,
  actor: Actor,
  query: SupportDashboardQuery,
): Promise<SupportDashboard> {
  if (query.locationId && !(await recordExists(tx, 'locations', query.locationId))) {
    throw missingAt('locationId', 'Location');
  }
  const { support } = await getSettings(tx);
  const { timeZone, categories } = support;
  const to = query.to ?? query.from ?? dayIn(timeZone);
  const from = query.from ?? addDays(to, 1 - defaultDays);
  const midnight = (day: string) => instantIn(timeZone, day, '00:00');
  const [since, until] = [midnight(from), midnight(addDays(to, 1))];
  const here: TicketFilters = query.locationId ? { locationId: query.locationId } : {};
  const made: TicketFilters = { ...here, from: since, to: until };
  const period = { since, until, from, to, timeZone, locationId: query.locationId };
  const figures = await dashboardMetrics(tx, actor, period);
  const nameOf = (key: string) => categories.find((category) => category.key === key)?.name ?? key;
  return {
    from,
    to,
    timeZone,
    open: { count: figures.open, filters: { ...here, status: 'open' } },
    unassigned: {
      count: figures.unassigned,
      filters: { ...here, ...tabFilters.unassigned },
    },
    overdue: { count: figures.overdue, filters: { ...here, overdue: true } },
    created: { count: figures.created, filters: { ...made, merged: false } },
    firstResponse: { ...figures.firstResponse, filters: { ...made, answered: true, merged: false } },
    resolution: {
      ...figures.resolution,
      filters: { ...here, resolvedFrom: since, resolvedTo: until, merged: false },
    },
    byCategory: figures.byCategory.map(({ category, count }) => ({
      category,
      name: nameOf(category),
      count,
      filters: { ...made, category, merged: false },
    })),
    byAgent: figures.byAgent.map(({ agent, ...rest }) => ({
      ...rest,
      agent,
      filters: { ...made, assignee: agent?._id ?? 'nobody', merged: false },
    })),
    byDay: figures.byDay.map(({ day, ...rest }) => ({
      ...rest,
      day,
      filters: { ...here, from: midnight(day), to: midnight(addDays(day, 1)), merged: false },
    })),
  };
}
