import type { Page } from '@aisle/contract/core/page';
import {
  type Balance,
  type Statement,
  type StatementPage,
  statementParts,
} from '@aisle/contract/finance/statements';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { byName } from '../../core/list/by-name.ts';
import { type List, listOf } from '../../core/list/list.ts';
import { isNumbered } from '../../core/list/numbers.ts';
import { hasWords } from '../../core/list/search-text.ts';
import { mustFind } from '../../core/problem.ts';

const statements = (tx: Tx) =>
  tx.selectFrom('statements as s').innerJoin('locations as l', 'l.id', 's.location_id');
type StatementQuery = ReturnType<typeof statements>;

/** The ID and number of another statement `o`, as JSON. */
const refTo = (condition: RawBuilder<unknown>) => sql<Statement['carriedFrom']>`(
  SELECT jsonb_build_object('_id', o.id, 'number', format_number('statement', o.number)) FROM statements o
  WHERE o.location_id = s.location_id AND ${condition})`;

/** The amounts of a statement `s` under their contract names. */
const figures = [
  's.location_id as locationId',
  'l.name as locationName',
  'l.time_zone as timeZone',
  's.from_day as from',
  's.to_day as to',
  's.cut',
  's.orders',
  's.goods',
  's.tax',
  's.commission',
  's.discounts',
  's.promotions',
  's.coins',
  's.refunds',
  's.corrections',
  's.adjustments',
  's.tax_remitted as taxRemitted',
  's.carried_in as carriedIn',
  's.total',
] as const;

const withRow = (query: StatementQuery) =>
  query.select(['s.id as _id', ...figures]).select([
    's.created_at as createdAt',
    's.created_by_name as createdBy',
    's.version',
    sql<string>`format_number('statement', s.number)`.as('number'),
    sql<Statement['status']>`s.status`.as('status'),
    refTo(sql`o.id = s.carried_from`).as('carriedFrom'),
    refTo(sql`o.carried_from = s.id`).as('carriedInto'),
    sql<Statement['payout']>`(
        SELECT jsonb_build_object('method', p.method, 'reference', p.reference, 'paidOn', p.paid_on,
          'accountLast4', p.account_last4, 'by', p.user_name, 'at', iso(p.created_at))
        FROM payouts p WHERE p.location_id = s.location_id AND p.statement_id = s.id AND p.voided_at IS NULL)`.as(
      'payout',
    ),
    sql<Statement['money']>`CASE WHEN s.status = 'paid' THEN (
        SELECT CASE WHEN p.transfer_ref IS NULL THEN NULL WHEN EXISTS (SELECT FROM transfers_in_bank b
          WHERE b.location_id = p.location_id AND b.payout_id = p.id) THEN 'inBank' ELSE 'transferred' END
        FROM payouts p WHERE p.location_id = s.location_id AND p.statement_id = s.id AND p.voided_at IS NULL)
      WHEN EXISTS (SELECT FROM payout_transfers t WHERE t.location_id = s.location_id AND t.statement_id = s.id)
        THEN 'transferring'
      WHEN s.status = 'open' AND EXISTS (SELECT FROM connected_accounts c
        WHERE c.location_id = s.location_id AND c.state = 'active') THEN 'atProvider' END`.as('money'),
  ]);

/** Whether a run couldn't pay the statement `s`, or the bank returned its payout, and it is still open. */
export const payoutFailed = sql<SqlBool>`(s.status = 'open' AND (
  EXISTS (SELECT FROM payouts p WHERE p.location_id = s.location_id AND p.statement_id = s.id)
  OR EXISTS (SELECT FROM payout_run_results r
    WHERE r.location_id = s.location_id AND r.statement_id = s.id AND r.problem IS NOT NULL)))`;

const sortColumns = {
  number: sql.ref('s.number'),
  to: sql.ref('s.to_day'),
  total: sql.ref('s.total'),
  locationName: byName('l.name'),
  createdAt: sql.ref('s.created_at'),
};

export function listStatements(tx: Tx, request: StatementPage): List<Page<Statement>> {
  const { filters, sort } = request;
  const search = filters.search || request.search;
  let filtered = statements(tx);
  if (filters.locationId) filtered = filtered.where('s.location_id', '=', filters.locationId);
  if (filters.status) filtered = filtered.where('s.status', '=', filters.status);
  if (filters.from) filtered = filtered.where('s.to_day', '>=', filters.from);
  if (filters.to) filtered = filtered.where('s.to_day', '<=', filters.to);
  if (filters.payoutFailed !== undefined) {
    filtered = filtered.where(filters.payoutFailed ? payoutFailed : sql<SqlBool>`NOT ${payoutFailed}`);
  }
  if (search) {
    filtered = filtered.where(
      sql<SqlBool>`(${isNumbered('s.number', 'statement', search)} OR ${hasWords(search, 'l.name')})`,
    );
  }
  return listOf(tx, filtered, {
    request,
    sort: {
      columns: [sortColumns[sort?.field ?? 'to'], sql.ref('s.number')],
      direction: sort?.order ?? 'desc',
    },
    id: sql.ref('s.id'),
    select: withRow,
    sums: { columns: summed, rows: filtered.select(figures) },
  });
}
const summed = [...statementParts, 'carriedIn', 'total'];

