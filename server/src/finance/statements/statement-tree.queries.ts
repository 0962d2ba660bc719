import type { Page } from '@aisle/contract/core/page';
import {
  type StatementEntry,
  type StatementPart,
  type StatementTree,
  statementParts,
} from '@aisle/contract/finance/statements';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { lineNames } from '../../core/list/item-names.ts';
import { commissionOfLine } from '../../ledgers/money/accounts.ts';
import { refundOfJournal } from '../../ledgers/money/journal.queries.ts';
import type { StatementKey } from './statement-view.queries.ts';

type OrderLevel = NonNullable<StatementTree['orders']>['records'][number];
type LineLevel = NonNullable<StatementTree['lines']>[number];

/** A statement, or one of its parts. */
type TreeKey = StatementKey & { part?: StatementPart | undefined };
const onStatement = ({ locationId, id, part }: TreeKey) =>
  sql`e.location_id = ${locationId} AND e.statement_id = ${id} AND e.section <> 'payout'
    AND ${part === undefined ? sql`true` : sql`e.section = ${part}`}`;
/** Entries posted on a day of the location, as a range because the index is by time. */
const onDay = ({ timeZone }: StatementKey, day: string) => sql`
  e.posted_at >= ${day}::date::timestamp AT TIME ZONE ${timeZone}
  AND e.posted_at < (${day}::date + 1)::timestamp AT TIME ZONE ${timeZone}`;

const partSums = sql.join(
  statementParts.map(
    (part) =>
      sql`coalesce(sum(e.amount) FILTER (WHERE e.section = ${sql.lit(part)}), 0)::bigint AS ${sql.ref(part)}`,
  ),
);

type DayLevel = NonNullable<StatementTree['days']>[number];
/** The days with entries of a part, with their number of orders. */
export async function daysOfPart(tx: Tx, key: TreeKey): Promise<DayLevel[]> {
  const { rows } = await sql<DayLevel>`
    SELECT (e.posted_at AT TIME ZONE ${key.timeZone})::date AS day, count(DISTINCT j.order_id) AS orders,
      sum(e.amount)::bigint AS total
    FROM payable_entries e JOIN journals j ON j.location_id = e.location_id AND j.id = e.journal_id
    WHERE ${onStatement(key)} GROUP BY 1 ORDER BY 1`.execute(tx);
  return rows;
}

/** The orders of a day, with entries without an order last. */
export async function ordersOfDay(
  tx: Tx,
  key: TreeKey,
  { day, page, limit }: { day: string; page: number; limit: number },
): Promise<Page<OrderLevel>> {
  const { rows } = await sql<OrderLevel & { rows: number }>`
    WITH found AS MATERIALIZED (
      SELECT j.order_id, ${partSums}, sum(e.amount)::bigint AS total
      FROM payable_entries e JOIN journals j ON j.location_id = e.location_id AND j.id = e.journal_id
      WHERE ${onStatement(key)} AND ${onDay(key, day)} GROUP BY j.order_id)
    SELECT found.order_id AS "orderId", format_number('order', o.number) AS "orderNumber",
      o.customer_name AS "customerName", ${sql.join(statementParts.map((part) => sql.ref(`found.${part}`)))}, found.total,
      (SELECT count(*) FROM found) AS rows
    FROM found LEFT JOIN orders o ON o.location_id = ${key.locationId} AND o.id = found.order_id
    ORDER BY o.number NULLS LAST LIMIT ${limit} OFFSET ${(page - 1) * limit}`.execute(tx);
  const totalRecords = rows[0]?.rows ?? (page === 1 ? 0 : await countOrders(tx, key, day));
  return { records: rows.map(({ rows: _, ...row }) => row), totalRecords };
}

/** The total for a page past the end, which has no rows to read it from. */
async function countOrders(tx: Tx, key: TreeKey, day: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(DISTINCT coalesce(j.order_id, e.location_id)) AS count
    FROM payable_entries e JOIN journals j ON j.location_id = e.location_id AND j.id = e.journal_id
    WHERE ${onStatement(key)} AND ${onDay(key, day)}`.execute(tx);
  return rows[0]!.count;
}

/** The entries of an order on a statement, or of entries without an order, oldest first, optionally of one `day`. */
export async function entriesOfOrder(
  tx: Tx,
  key: TreeKey,
  { orderId, day }: { orderId: string | null; day: string | undefined },
): Promise<StatementEntry[]> {
  const { rows } = await sql<StatementEntry>`
    SELECT x.account, x.part, e.section, e.amount, j.id AS "journalId", j.kind AS "journalKind",
      coalesce(r.reason, a.reason, format_number('order', o.number), '') AS cause, e.posted_at AS "postedAt"
    FROM ${
      orderId === null
        ? sql`payable_entries e JOIN journals j ON j.location_id = e.location_id AND j.id = e.journal_id AND j.order_id IS NULL`
        : sql`journals j JOIN payable_entries e ON e.location_id = j.location_id AND e.journal_id = j.id
            AND j.location_id = ${key.locationId} AND j.order_id = ${orderId}`
    }
    JOIN ledger_entries x ON x.location_id = e.location_id AND x.journal_id = e.journal_id AND x.position = e.position
    LEFT JOIN orders o ON o.location_id = j.location_id AND o.id = j.order_id
    ${refundOfJournal('j')}
    LEFT JOIN adjustments a ON j.kind = 'correction' AND a.location_id = j.location_id AND a.id = j.cause_id
    WHERE ${onStatement(key)} AND ${day === undefined ? sql`true` : onDay(key, day)}
    ORDER BY e.posted_at, e.journal_id, e.position LIMIT ${maxEntries}`.execute(tx);
  return rows;
}
/** An order has only a few entries, and a day never has more adjustments than this. */
const maxEntries = 1000;

/** The delivered lines of an order, computed like the sale. */
export async function deliveredLines(tx: Tx, locationId: string, orderId: string): Promise<LineLevel[]> {
  const { rows } = await sql<Omit<LineLevel, 'commission'> & { total: number }>`
    SELECT n.id AS "lineId", n.name, ${sql.raw(lineNames)}, n.sku, n.unit, n.sold_by_weight AS "soldByWeight", coalesce(n.picked_quantity, n.quantity) AS quantity,
      n.unit_price AS "unitPrice", n.total - n.tax + n.discount AS goods, n.tax,
      n.commission_rate AS "commissionRate", n.total
    FROM order_lines n WHERE n.location_id = ${locationId} AND n.order_id = ${orderId}
      AND coalesce(n.picked_quantity, n.quantity) > 0
    ORDER BY n.position`.execute(tx);
  return rows.map(({ total, ...line }) => ({
    ...line,
    commission: commissionOfLine({ total, tax: line.tax, commissionRate: line.commissionRate }),
  }));
}
