import type { Ref } from '@aisle/contract/core/fields';
import type { Page } from '@aisle/contract/core/page';
import type {
  ProviderBalance,
  Reconciliation,
  ReconciliationFigure,
  ReconciliationPage,
  ReconciliationRow,
  ReconciliationRowPage,
  Resolution,
} from '@aisle/contract/finance/reconciliation';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { type List, listOf } from '../../core/list/list.ts';
import { isNumbered } from '../../core/list/numbers.ts';
import { beginningWith } from '../../core/list/search-text.ts';
import { mustFind } from '../../core/problem.ts';

const payouts = (tx: Tx) => tx.selectFrom('bank_payouts as b');
type PayoutQuery = ReturnType<typeof payouts>;
const withFigures = (query: PayoutQuery) =>
  query
    .select([
      'b.id as _id',
      'b.provider_id as payoutId',
      'b.provider',
      'b.amount',
      'b.arrives_on as arrivesOn',
      'b.is_automatic as isAutomatic',
      'b.is_complete as isComplete',
      'b.charges',
      'b.refunds',
      'b.disputes',
      'b.fees',
      'b.transfers',
      'b.other',
      'b.row_count as rowCount',
      'b.unmatched',
      'b.closed_at as closedAt',
      'b.closed_by_name as closedBy',
      'b.version',
    ])
    .select([
      sql<Reconciliation['bankStatus']>`b.bank_status`.as('bankStatus'),
      sql<
        Reconciliation['status']
      >`CASE WHEN b.closed_at IS NOT NULL THEN 'closed' WHEN b.is_settled THEN 'matched'
        ELSE 'open' END`.as('status'),
    ]);

const statusConditions: Record<Reconciliation['status'], RawBuilder<SqlBool>> = {
  open: sql`b.closed_at IS NULL AND NOT b.is_settled`,
  matched: sql`b.closed_at IS NULL AND b.is_settled`,
  closed: sql`b.closed_at IS NOT NULL`,
};

export function listReconciliations(tx: Tx, request: ReconciliationPage): List<Page<Reconciliation>> {
  const { filters, search, sort } = request;
  let query = payouts(tx);
  if (search) query = query.where('b.provider_id', 'like', beginningWith(search));
  if (filters.status) query = query.where(statusConditions[filters.status]);
  if (filters.from) query = query.where('b.arrives_on', '>=', filters.from);
  if (filters.to) query = query.where('b.arrives_on', '<=', filters.to);
  const by = sort?.field === 'amount' ? 'b.amount' : 'b.arrives_on';
  return listOf(tx, query, {
    request,
    sort: { columns: [sql.ref(by), sql.ref('b.id')], direction: sort?.order ?? 'desc' },
    select: withFigures,
    sums: { columns: ['amount'], rows: query.select('b.amount') },
  });
}

export async function getReconciliation(tx: Tx, id: string): Promise<Reconciliation> {
  return mustFind(await withFigures(payouts(tx)).where('b.id', '=', id).executeTakeFirst(), 'Reconciliation');
}

export async function lockReconciliation(tx: Tx, id: string): Promise<Reconciliation> {
  await sql`SELECT FROM bank_payouts WHERE id = ${id} FOR NO KEY UPDATE`.execute(tx);
  return getReconciliation(tx, id);
}

/** A payout itself left the balance, although no payout contains it. */
const inBalance = sql<SqlBool>`(t.payout_id IS NULL AND (t.kind <> 'payout' OR t.amount > 0))`;

/** The part of the money at the providers that they can't pay out yet, and the unmatched rows that no payout contains. */
export async function balanceFacts(tx: Tx): Promise<Pick<ProviderBalance, 'pending' | 'unmatched'>> {
  const { rows } = await sql<Pick<ProviderBalance, 'pending' | 'unmatched'>>`
    SELECT (SELECT coalesce(sum(t.amount - t.fee), 0)::bigint FROM provider_transactions t
        WHERE ${inBalance} AND t.available_at > now()) AS pending,
      (SELECT count(*)::integer FROM provider_transactions t WHERE ${inBalance} AND t.state = 'unmatched') AS unmatched`.execute(
    tx,
  );
  return rows[0]!;
}

