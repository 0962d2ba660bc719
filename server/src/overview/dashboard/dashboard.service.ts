import { dayIn } from '@aisle/contract/core/dates';
import { type Dashboard, type DashboardQuery, longestDays } from '@aisle/contract/overview/dashboard';
import type { Context } from '../../core/context.ts';
import type { Tx } from '../../core/db/db.ts';
import { notFound, wrongField } from '../../core/problem.ts';
import { getSettings } from '../../system/settings/settings.service.ts';
import { attentionAndToday } from './attention.queries.ts';
import {
  customersAt,
  customersOfAll,
  type Period,
  salesOf,
  stockAlerts,
  timeZoneOf,
  topProducts,
} from './dashboard.queries.ts';
import { findSetup } from './setup.queries.ts';
import { keepWhenSlow } from './slow-figures.ts';

const usualDays = 30;
const oneDay = 86_400_000;

/** The figures of the dashboard; a block that the actor may not see is null and costs nothing. */
export async function getDashboard(
  { tx, actor, services }: Context,
  query: DashboardQuery,
): Promise<Dashboard> {
  const locationId = query.locationId ?? null;
  const zone = await timeZoneOf(tx, locationId);
  if (locationId !== null && zone === undefined) throw notFound('Location');
  const days = daysOf(query, zone ?? 'UTC');
  const period: Period = {
    from: days[0]!,
    to: days.at(-1)!,
    bounds: boundsOf(days, zone ?? 'UTC'),
    locationId,
  };
  const may = (permission: Parameters<typeof actor.permissions.has>[0]) => actor.permissions.has(permission);
  const keep = <Figures>(block: string, lookUp: () => Promise<Figures>) =>
    keepWhenSlow(services, [block, locationId, actor.locations, period.from, period.to], lookUp);
  const countCustomers = locationId === null && actor.locations === null ? customersOfAll : customersAt;
  const { attention, today, openOrders } = await attentionAndToday(tx, {
    locationId,
    maySeeOrders: may('order_list'),
    maySeeStock: may('inventory_list'),
    ...todayIn(zone ?? 'UTC'),
  });
  const sold = may('order_list') ? await keep('sales', () => salesOf(tx, period, days)) : null;
  // Asked only where it may be so: every other dashboard is spared the statement.
  const mayBeNew = actor.locations === null && sold?.sales.orders === 0 && openOrders?.length === 0;
  return {
    setup: mayBeNew ? await findSetup(tx) : null,
    from: period.from,
    to: period.to,
    locationId,
    attention,
    today,
    sales: sold?.sales ?? null,
    orders: openOrders && { byStatus: openOrders },
    topProducts:
      may('order_list') && may('product_list')
        ? await keep('topProducts', () => topProducts(tx, period))
        : null,
    topLocations: may('store_list') ? (sold?.topLocations ?? null) : null,
    stock: may('inventory_list') ? await keep('stock', () => stockOf(tx, locationId)) : null,
    customers: may('customer_list') ? await keep('customers', () => countCustomers(tx, period)) : null,
  };
}

/** Every calendar day of the period, oldest first. */
function daysOf({ from, to }: DashboardQuery, zone: string): string[] {
  const last = to ?? dayIn(zone);
  const first = from ?? addDays(last, 1 - usualDays);
  const count = Math.round((Date.parse(last) - Date.parse(first)) / oneDay) + 1;
  if (count < 1) throw wrongField('from', 'Must not be after the end');
  if (count > longestDays) throw wrongField('from', `Choose at most ${longestDays} days`);
  return Array.from({ length: count }, (_, index) => addDays(first, index));
}

/** Today, and the same time a week ago: by the clock on the wall, whatever the clocks did in between. */
function todayIn(zone: string) {
  const day = dayIn(zone);
  const dayStart = startOfDay(day, zone);
  const lastWeekStart = startOfDay(addDays(day, -7), zone);
  const sinceStart = Date.now() - Date.parse(dayStart);
  return {
    day,
    dayStart,
    lastWeekStart,
    lastWeekNow: new Date(Date.parse(lastWeekStart) + sinceStart).toISOString(),
  };
}

const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * oneDay).toISOString().slice(0, 10);

/** The period before, which is as long, then the beginning of every day, then the end. */
function boundsOf(days: readonly string[], zone: string): string[] {
  const starts = [...days, addDays(days.at(-1)!, 1)].map((day) => startOfDay(day, zone));
  return [startOfDay(addDays(days[0]!, -days.length), zone), ...starts];
}

/** When a calendar day begins somewhere: days of 23 and 25 hours included. */
export function startOfDay(day: string, zone: string): string {
  const asIfUtc = Date.parse(day);
  // The offset at the guess may be that of the other side of a change: once more with what was found.
  const guess = asIfUtc - offsetAt(asIfUtc, zone);
  return new Date(asIfUtc - offsetAt(guess, zone)).toISOString();
}

const clocks = new Map<string, Intl.DateTimeFormat>();
function offsetAt(instant: number, zone: string): number {
  let clock = clocks.get(zone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    clocks.set(zone, clock);
  }
  const part = Object.fromEntries(
    clock.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
  );
  const local = Date.UTC(part.year!, part.month! - 1, part.day, part.hour, part.minute, part.second);
  return local - Math.floor(instant / 1000) * 1000;
}

async function stockOf(tx: Tx, locationId: string | null) {
  const { stockDefaults } = await getSettings(tx);
  return stockAlerts(tx, locationId, stockDefaults.expiringDays);
}
