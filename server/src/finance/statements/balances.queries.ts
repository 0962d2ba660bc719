import type { Page } from '@aisle/contract/core/page';
import type { Balance, BalanceExplained, DuePage, DueRow } from '@aisle/contract/finance/statements';
import type { StatementRules } from '@aisle/contract/system/settings';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { byName } from '../../core/list/by-name.ts';
import { type List, listOf } from '../../core/list/list.ts';
import { hasWords } from '../../core/list/search-text.ts';
import { estimateDue, type UnbilledPace } from './due-estimate.ts';
import { balanceOf } from './statements.queries.ts';

const sortColumns = {
  locationName: byName('d.name'),
  amount: sql.ref('d.amount'),
  since: sql.ref('d.since'),
};

interface DueLocation {
  id: string;
  name: string;
  time_zone: string;
  amount: number;
  recurring: number;
  since: string;
}
/** The unbilled entries of a location `l`: their total, the total without adjustments, and the time of the first one. */
export const unbilledOfLocation = sql`(
  SELECT sum(e.amount)::bigint AS amount, min(e.posted_at) AS since,
    coalesce(sum(e.amount) FILTER (WHERE e.section <> 'adjustments'), 0)::bigint AS recurring
  FROM payable_entries e WHERE e.location_id = l.id AND e.statement_id IS NULL)`;

/** Locations with unbilled entries and their total. */
function locationsDue(tx: Tx, matching: RawBuilder<unknown>) {
  const all = sql<DueLocation>`(
    SELECT l.id, l.name, l.time_zone, u.amount, u.recurring, u.since FROM locations l
    CROSS JOIN LATERAL ${unbilledOfLocation} u
    WHERE u.since IS NOT NULL AND ${matching})`;
  return tx.selectFrom(all.as('d'));
}
/** The same rows for counting, without sums. */
const countedDue = (tx: Tx, matching: RawBuilder<unknown>) =>
  tx.selectFrom('locations as l').where(
    sql<SqlBool>`${matching} AND EXISTS (SELECT FROM payable_entries e
      WHERE e.location_id = l.id AND e.statement_id IS NULL)`,
  );

type DueFacts = Omit<DueRow, 'periodEnd' | 'estimate'> & UnbilledPace;
export function listDue(tx: Tx, request: DuePage, rules: StatementRules): List<Page<DueRow>> {
  const { filters, sort } = request;
  const text = filters.search || request.search;
  const matching = sql`${filters.locationId ? sql`l.id = ${filters.locationId}` : sql`true`}
    AND ${text ? hasWords(text, 'l.name') : sql`true`}`;
  const due = listOf(tx, countedDue(tx, matching), {
    request,
    sort: {
      columns: [sortColumns[sort?.field ?? 'amount'], sql.ref('d.id')],
      direction: sort?.order ?? (sort ? 'asc' : 'desc'),
    },
    select: () =>
      locationsDue(tx, matching).select([
        'd.id as locationId',
        'd.name as locationName',
        'd.time_zone as timeZone',
        'd.amount',
        'd.recurring',
        sql<string>`(d.since AT TIME ZONE d.time_zone)::date`.as('since'),
        sql<string>`(now() AT TIME ZONE d.time_zone)::date`.as('today'),
        sql<number>`(extract(epoch FROM now() - d.since) / 86400)::float8`.as('daysSoFar'),
        balanceOf(sql`d.id`, sql`d.amount`).as('balance'),
      ]),
    sums: { columns: ['amount'], rows: locationsDue(tx, matching).select('d.amount') },
  });
  return due.map(async (page) => {
    const records = (page.records as DueFacts[]).map(({ recurring, today, daysSoFar, ...row }) => ({
      ...row,
      ...estimateDue({ ...row, recurring, today, daysSoFar }, rules),
    }));
    return { ...page, records: await withExactEstimates(tx, records) };
  });
}