export async function getStatement(tx: Tx, id: string): Promise<Statement> {
  const row = await withRow(statements(tx).where('s.id', '=', id)).executeTakeFirst();
  return mustFind(row, 'Statement');
}

export interface LockedStatement {
  id: string;
  locationId: string;
  number: string;
  status: Statement['status'];
  /** The first day of its period. */
  from: string;
  total: number;
  version: number;
  /** A payout of it was recorded, even if it was voided since. */
  wasPaid: boolean;
  /** The number of the location's latest statement. */
  latest: string;
  /** The transfer of its total that is in progress, by itself or in a payout run. */
  transfer: { runId: string | null } | null;
}
/** Locks a statement until the transaction ends, so that it is paid or discarded only once. */
export async function lockStatement(tx: Tx, id: string): Promise<LockedStatement> {
  // Locks before reading. Otherwise, after waiting for a payout, the statement would still be read without it.
  await sql`SELECT FROM statements WHERE id = ${id} FOR UPDATE`.execute(tx);
  const { rows } = await sql<LockedStatement>`
    SELECT s.id, s.location_id AS "locationId", format_number('statement', s.number) AS number, s.status, s.total,
      s.from_day AS "from", s.version,
      (SELECT jsonb_build_object('runId', t.run_id) FROM payout_transfers t
        WHERE t.location_id = s.location_id AND t.statement_id = s.id) AS transfer,
      EXISTS (SELECT FROM payouts p WHERE p.location_id = s.location_id AND p.statement_id = s.id) AS "wasPaid",
      format_number('statement', (SELECT max(number) FROM statements o WHERE o.location_id = s.location_id)) AS latest
    FROM statements s WHERE s.id = ${id}`.execute(tx);
  return mustFind(rows[0], 'Statement');
}

/** Whether a statement can be discarded: it is the latest of its location, and no payout was ever recorded. */
export async function isLatestNeverPaid(
  tx: Tx,
  { locationId, id }: { locationId: string; id: string },
): Promise<boolean> {
  const { rows } = await sql<{ can: boolean }>`
    SELECT id = ${id} AND NOT EXISTS (SELECT FROM payouts p
      WHERE p.location_id = s.location_id AND p.statement_id = s.id) AS can
    FROM statements s WHERE location_id = ${locationId} ORDER BY number DESC LIMIT 1`.execute(tx);
  return rows[0]!.can;
}

/** Deletes a statement and frees its entries in one SQL statement, as the database requires. */
export async function deleteStatement(tx: Tx, { locationId, id }: LockedStatement): Promise<void> {
  await sql`
    WITH gone AS (DELETE FROM statements WHERE location_id = ${locationId} AND id = ${id})
    UPDATE payable_entries SET statement_id = NULL,
      section = CASE section WHEN 'corrections' THEN 'refunds' ELSE section END
    WHERE location_id = ${locationId} AND statement_id = ${id}`.execute(tx);
}

/**
 * The amounts owed to the location `at`, as JSON: unbilled, on open statements, and carried. `unstated` is the unbilled amount.
 */
export const balanceOf = (at: RawBuilder<unknown>, unstated = unbilledOf(at)) => sql<Balance>`(
  SELECT jsonb_build_object('unstated', b.unstated, 'open', b.open, 'carried', b.carried,
    'total', b.unstated + b.open + b.carried)
  FROM (SELECT
    ${unstated} AS unstated,
    coalesce((SELECT sum(o.total) FROM statements o
      WHERE o.location_id = ${at} AND o.status = 'open'), 0)::bigint AS open,
    coalesce((SELECT sum(o.total) FROM statements o WHERE o.location_id = ${at} AND o.status = 'carried'
      AND NOT EXISTS (SELECT FROM statements n WHERE n.location_id = o.location_id AND n.carried_from = o.id)), 0)::bigint
      AS carried) b)`;

const unbilledOf = (at: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  coalesce((SELECT sum(e.amount) FROM payable_entries e
    WHERE e.location_id = ${at} AND e.statement_id IS NULL), 0)::bigint`;
