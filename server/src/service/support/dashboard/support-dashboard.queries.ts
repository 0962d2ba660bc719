import { type SupportDashboard, type TicketFilters, tabFilters } from '@aisle/contract/service/support';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '../../../core/db/db.ts';
import type { Actor } from '../../../core/http/actor.ts';
import { matching } from '../tickets/tickets.queries.ts';

/** Half-open ranges as instants, and the time zone of the days. */
interface DashboardPeriod {
  since: string;
  until: string;
  from: string;
  to: string;
  timeZone: string;
  locationId: string | undefined;
}
interface Durations {
  median: number | null;
  p90: number | null;
  count: number;
  inTime: number;
}
interface Figures {
  open: number;
  unassigned: number;
  overdue: number;
  created: number;
  firstResponse: Durations;
  resolution: Durations;
  byCategory: { category: string; count: number }[];
  byAgent: {
    agent: SupportDashboard['byAgent'][number]['agent'];
    count: number;
    resolved: number;
    firstResponseMedian: number | null;
  }[];
  byDay: { day: string; created: number; resolved: number }[];
}

const minutesTo = (column: string): RawBuilder<number> =>
  sql`(extract(epoch FROM ${sql.ref(column)} - created_at) / 60)`;
const durations = (column: string, due: string) => sql`(SELECT jsonb_build_object(
  'median', round(percentile_cont(0.5) WITHIN GROUP (ORDER BY ${minutesTo(column)})::numeric, 1),
  'p90', round(percentile_cont(0.9) WITHIN GROUP (ORDER BY ${minutesTo(column)})::numeric, 1),
  'count', count(*), 'inTime', count(*) FILTER (WHERE ${sql.ref(column)} <= ${sql.ref(due)}))`;

/** All metrics in one statement that reads the tickets of the period once. Merged tickets don't count. */
export async function dashboardMetrics(tx: Tx, actor: Actor, period: DashboardPeriod): Promise<Figures> {
  const { since, until, from, to, timeZone, locationId } = period;
  const here = locationId ? { locationId } : {};
  const now = (filters: TicketFilters) =>
    sql`(SELECT count(*) FROM tickets t WHERE ${matching(actor, { ...filters, ...here })})`;
  const at = (condition: RawBuilder<SqlBool>) =>
    sql`SELECT t.category, t.assignee_id, t.assignee_name, t.created_at, t.first_response_at, t.first_response_due_at,
      t.resolved_at, t.resolution_due_at FROM tickets t WHERE ${condition} AND t.merged_into IS NULL AND ${matching(actor, here)}`;
  const day = (column: string) => sql`(${sql.ref(column)} AT TIME ZONE ${timeZone}::text)::date`;
  const { rows } = await sql<Figures>`
    WITH made AS MATERIALIZED (${at(sql`t.created_at >= ${since} AND t.created_at < ${until}`)}),
      solved AS MATERIALIZED (${at(sql`t.resolved_at >= ${since} AND t.resolved_at < ${until}`)})
    SELECT ${now(tabFilters.open)} AS open,
      ${now(tabFilters.unassigned)} AS unassigned,
      ${now(tabFilters.overdue)} AS overdue,
      (SELECT count(*) FROM made) AS created,
      ${durations('first_response_at', 'first_response_due_at')} FROM made WHERE first_response_at IS NOT NULL)
        AS "firstResponse",
      ${durations('resolved_at', 'resolution_due_at')} FROM solved) AS resolution,
      (SELECT coalesce(jsonb_agg(each), '[]') FROM (SELECT category, count(*) AS count FROM made
        GROUP BY category ORDER BY count DESC, category) AS each) AS "byCategory",
      (SELECT coalesce(jsonb_agg(each), '[]') FROM (
        SELECT CASE WHEN assignee_id IS NOT NULL
            THEN jsonb_build_object('_id', assignee_id, 'name', max(assignee_name)) END AS agent,
          count(*) AS count, count(*) FILTER (WHERE resolved_at IS NOT NULL) AS resolved,
          round(percentile_cont(0.5) WITHIN GROUP (ORDER BY ${minutesTo('first_response_at')})
            FILTER (WHERE first_response_at IS NOT NULL)::numeric, 1) AS "firstResponseMedian"
        FROM made GROUP BY assignee_id ORDER BY count(*) DESC LIMIT 100) AS each) AS "byAgent",
      (SELECT jsonb_agg(jsonb_build_object('day', to_char(d.day, 'YYYY-MM-DD'), 'created', coalesce(m.count, 0),
          'resolved', coalesce(s.count, 0)) ORDER BY d.day)
        FROM generate_series(${from}::date, ${to}::date, interval '1 day') AS d(day)
        LEFT JOIN (SELECT ${day('created_at')} AS day, count(*) FROM made GROUP BY 1) AS m ON m.day = d.day::date
        LEFT JOIN (SELECT ${day('resolved_at')} AS day, count(*) FROM solved GROUP BY 1) AS s ON s.day = d.day::date)
        AS "byDay"`.execute(tx);
  return rows[0]!;
}
