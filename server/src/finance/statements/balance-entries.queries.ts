import type { Page } from '@aisle/contract/core/page';
import type { BalanceEntriesPage, BalanceEntry } from '@aisle/contract/finance/statements';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { refundOfJournal } from '../../ledgers/money/journal.queries.ts';

/** The current date at a location; undefined if the location isn't visible. */
export async function todayAt(tx: Tx, locationId: string): Promise<string | undefined> {
  const { rows } = await sql<{ today: string }>`
    SELECT (now() AT TIME ZONE time_zone)::date AS today FROM locations WHERE id = ${locationId}`.execute(tx);
  return rows[0]?.today;
}

type BalanceEntriesOfDay = BalanceEntriesPage & { day: string };

/** Changes of a location's balance on a day, latest first. */
export async function balanceEntries(
  tx: Tx,
  { locationId, day, part, page, limit }: BalanceEntriesOfDay,
): Promise<Page<BalanceEntry>> {
  const { rows } = await sql<BalanceEntry & { rows: number }>`
    WITH found AS MATERIALIZED (
      SELECT x.location_id, x.journal_id, x.position, x.posted_at, -x.amount AS amount, j.order_id, j.kind, j.cause_id,
        payable_section(j.kind, x.part) AS part
      FROM locations l
      JOIN ledger_entries x ON x.location_id = l.id AND x.account = 'locationPayable'
        AND x.posted_at >= ${day}::date::timestamp AT TIME ZONE l.time_zone
        AND x.posted_at < (${day}::date + 1)::timestamp AT TIME ZONE l.time_zone
      JOIN journals j ON j.location_id = x.location_id AND j.id = x.journal_id
      WHERE l.id = ${locationId}
        AND ${part === undefined ? sql`true` : sql`payable_section(j.kind, x.part) = ${part}`}),
    shown AS (SELECT *, (SELECT count(*) FROM found) AS rows FROM found
      ORDER BY posted_at DESC, journal_id, position LIMIT ${limit} OFFSET ${(page - 1) * limit})
    SELECT f.part, f.amount, f.journal_id AS "journalId", f.posted_at AS "postedAt", f.order_id AS "orderId",
      format_number('order', o.number) AS "orderNumber",
      coalesce(r.reason, a.reason, voided.void_reason, p.reference, format_number('order', o.number), '') AS cause,
      CASE WHEN s.id IS NOT NULL
        THEN jsonb_build_object('_id', s.id, 'number', format_number('statement', s.number)) END AS statement,
      f.rows
    FROM shown f
    JOIN payable_entries e ON e.location_id = ${locationId} AND e.journal_id = f.journal_id AND e.position = f.position
    LEFT JOIN statements s ON s.location_id = e.location_id AND s.id = e.statement_id
    LEFT JOIN orders o ON o.location_id = e.location_id AND o.id = f.order_id
    ${refundOfJournal('f')}
    LEFT JOIN adjustments a ON f.kind = 'correction' AND a.location_id = e.location_id AND a.id = f.cause_id
    LEFT JOIN payouts p ON f.kind = 'payout' AND p.location_id = e.location_id AND p.id = f.cause_id
    LEFT JOIN payouts voided ON f.kind = 'payout' AND voided.location_id = e.location_id
      AND voided.void_id = f.cause_id
    ORDER BY f.posted_at DESC, f.journal_id, f.position`.execute(tx);
  return { records: rows.map(({ rows: _, ...row }) => row), totalRecords: rows[0]?.rows ?? 0 };
}
