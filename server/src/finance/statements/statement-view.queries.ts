import {
  type Adjustment,
  type Correction,
  maxRowsShown,
  type StatementPart,
  type StatementView,
  statementParts,
} from '@aisle/contract/finance/statements';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { refundOfJournal } from '../../ledgers/money/journal.queries.ts';

/** The keys that find the entries of a statement. */
export interface StatementKey {
  id: string;
  locationId: string;
  timeZone: string;
}
const entriesOf = ({ locationId, id }: Omit<StatementKey, 'timeZone'>) => sql`
  payable_entries e WHERE e.location_id = ${locationId} AND e.statement_id = ${id} AND e.section <> 'payout'`;

interface DaySum {
  day: string;
  /** Null for the whole day. */
  part: StatementPart | null;
  amount: number;
  entries: number;
  orders: number;
}
type DayRow = StatementView['byDay'][number];

/** The sums of a statement by part, and by day and part, in one pass over its entries. */
export async function sumsByDay(tx: Tx, key: StatementKey): Promise<Pick<StatementView, 'byPart' | 'byDay'>> {
  const { rows } = await sql<DaySum>`
    SELECT day, section AS part, sum(amount)::bigint AS amount, count(*) AS entries,
      count(DISTINCT journal_id) FILTER (WHERE section IN ('goods', 'tax', 'commission', 'discounts', 'promotions', 'coins')) AS orders
    FROM (SELECT (e.posted_at AT TIME ZONE ${key.timeZone})::date AS day, e.section, e.amount, e.journal_id
      FROM ${entriesOf(key)}) e
    GROUP BY GROUPING SETS ((day, section), (day)) ORDER BY day, section NULLS FIRST`.execute(tx);
  const byPart = new Map<StatementPart, { amount: number; entries: number }>();
  const byDay = new Map<string, DayRow>();
  for (const { day, part, amount, entries, orders } of rows) {
    if (part === null) {
      byDay.set(day, { day, orders, ...noSums, total: amount });
      continue;
    }
    const so = byPart.get(part) ?? { amount: 0, entries: 0 };
    byPart.set(part, { amount: so.amount + amount, entries: so.entries + entries });
    byDay.get(day)![part] = amount;
  }
  return {
    byPart: statementParts.flatMap((part) => {
      const sum = byPart.get(part);
      return sum ? [{ part, ...sum }] : [];
    }),
    byDay: [...byDay.values()],
  };
}

const noSums = Object.fromEntries(statementParts.map((part) => [part, 0])) as Record<StatementPart, number>;

/** The refunds that correct paid statements, oldest first. */
export async function correctionsOf(tx: Tx, key: StatementKey, limit = maxRowsShown): Promise<Correction[]> {
  const { rows } = await sql<Correction>`
    SELECT (c.posted_at AT TIME ZONE ${key.timeZone})::date AS day, r.reason AS cause, o.id AS "orderId",
      format_number('order', o.number) AS "orderNumber", paid.id AS "statementId",
      format_number('statement', paid.number) AS "statementNumber", c.amount
    FROM (SELECT e.journal_id, e.posted_at, sum(e.amount)::bigint AS amount
      FROM ${entriesOf(key)} AND e.section = 'corrections'
      GROUP BY 1, 2 ORDER BY 2, 1 LIMIT ${limit}) c
    JOIN journals j ON j.location_id = ${key.locationId} AND j.id = c.journal_id
    JOIN orders o ON o.location_id = j.location_id AND o.id = j.order_id
    ${refundOfJournal('j')}
    JOIN LATERAL (SELECT s.id, s.number FROM journals sale
      JOIN payable_entries sold ON sold.location_id = sale.location_id AND sold.journal_id = sale.id
      JOIN statements s ON s.location_id = sold.location_id AND s.id = sold.statement_id
      WHERE sale.location_id = j.location_id AND sale.order_id = j.order_id AND sale.kind = 'sale' LIMIT 1) paid ON true
    ORDER BY c.posted_at, c.journal_id`.execute(tx);
  return rows;
}

/** The columns of an adjustment `a` under their contract names. */
const adjustmentColumns = sql`
  a.id AS "_id", a.location_id AS "locationId", (a.created_at AT TIME ZONE l.time_zone)::date AS day, a.reason, a.note,
  a.amount, a.user_name AS by, a.created_at AS at,
  (SELECT jsonb_build_object('_id', s.id, 'number', format_number('statement', s.number)) FROM statements s
    WHERE s.location_id = a.location_id AND s.id = e.statement_id) AS statement`;
const adjustments = (condition: RawBuilder<unknown>) => sql<Adjustment>`
  SELECT ${adjustmentColumns} FROM payable_entries e
  JOIN journals j ON j.location_id = e.location_id AND j.id = e.journal_id
  JOIN adjustments a ON a.location_id = j.location_id AND a.id = j.cause_id
  JOIN locations l ON l.id = a.location_id
  WHERE ${condition}`;

/** The adjustments on a statement, oldest first. */
export async function adjustmentsOf(
  tx: Tx,
  { locationId, id }: StatementKey,
  limit = maxRowsShown,
): Promise<Adjustment[]> {
  const { rows } = await sql<Adjustment>`
    ${adjustments(sql`e.location_id = ${locationId} AND e.statement_id = ${id} AND e.section = 'adjustments'`)}
    ORDER BY e.posted_at, e.journal_id LIMIT ${limit}`.execute(tx);
  return rows;
}

export async function getAdjustment(tx: Tx, locationId: string, id: string): Promise<Adjustment> {
  const { rows } = await adjustments(
    sql`j.location_id = ${locationId} AND j.kind = 'correction' AND j.cause_id = ${id}`,
  ).execute(tx);
  return rows[0]!;
}
