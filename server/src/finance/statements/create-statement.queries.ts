import {
  maxPreviewed,
  type NotFinal,
  type Statement,
  type StatementPreview,
  type StatementsPreview,
  type StatementsPreviewInput,
} from '@aisle/contract/finance/statements';
import { activeStatuses } from '@aisle/contract/sales/orders/order-status-groups';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { isOneOf } from '../../core/db/literals.ts';
import type { NewRow } from '../../core/db/rows/columns.ts';
import { recordExists } from '../../core/db/rows/records.ts';

/** Serializes creating and discarding statements of a location. Does nothing for an inaccessible location. */
export async function lockStatementsOf(tx: Tx, locationId: string): Promise<void> {
  await sql`
    SELECT pg_advisory_xact_lock(hashtextextended('statements ' || id::text, 0))
    FROM locations WHERE id = ${locationId}`.execute(tx);
}

/** The facts that determine a location's statement up to a day. */
export interface PeriodFacts {
  locationId: string;
  locationName: string;
  timeZone: string;
  today: string;
  /** The end of the day, or now if the day isn't over. */
  cut: string;
  /** The day of the first unbilled entry; null if there is none before the cutoff. */
  firstDay: string | null;
  /** The first day after the latest statement. */
  nextDay: string | null;
  latest: (Pick<Statement, '_id' | 'number' | 'status' | 'total'> & { to: string }) | null;
  /** The statement whose period includes the day. */
  covering: Pick<Statement, '_id' | 'number'> | null;
}
export async function readPeriodFacts(
  tx: Tx,
  locationId: string,
  to: string,
): Promise<PeriodFacts | undefined> {
  const endOf = (day: RawBuilder<unknown>) => sql`((${day} + 1)::timestamp AT TIME ZONE l.time_zone)`;
  const { rows } = await sql<PeriodFacts>`
    SELECT l.id AS "locationId", l.name AS "locationName", l.time_zone AS "timeZone",
      (clock_timestamp() AT TIME ZONE l.time_zone)::date AS today, period.cut,
      (SELECT (min(e.posted_at) AT TIME ZONE l.time_zone)::date FROM payable_entries e
        WHERE e.location_id = l.id AND e.statement_id IS NULL AND e.posted_at < period.cut) AS "firstDay",
      CASE WHEN s.cut < ${endOf(sql`s.to_day`)} THEN s.to_day ELSE s.to_day + 1 END AS "nextDay",
      CASE WHEN s.id IS NOT NULL THEN jsonb_build_object('_id', s.id, 'number', format_number('statement', s.number),
        'status', s.status, 'total', s.total, 'to', s.to_day) END AS latest,
      (SELECT jsonb_build_object('_id', c.id, 'number', format_number('statement', c.number)) FROM statements c
        WHERE c.location_id = l.id AND ${to}::date BETWEEN c.from_day AND c.to_day
        ORDER BY c.number DESC LIMIT 1) AS covering
    FROM locations l
    CROSS JOIN LATERAL (SELECT least(clock_timestamp(), ${endOf(sql`${to}::date`)}) AS cut OFFSET 0) period
    LEFT JOIN LATERAL (SELECT * FROM statements o WHERE o.location_id = l.id ORDER BY number DESC LIMIT 1) s ON true
    WHERE l.id = ${locationId}`.execute(tx);
  return rows[0];
}

/**
 * The section of an unbilled entry `e`: refunds of orders on a paid statement are corrections. Looked up separately for each
 * refund; with EXISTS, PostgreSQL may collect all matching refunds of all locations.
 */
const section = sql`CASE WHEN e.section = 'refunds' AND (
    SELECT true FROM journals refund
    JOIN journals sale ON sale.location_id = refund.location_id AND sale.order_id = refund.order_id AND sale.kind = 'sale'
    JOIN payable_entries sold ON sold.location_id = sale.location_id AND sold.journal_id = sale.id
    JOIN statements paid ON paid.location_id = sold.location_id AND paid.id = sold.statement_id AND paid.status = 'paid'
    WHERE refund.location_id = e.location_id AND refund.id = e.journal_id
    LIMIT 1
  ) THEN 'corrections' ELSE e.section END`;

const saleSections = sql`('goods', 'tax', 'commission', 'discounts', 'promotions', 'coins')`;
const sumOf = (part: string) =>
  sql`coalesce(sum(amount) FILTER (WHERE section = ${sql.lit(part)}), 0)::bigint`;

