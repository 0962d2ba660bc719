import { type StatementPart, statementParts } from '@aisle/contract/finance/statements';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import type { StatementKey } from '../statements/statement-view.queries.ts';

const onStatement = ({ locationId, id }: StatementKey) =>
  sql`e.location_id = ${locationId} AND e.statement_id = ${id} AND e.section <> 'payout'`;

/** The commission at one rate. */
export interface CommissionRate {
  rate: number;
  /** The items without tax to which the rate applies. */
  base: number;
  amount: number;
}
/** The commission of a statement's sales by rate, rounded per line like the sales. */
export async function commissionRatesOf(tx: Tx, key: StatementKey): Promise<CommissionRate[]> {
  const { rows } = await sql<CommissionRate>`
    SELECT n.commission_rate::float8 AS rate, sum(n.total - n.tax)::bigint AS base,
      sum(round((n.total - n.tax) * n.commission_rate / 100))::bigint AS amount
    FROM (SELECT DISTINCT e.journal_id FROM payable_entries e
      WHERE ${onStatement(key)} AND e.section = 'commission') sold
    JOIN journals j ON j.location_id = ${key.locationId} AND j.id = sold.journal_id
    JOIN order_lines n ON n.location_id = j.location_id AND n.order_id = j.order_id
    GROUP BY n.commission_rate ORDER BY n.commission_rate`.execute(tx);
  return rows;
}

/** An order with its amounts on a statement. */
export interface StatedOrder extends Record<StatementPart | 'total', number> {
  number: string;
  /** The day of its first entry. */
  day: string;
  /** The commission rates of its lines. */
  rates: number[];
}
/** All orders on a statement, oldest first. */
export async function ordersOnStatement(tx: Tx, key: StatementKey): Promise<StatedOrder[]> {
  const sums = sql.join(
    statementParts.map(
      (part) =>
        sql`coalesce(sum(e.amount) FILTER (WHERE e.section = ${sql.lit(part)}), 0)::bigint AS ${sql.ref(part)}`,
    ),
  );
  const { rows } = await sql<StatedOrder>`
    WITH found AS MATERIALIZED (
      SELECT j.order_id, min(e.posted_at) AS posted_at, ${sums}, sum(e.amount)::bigint AS total
      FROM payable_entries e JOIN journals j ON j.location_id = e.location_id AND j.id = e.journal_id
      WHERE ${onStatement(key)} AND j.order_id IS NOT NULL GROUP BY j.order_id)
    SELECT format_number('order', o.number) AS number, (found.posted_at AT TIME ZONE ${key.timeZone})::date AS day,
      (SELECT coalesce(json_agg(DISTINCT n.commission_rate), '[]') FROM order_lines n
        WHERE n.location_id = o.location_id AND n.order_id = o.id AND n.total > 0) AS rates,
      ${sql.join(statementParts.map((part) => sql.ref(`found.${part}`)))}, found.total
    FROM found JOIN orders o ON o.location_id = ${key.locationId} AND o.id = found.order_id
    ORDER BY found.posted_at, o.number`.execute(tx);
  return rows;
}