const transactions = (tx: Tx) =>
  tx
    .selectFrom('provider_transactions as t')
    .leftJoin('orders as o', (join) =>
      join.onRef('o.location_id', '=', 't.location_id').onRef('o.id', '=', 't.order_id'),
    );
type TransactionQuery = ReturnType<typeof transactions>;

/** The record that an unmatched transaction names, although it differs from it. */
const proposal = sql<ReconciliationRow['proposal']>`(
  SELECT jsonb_build_object('as', CASE WHEN t.kind IN ('payment', 'refund', 'dispute', 'fee') THEN t.kind
      WHEN t.kind = 'other' AND t.amount < 0 THEN 'fee' ELSE 'unknown' END,
    'order', CASE WHEN n.id IS NOT NULL THEN jsonb_build_object('_id', n.id, 'number', format_number('order', n.number)) END,
    'targetId', CASE WHEN t.kind = 'dispute' THEN d.id WHEN t.kind IN ('payment', 'refund') THEN n.id END)
  FROM (SELECT t.charge_ref) AS charge
  LEFT JOIN disputes d ON t.kind = 'dispute' AND d.provider = t.provider AND d.provider_id = t.source_id
  LEFT JOIN payments p ON p.provider = t.provider AND p.charge_ref = charge.charge_ref
  LEFT JOIN orders n ON n.id = coalesce(d.order_id, p.order_id, t.order_id))`;

const withRow = (query: TransactionQuery) =>
  query
    .leftJoin('bank_payouts as b', (join) =>
      join.onRef('b.provider', '=', 't.provider').onRef('b.provider_id', '=', 't.payout_id'),
    )
    .select([
      't.id as _id',
      't.provider_id as transactionId',
      'b.id as recordId',
      't.category',
      't.description',
      't.amount',
      't.fee',
      sql<number>`t.amount - t.fee`.as('net'),
      't.occurred_at as occurredAt',
      sql<ReconciliationRow['kind']>`coalesce(t.resolved_as, t.kind)`.as('kind'),
      sql<ReconciliationRow['state']>`t.state`.as('state'),
      sql<ReconciliationRow['order']>`CASE WHEN o.id IS NOT NULL
        THEN jsonb_build_object('_id', o.id, 'number', format_number('order', o.number)) END`.as('order'),
      sql<ReconciliationRow['proposal']>`CASE WHEN t.state = 'unmatched' THEN ${proposal} END`.as('proposal'),
      sql<ReconciliationRow['resolution']>`CASE WHEN t.state = 'resolved' THEN jsonb_build_object('reason',
        t.resolve_reason, 'by', t.resolved_by_name, 'at', to_json(t.resolved_at AT TIME ZONE 'UTC') #>> '{}' || 'Z')
        END`.as('resolution'),
    ]);

const kind = sql`coalesce(t.resolved_as, t.kind)`;
const figureConditions: Record<ReconciliationFigure, RawBuilder<SqlBool>> = {
  charges: sql`${kind} = 'payment'`,
  refunds: sql`${kind} = 'refund'`,
  disputes: sql`${kind} = 'dispute'`,
  fees: sql`(t.fee <> 0 OR ${kind} = 'fee')`,
  transfers: sql`${kind} = 'transfer'`,
  other: sql`${kind} IN ('payout', 'other')`,
};