/** Adds up entries from a relation with journal_id, posted_at, section and amount. */
const sumsOf = (entries: RawBuilder<unknown>, { locationId, cut }: StatementDraft) => sql`
  SELECT count(*)::integer AS entries,
    count(DISTINCT journal_id) FILTER (WHERE section IN ${saleSections})::integer AS orders,
    ${sumOf('goods')} AS goods, ${sumOf('tax')} AS tax, ${sumOf('commission')} AS commission,
    ${sumOf('discounts')} AS discounts, ${sumOf('promotions')} AS promotions, ${sumOf('coins')} AS coins,
    ${sumOf('refunds')} AS refunds,
    ${sumOf('corrections')} AS corrections, ${sumOf('adjustments')} AS adjustments,
    coalesce((SELECT -sum(t.amount) FROM ledger_entries t
      WHERE t.location_id = ${locationId} AND t.account = 'taxPayable' AND t.posted_at < ${cut}
        AND t.posted_at >= (SELECT min(posted_at) FROM ${entries})
        AND t.journal_id IN (SELECT journal_id FROM ${entries} WHERE section IN ${saleSections})), 0)::bigint
      AS tax_remitted,
    coalesce(sum(amount), 0)::bigint AS sum
  FROM ${entries}`;

/** The contents of a new statement of a location: entries posted before the cutoff, and the total carried so far. */
export interface StatementDraft {
  locationId: string;
  from: string;
  to: string;
  cut: string;
  carriedFrom: string | null;
  carriedIn: number;
  minimumPayout: number;
}
const statusOf = ({ carriedIn, minimumPayout }: StatementDraft) => sql<Statement['status']>`
  CASE WHEN sum + ${carriedIn}::bigint <= 0 OR sum + ${carriedIn}::bigint < ${minimumPayout}::bigint
    THEN 'carried' ELSE 'open' END`;

interface Creator {
  id: string;
  userId: string | null;
  name: string | null;
  /** Defaults to now; the demo sets it to a time in the past. */
  createdAt?: string;
}
/** Freezes all entries before the cutoff on a new statement; returns false if there are none. */
export async function insertStatement(tx: Tx, maker: Creator, stating: StatementDraft): Promise<boolean> {
  const { locationId, from, to, cut, carriedFrom, carriedIn } = stating;
  const { numAffectedRows } = await sql`
    WITH moved AS (
      UPDATE payable_entries e SET statement_id = ${maker.id}::uuid, section = ${section}
      WHERE e.location_id = ${locationId} AND e.statement_id IS NULL AND e.posted_at < ${cut}
      RETURNING e.journal_id, e.posted_at, e.section, e.amount
    ), sums AS (${sumsOf(sql`moved`, stating)})
    INSERT INTO statements (location_id, id, from_day, to_day, cut, entries, orders, goods, tax, commission, discounts,
      promotions, coins, refunds, corrections, adjustments, tax_remitted, carried_in, carried_from, total, status, created_by,
      created_by_name, created_at)
    SELECT ${locationId}::uuid, ${maker.id}::uuid, ${from}::date, ${to}::date, ${cut}::timestamptz, entries, orders, goods, tax, commission,
      discounts, promotions, coins, refunds, corrections, adjustments, tax_remitted, ${carriedIn}::bigint, ${carriedFrom}::uuid,
      sum + ${carriedIn}::bigint, ${statusOf(stating)}, ${maker.userId}::uuid, ${maker.name}::text,
      coalesce(${maker.createdAt ?? null}::timestamptz, now())
    FROM sums WHERE entries > 0`.execute(tx);
  return numAffectedRows !== undefined && numAffectedRows > 0n;
}

/** Counts what can still change the amounts of a location before a cutoff. */
export const notFinalAt = (locationId: RawBuilder<unknown>, cut: RawBuilder<unknown>) => sql<NotFinal>`
  jsonb_build_object(
    'openReturns', (SELECT count(*) FROM returns r
      WHERE r.location_id = ${locationId} AND r.closed_at IS NULL AND r.created_at < ${cut}),
    'refundsInProgress', (SELECT count(*) FROM refunds r
      WHERE r.location_id = ${locationId} AND r.status <> 'refunded' AND r.of_sale AND r.created_at < ${cut}),
    'ordersOut', (SELECT count(*) FROM orders o WHERE o.location_id = ${locationId}
      AND ${isOneOf('o.status', activeStatuses)} AND o.created_at < ${cut}))`;

