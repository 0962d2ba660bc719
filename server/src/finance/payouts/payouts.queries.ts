import type { Address } from '@aisle/contract/core/fields';
import { formatNumber } from '@aisle/contract/core/numbers';
import type { StatementPayment } from '@aisle/contract/finance/payouts';
import type { PayoutMethod } from '@aisle/contract/finance/statements';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import type { LockedStatement } from '../statements/statements.queries.ts';

/** The current date at a location. */
export async function todayAt(tx: Tx, locationId: string): Promise<string> {
  const { rows } = await sql<{ today: string }>`SELECT today_at(${locationId}) AS today`.execute(tx);
  return rows[0]!.today;
}

interface NewPayout {
  id: string;
  method: PayoutMethod;
  reference: string;
  paidOn: string;
  runId: string | null;
  transfer?: { provider: string; ref: string };
}
/** A trigger marks the statement as paid. */
export async function insertPayout(
  tx: Tx,
  actor: Pick<Actor, 'userId' | 'name'>,
  statement: LockedStatement,
  { id, method, reference, paidOn, runId, transfer }: NewPayout,
): Promise<void> {
  await tx
    .insertInto('payouts')
    .values({
      location_id: statement.locationId,
      id,
      statement_id: statement.id,
      amount: statement.total,
      method,
      reference,
      paid_on: paidOn,
      account_last4:
        method === 'bankTransfer'
          ? sql<
              string | null
            >`(SELECT account_last4 FROM payout_accounts WHERE location_id = ${statement.locationId})`
          : null,
      run_id: runId,
      provider: transfer?.provider ?? null,
      transfer_ref: transfer?.ref ?? null,
      user_id: actor.userId,
      user_name: actor.name,
    })
    .execute();
}

interface Voiding {
  /** The cause of the journal that reverses the payout. */
  id: string;
  reason: string;
}
/** Voids the payout of a paid statement; a trigger opens the statement again. */
export async function voidCurrentPayout(
  tx: Tx,
  actor: Actor,
  { id: statementId, locationId }: LockedStatement,
  { id, reason }: Voiding,
): Promise<void> {
  await tx
    .updateTable('payouts')
    .set({
      void_id: id,
      voided_at: sql`now()`,
      void_reason: reason,
      voided_by: actor.userId,
      voided_by_name: actor.name,
    })
    .where('location_id', '=', locationId)
    .where('statement_id', '=', statementId)
    .where('voided_at', 'is', null)
    .execute();
}

interface Happening extends Omit<StatementPayment, 'payout' | 'statement'> {
  payout: StatementPayment['payout'];
  into: { id: string; number: number } | null;
}
/** Undefined if no statement with this ID is accessible. */
export async function paymentsOf(tx: Tx, id: string): Promise<StatementPayment[] | undefined> {
  const { rows } = await sql<{ payments: Happening[] }>`
    SELECT (SELECT coalesce(json_agg(to_json(h) ORDER BY h.at, h.step), '[]') FROM (
      SELECT 1 AS step, 'payout' AS kind, p.amount, ${payout} AS payout, NULL AS reason, NULL::json AS into,
        p.user_name AS by, iso(p.created_at) AS at
      FROM payouts p WHERE p.location_id = s.location_id AND p.statement_id = s.id
      UNION ALL
      SELECT 2, 'void', -p.amount, ${payout}, p.void_reason, NULL, p.voided_by_name, iso(p.voided_at)
      FROM payouts p WHERE p.location_id = s.location_id AND p.statement_id = s.id AND p.voided_at IS NOT NULL
      UNION ALL
      SELECT 3, 'carried', s.total, NULL, NULL,
        CASE WHEN t.id IS NOT NULL THEN json_build_object('id', t.id, 'number', t.number) END,
        CASE WHEN t.id IS NULL THEN s.created_by_name ELSE t.created_by_name END, iso(coalesce(t.created_at, s.created_at))
      FROM (SELECT) one LEFT JOIN statements t ON t.location_id = s.location_id AND t.carried_from = s.id
      WHERE s.status = 'carried'
    ) h) AS payments
    FROM statements s WHERE s.id = ${id}`.execute(tx);
  return rows[0]?.payments.map(({ kind, amount, payout: of, reason, into, by, at }) => ({
    kind,
    amount,
    payout: of,
    reason,
    statement: into && { _id: into.id, number: formatNumber('statement', into.number) },
    by,
    at,
  }));
}
const payout = sql`json_build_object('method', p.method, 'reference', p.reference, 'paidOn', p.paid_on,
  'accountLast4', p.account_last4, 'by', p.user_name, 'at', iso(p.created_at))`;

export async function addressOf(tx: Tx, locationId: string): Promise<Address> {
  const row = await tx
    .selectFrom('locations')
    .select(sql<Address>`address`.as('address'))
    .where('id', '=', locationId)
    .executeTakeFirstOrThrow();
  return row.address;
}