export function listRows(tx: Tx, request: ReconciliationRowPage): List<Page<ReconciliationRow>> {
  const { filters, search, sort } = request;
  let query = transactions(tx);
  if (search) {
    query = query.where(
      sql<SqlBool>`(${isNumbered('o.number', 'order', search)} OR t.provider_id = ${search} OR t.source_id = ${search})`,
    );
  }
  if (filters.recordId) {
    query = query.where(sql<SqlBool>`(t.provider, t.payout_id) =
      (SELECT p.provider, p.provider_id FROM bank_payouts p WHERE p.id = ${filters.recordId})`);
  }
  if (filters.paidOut !== undefined)
    query = query.where(filters.paidOut ? sql<SqlBool>`NOT ${inBalance}` : inBalance);
  if (filters.figure) query = query.where(figureConditions[filters.figure]);
  if (filters.state) query = query.where('t.state', '=', filters.state);
  const by = sort?.field === 'amount' ? 't.amount' : 't.occurred_at';
  return listOf(tx, query, {
    request,
    sort: { columns: [sql.ref(by), sql.ref('t.id')], direction: sort?.order ?? 'desc' },
    select: withRow,
    sums: { columns: ['amount', 'fee'], rows: query.select(['t.amount', 't.fee']) },
  });
}

export async function getRow(tx: Tx, id: string): Promise<ReconciliationRow> {
  return mustFind(await withRow(transactions(tx)).where('t.id', '=', id).executeTakeFirst(), 'Row');
}

export interface OpenRow {
  id: string;
  transactionId: string;
  amount: number;
  fee: number;
  state: ReconciliationRow['state'];
}
/** Locks a row of a payout, or one that no payout contains. */
export async function lockRow(
  tx: Tx,
  payout: Pick<Reconciliation, 'provider' | 'payoutId'> | null,
  rowId: string,
): Promise<OpenRow> {
  const inPayout = payout
    ? sql`provider = ${payout.provider} AND payout_id = ${payout.payoutId}`
    : sql`payout_id IS NULL`;
  const { rows } = await sql<OpenRow>`
    SELECT id, provider_id AS "transactionId", amount, fee, state FROM provider_transactions
    WHERE id = ${rowId} AND ${inPayout} FOR NO KEY UPDATE`.execute(tx);
  return mustFind(rows[0], 'Row');
}

const targetKind = (as: Resolution) => (as === 'dispute' ? 'dispute' : 'order');

/** The newest orders or disputes whose number begins like this. */
export async function findTargets(tx: Tx, as: Resolution, search = ''): Promise<Ref[]> {
  const kind = targetKind(as);
  const { rows } = await sql<Ref>`
    SELECT r.id AS "_id", format_number(${sql.lit(kind)}, r.number) AS name FROM ${sql.table(`${kind}s`)} r
    WHERE ${search ? isNumbered('r.number', kind, search) : sql`true`} ORDER BY r.created_at DESC, r.id DESC LIMIT 20`.execute(
    tx,
  );
  return rows;
}

interface Target {
  locationId: string;
  orderId: string;
}
/** The order that a row is resolved with: itself, or that of a dispute. */
export async function findTarget(tx: Tx, as: Resolution, targetId: string): Promise<Target | undefined> {
  const { rows } = await sql<Target>`
    SELECT location_id AS "locationId", ${as === 'dispute' ? sql`order_id` : sql`id`} AS "orderId"
    FROM ${sql.table(`${targetKind(as)}s`)} WHERE id = ${targetId}`.execute(tx);
  return rows[0];
}

export async function saveResolution(
  tx: Tx,
  actor: Actor,
  rowId: string,
  { as, reason, target }: { as: Resolution; reason: string; target: Target | undefined },
): Promise<void> {
  await sql`
    UPDATE provider_transactions SET state = 'resolved', resolved_as = ${as}, resolve_reason = ${reason},
      resolved_by = ${actor.userId}, resolved_by_name = ${actor.name}, resolved_at = now(),
      location_id = ${target?.locationId ?? null}, order_id = coalesce(${target?.orderId ?? null}, order_id)
    WHERE id = ${rowId}`.execute(tx);
}

export async function saveClosed(tx: Tx, actor: Actor, id: string): Promise<void> {
  await sql`UPDATE bank_payouts SET closed_at = now(), closed_by = ${actor.userId}, closed_by_name = ${actor.name}
    WHERE id = ${id}`.execute(tx);
}
