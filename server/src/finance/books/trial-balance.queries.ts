import type { BookFigures, TrialBalanceInput } from '@aisle/contract/finance/books';
import { type LedgerAccount, ledgerAccounts } from '@aisle/contract/system/ledger-accounts';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';

type Rows = (BookFigures & {
  account: LedgerAccount | null;
  location: { _id: string; name: string } | null;
})[];
interface TrialBalanceRead {
  /** The number of locations included. */
  locations: number;
  records: Rows;
  totalRecords: number;
  totals: BookFigures;
  isEmpty: boolean;
}

/** The row's columns: an account over all locations, or a location over all accounts. */
const groups: Record<TrialBalanceInput['groupBy'], RawBuilder<unknown>> = {
  account: sql`account`,
  location: sql`name, location_id`,
};
const figures = sql`sum(opening)::bigint AS opening, sum(debits)::bigint AS debits, sum(credits)::bigint AS credits,
  sum(opening + debits - credits)::bigint AS closing`;
const asObject = sql`json_build_object('opening', opening, 'debits', debits, 'credits', credits, 'closing', closing)`;

/**
 * Uses one statement, so that sums and entries not summed yet are from the same moment. For each account of each location,
 * reads the sums at both ends of the period and the entries since.
 */
export async function readTrialBalance(
  tx: Tx,
  input: TrialBalanceInput,
  /** All accounts in the accountant's order. */
  inSequence: readonly LedgerAccount[],
): Promise<TrialBalanceRead> {
  const { from, to, groupBy, page, limit } = input;
  const accounts = input.account ? [input.account] : [...ledgerAccounts];
  const by = groups[groupBy];
  const order = groupBy === 'location' ? by : sql`array_position(${inSequence}::text[], account)`;
  const { rows } = await sql<TrialBalanceRead>`
    WITH place AS MATERIALIZED (
      SELECT l.id AS location_id, l.name, l.time_zone, coalesce(u.until, '-infinity') AS until
      FROM sets_of_books l LEFT JOIN account_sums_until u ON u.location_id = l.id
      WHERE ${input.locationId ? sql`l.id = ${input.locationId}` : sql`true`}
    ), summed AS (
      SELECT p.location_id, a.account, coalesce(before.debits - before.credits, 0) AS opening,
        coalesce(ending.debits, 0) - coalesce(before.debits, 0) AS debits,
        coalesce(ending.credits, 0) - coalesce(before.credits, 0) AS credits
      FROM place p CROSS JOIN unnest(${accounts}::text[]) AS a (account)
      LEFT JOIN LATERAL (${sumsOn(sql`s.day <= ${to}::date`)}) ending ON true
      LEFT JOIN LATERAL (${sumsOn(sql`s.day < ${from}::date`)}) before ON true
    ), later AS (
      SELECT p.location_id, e.account, e.amount, (e.posted_at AT TIME ZONE p.time_zone)::date >= ${from}::date AS within
      FROM place p JOIN ledger_entries e ON e.location_id = p.location_id AND e.account = ANY (${accounts}::text[])
        AND e.posted_at >= p.until AND e.posted_at < (${to}::date + 1)::timestamp AT TIME ZONE p.time_zone
    ), cell AS MATERIALIZED (
      SELECT location_id, account, opening, debits, credits FROM summed
      UNION ALL
      SELECT location_id, account, coalesce(sum(amount) FILTER (WHERE NOT within), 0),
        coalesce(sum(amount) FILTER (WHERE within AND amount > 0), 0),
        coalesce(-sum(amount) FILTER (WHERE within AND amount < 0), 0)
      FROM later GROUP BY 1, 2
    ), grouped AS MATERIALIZED (
      SELECT ${by}, ${figures} FROM cell JOIN place USING (location_id) GROUP BY ${by}
      HAVING bool_or(opening <> 0 OR debits <> 0 OR credits <> 0)
    )
    SELECT (SELECT count(*) FROM place) AS locations,
      (SELECT coalesce(json_agg(shown), '[]') FROM (
        SELECT ${groupBy === 'account' ? sql`account, NULL AS location` : sql`NULL AS account, json_build_object('_id', location_id, 'name', name) AS location`},
          opening, debits, credits, closing
        FROM grouped ORDER BY ${order} LIMIT ${limit} OFFSET ${(page - 1) * limit}) shown) AS records,
      (SELECT count(*) FROM grouped) AS "totalRecords",
      (SELECT ${asObject} FROM (SELECT coalesce(sum(opening), 0) AS opening, coalesce(sum(debits), 0) AS debits,
        coalesce(sum(credits), 0) AS credits, coalesce(sum(closing), 0) AS closing FROM grouped) total) AS totals,
      NOT EXISTS (SELECT FROM place p JOIN journals j ON j.location_id = p.location_id) AS "isEmpty"`.execute(
    tx,
  );
  return rows[0]!;
}

/** The sums of an account at a location on the last day that has entries and matches the condition. */
const sumsOn = (fits: RawBuilder<unknown>) => sql`
  SELECT s.debits, s.credits FROM account_sums s
  WHERE s.location_id = p.location_id AND s.account = a.account AND ${fits} ORDER BY s.day DESC LIMIT 1`;