type Estimated = Pick<DueRow, 'locationId' | 'periodEnd' | 'estimate'> & { isOver: boolean };
/** For a period that is over but has no statement yet, excludes later entries. */
export async function withExactEstimates<Row extends Estimated>(
  tx: Tx,
  rows: readonly Row[],
): Promise<Omit<Row, 'isOver'>[]> {
  const over = rows.filter(({ isOver }) => isOver);
  const ended = over.length > 0 ? await amountsAtEnd(tx, over) : [];
  const exact = new Map(ended.map(({ locationId, amount }) => [locationId, amount]));
  return rows.map(({ isOver: _, ...row }) => ({
    ...row,
    estimate: exact.get(row.locationId) ?? row.estimate,
  }));
}

type AtEnd = Pick<DueRow, 'locationId' | 'amount'>;
async function amountsAtEnd(tx: Tx, over: readonly Estimated[]): Promise<AtEnd[]> {
  const ids = over.map(({ locationId }) => locationId);
  const ends = over.map(({ periodEnd }) => periodEnd);
  const { rows } = await sql<AtEnd>`
    SELECT l.id AS "locationId", sum(e.amount)::bigint AS amount
    FROM unnest(${ids}::uuid[], ${ends}::date[]) AS p (id, period_end)
    JOIN locations l ON l.id = p.id
    JOIN payable_entries e ON e.location_id = l.id AND e.statement_id IS NULL
      AND e.posted_at < (p.period_end + 1)::timestamp AT TIME ZONE l.time_zone
    GROUP BY l.id`.execute(tx);
  return rows;
}

interface BalanceFacts {
  today: string;
  before: number;
  parts: BalanceExplained['parts'];
  now: Balance;
}
/** The balance of a location before a day, and the changes of that day by part. The day defaults to today. */
export async function balanceOn(
  tx: Tx,
  locationId: string,
  date: string | undefined,
): Promise<(BalanceFacts & { asOf: string }) | undefined> {
  const { rows } = await sql<BalanceFacts & { asOf: string }>`
    SELECT l.today, l.as_of AS "asOf", ${balanceOf(sql`l.id`)} AS now,
      -- Statements cut before the day as a whole; of later ones, and of what is not stated, what was posted by then.
      (coalesce((SELECT sum(s.total - s.carried_in) FROM statements s
          WHERE s.location_id = l.id AND s.cut <= l.day_start), 0)
        + coalesce((SELECT sum(e.amount) FROM statements s
          JOIN payable_entries e ON e.location_id = s.location_id AND e.statement_id = s.id
          WHERE s.location_id = l.id AND s.cut > l.day_start AND e.posted_at < l.day_start AND e.section <> 'payout'), 0)
        + coalesce((SELECT sum(e.amount) FROM payable_entries e
          WHERE e.location_id = l.id AND e.statement_id IS NULL AND e.posted_at < l.day_start), 0)
        + coalesce((SELECT sum(x.amount) FROM ledger_entries x
          WHERE x.location_id = l.id AND x.account = 'payouts' AND x.part = 'payout' AND x.posted_at < l.day_start), 0))::bigint AS before,
      coalesce((SELECT jsonb_agg(p) FROM (
        SELECT payable_section(j.kind, x.part) AS part, -sum(x.amount)::bigint AS amount, count(*) AS entries
        FROM ledger_entries x JOIN journals j ON j.location_id = x.location_id AND j.id = x.journal_id
        WHERE x.location_id = l.id AND x.account = 'locationPayable'
          AND x.posted_at >= l.day_start AND x.posted_at < l.day_end
        GROUP BY 1 ORDER BY 1) p), '[]') AS parts
    FROM (SELECT z.id, z.today, z.as_of, z.as_of::timestamp AT TIME ZONE z.time_zone AS day_start,
        (z.as_of + 1)::timestamp AT TIME ZONE z.time_zone AS day_end
      FROM (SELECT id, time_zone, (now() AT TIME ZONE time_zone)::date AS today,
          coalesce(${date ?? null}::date, (now() AT TIME ZONE time_zone)::date) AS as_of
        FROM locations WHERE id = ${locationId}) z) l`.execute(tx);
  return rows[0];
}