type PreviewRow = StatementsPreview['records'][number];
/** The statements through a day of many locations, all if `locationIds` is undefined, in one statement. */
export async function previewRows(
  tx: Tx,
  { to, locationIds }: StatementsPreviewInput,
  minimumPayout: number,
): Promise<PreviewRow[]> {
  const chosen = locationIds ? sql`l.id = ANY (${locationIds}::uuid[])` : sql`true`;
  const { rows } = await sql<PreviewRow>`
    SELECT l.id AS "locationId", l.name AS "locationName", unbilled.orders, due.total,
      CASE WHEN due.total <= 0 OR due.total < ${minimumPayout}::bigint THEN 'carried' ELSE 'open' END AS status,
      ${notFinalAt(sql`l.id`, sql`period.cut`)} AS "notFinal"
    FROM locations l
    CROSS JOIN LATERAL (SELECT least(clock_timestamp(), (${to}::date + 1)::timestamp AT TIME ZONE l.time_zone) AS cut
      OFFSET 0) period
    CROSS JOIN LATERAL (SELECT count(*) AS entries, sum(e.amount) AS sum,
        count(DISTINCT e.journal_id) FILTER (WHERE e.section IN ${saleSections})::integer AS orders
      FROM payable_entries e
      WHERE e.location_id = l.id AND e.statement_id IS NULL AND e.posted_at < period.cut) unbilled
    LEFT JOIN LATERAL (SELECT s.status, s.total FROM statements s WHERE s.location_id = l.id
      ORDER BY s.number DESC LIMIT 1) latest ON true
    CROSS JOIN LATERAL (SELECT (unbilled.sum
      + CASE WHEN latest.status = 'carried' THEN latest.total ELSE 0 END)::bigint AS total) due
    WHERE unbilled.entries > 0 AND ${chosen}
    ORDER BY l.name COLLATE aisle_names, l.id LIMIT ${sql.lit(maxPreviewed)}`.execute(tx);
  return rows;
}

type Sums = Pick<
  StatementPreview,
  | 'orders'
  | 'goods'
  | 'tax'
  | 'commission'
  | 'discounts'
  | 'promotions'
  | 'coins'
  | 'refunds'
  | 'corrections'
  | 'adjustments'
  | 'taxRemitted'
  | 'total'
  | 'status'
> & { notFinal: NotFinal };
/** The sums of a statement before it is created, and anything that would change them later. */
export async function previewSums(tx: Tx, stating: StatementDraft): Promise<Sums> {
  const { locationId, cut, carriedIn } = stating;
  const { rows } = await sql<Sums>`
    WITH found AS MATERIALIZED (
      SELECT e.journal_id, e.posted_at, ${section} AS section, e.amount FROM payable_entries e
      WHERE e.location_id = ${locationId} AND e.statement_id IS NULL AND e.posted_at < ${cut}
    ), sums AS (${sumsOf(sql`found`, stating)})
    SELECT orders, goods, tax, commission, discounts, promotions, coins, refunds, corrections, adjustments,
      tax_remitted AS "taxRemitted", sum + ${carriedIn}::bigint AS total, ${statusOf(stating)} AS status,
      ${notFinalAt(sql`${locationId}::uuid`, sql`${cut}::timestamptz`)} AS "notFinal"
    FROM sums`.execute(tx);
  return rows[0]!;
}

/** The latest current date at any location. */
export async function latestDayAnywhere(tx: Tx): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    SELECT max((now() AT TIME ZONE time_zone)::date) AS day FROM locations`.execute(tx);
  return rows[0]!.day;
}

/** Locations with unbilled entries through a day, by name. */
export async function locationsToBill(
  tx: Tx,
  to: string,
): Promise<Pick<PeriodFacts, 'locationId' | 'locationName'>[]> {
  const { rows } = await sql<Pick<PeriodFacts, 'locationId' | 'locationName'>>`
    SELECT l.id AS "locationId", l.name AS "locationName" FROM locations l
    WHERE EXISTS (SELECT FROM payable_entries e WHERE e.location_id = l.id AND e.statement_id IS NULL
      AND e.posted_at < (${to}::date + 1)::timestamp AT TIME ZONE l.time_zone)
    ORDER BY l.name COLLATE aisle_names, l.id`.execute(tx);
  return rows;
}

/** The statements that a job has already created: those of its user through the same day, since the job started. */
export async function statementsOfJob(
  tx: Tx,
  jobId: string,
  to: string,
): Promise<
  (Pick<PeriodFacts, 'locationId' | 'locationName'> & {
    statementId: string;
    number: string;
    total: number;
  })[]
> {
  const { rows } = await sql<
    Pick<PeriodFacts, 'locationId' | 'locationName'> & { statementId: string; number: string; total: number }
  >`
    SELECT s.location_id AS "locationId", l.name AS "locationName", s.id AS "statementId",
      format_number('statement', s.number) AS number, s.total
    FROM jobs j JOIN statements s ON s.created_by = j.created_by AND s.created_at >= j.created_at
    JOIN locations l ON l.id = s.location_id
    WHERE j.id = ${jobId} AND s.to_day = ${to}::date ORDER BY l.name COLLATE aisle_names, l.id`.execute(tx);
  return rows;
}

/** Records the reason for an adjustment; returns false for an inaccessible location. */
export async function insertAdjustment(tx: Tx, row: NewRow<'adjustments'>): Promise<boolean> {
  if (!(await recordExists(tx, 'locations', row.location_id))) return false;
  await tx.insertInto('adjustments').values(row).execute();
  return true;
}
