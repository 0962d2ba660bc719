import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { newId } from '../../core/ids.ts';
import type { LockedStatement } from '../statements/statements.queries.ts';

/** A transfer whose outcome isn't known yet, and the payout that it will be. */
export interface PendingTransfer {
  locationId: string;
  statementId: string;
  payoutId: string;
  runId: string | null;
  provider: string;
  account: string;
  amount: number;
  paidOn: string;
  reference: string | null;
  userId: string | null;
  userName: string;
  key: string;
  keySince: string;
  mustLook: boolean;
  attempts: number;
}
const pendingColumns = sql`location_id AS "locationId", statement_id AS "statementId", payout_id AS "payoutId",
  run_id AS "runId", provider, account_ref AS account, amount, paid_on AS "paidOn", reference, user_id AS "userId",
  user_name AS "userName", key, key_since AS "keySince", must_look AS "mustLook", attempts`;

/** How long a server holds a transfer before another server may repeat it. */
const lease = sql`now() + interval '60 seconds'`;

export interface NewTransfer {
  runId: string | null;
  paidOn: string;
  reference: string | null;
  /** This server sends it now, so that no other does. */
  isSentNow: boolean;
}
/** Reserves the transfer of a statement to the active account of its location. Undefined if the account isn't active. */
export async function reserveTransfer(
  tx: Tx,
  { userId, name }: Actor,
  { id, locationId, total }: LockedStatement,
  { runId, paidOn, reference, isSentNow }: NewTransfer,
): Promise<PendingTransfer | undefined> {
  const payoutId = newId();
  const { rows } = await sql<PendingTransfer>`
    INSERT INTO payout_transfers (location_id, statement_id, payout_id, provider, account_ref, amount, run_id, paid_on,
      reference, user_id, user_name, key, attempts, next_at)
    SELECT ${locationId}, ${id}, ${payoutId}, provider, account_ref, ${total}, ${runId}::uuid, ${paidOn}, ${reference},
      ${userId}::uuid, ${name}, ${payoutId}, ${isSentNow ? 1 : 0}, ${isSentNow ? lease : sql`now()`}
    FROM connected_accounts WHERE location_id = ${locationId} AND state = 'active'
    RETURNING ${pendingColumns}`.execute(tx);
  return rows[0];
}

/** Leases the next due transfer of a provider: no other server gets it until the lease ends. */
export async function claimDueTransfer(tx: Tx, provider: string): Promise<PendingTransfer | undefined> {
  const { rows } = await sql<PendingTransfer>`
    UPDATE payout_transfers SET attempts = attempts + 1, next_at = ${lease}
    WHERE (location_id, statement_id) = (
      SELECT location_id, statement_id FROM payout_transfers WHERE next_at <= now() AND provider = ${provider}
      ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    RETURNING ${pendingColumns}`.execute(tx);
  return rows[0];
}

const isThis = ({ locationId, statementId, payoutId }: PendingTransfer) =>
  sql`location_id = ${locationId} AND statement_id = ${statementId} AND payout_id = ${payoutId}`;

/** Takes another idempotency key, unless another server did so meanwhile. */
export async function replaceTransferKey(tx: Tx, pending: PendingTransfer, to: string): Promise<boolean> {
  const { rows } = await sql`
    UPDATE payout_transfers SET key = ${to}, key_since = now(), must_look = false
    WHERE ${isThis(pending)} AND key = ${pending.key} RETURNING payout_id`.execute(tx);
  return rows.length > 0;
}

/** Schedules a retry. `mustLook` lets it ask for the transfer first. */
export async function retryTransfer(
  tx: Tx,
  pending: PendingTransfer,
  { seconds, problem, mustLook }: { seconds: number; problem: string; mustLook: boolean },
): Promise<void> {
  await sql`
    WITH later AS (
      UPDATE payout_transfers SET next_at = now() + make_interval(secs => ${seconds}),
        must_look = must_look OR ${mustLook}, problem = ${problem}
      WHERE ${isThis(pending)} RETURNING next_at
    )
    SELECT enqueue_job('repeat_transfers', '{}', next_at) FROM later`.execute(tx);
}

/** Returns false if its outcome was recorded before. */
export async function endTransfer(tx: Tx, pending: PendingTransfer): Promise<boolean> {
  const { rows } =
    await sql`DELETE FROM payout_transfers WHERE ${isThis(pending)} RETURNING payout_id`.execute(tx);
  return rows.length > 0;
}

export interface CurrentTransfer {
  payoutId: string;
  provider: string;
  transferRef: string;
}
/** The transfer that paid a statement; undefined if it was paid in another way. */
export async function currentTransfer(
  tx: Tx,
  { id, locationId }: LockedStatement,
): Promise<CurrentTransfer | undefined> {
  const { rows } = await sql<CurrentTransfer>`
    SELECT id AS "payoutId", provider, transfer_ref AS "transferRef" FROM payouts
    WHERE location_id = ${locationId} AND statement_id = ${id} AND voided_at IS NULL AND transfer_ref IS NOT NULL`.execute(
    tx,
  );
  return rows[0];
}

/** Marks transfers as paid to the bank of the location, or no longer. Returns the statements. */
export async function markInBank(
  tx: Tx,
  { provider, transfers, isPaid }: { provider: string; transfers: readonly string[]; isPaid: boolean },
): Promise<{ locationId: string; statementId: string }[]> {
  const found = sql`SELECT location_id, id FROM payouts
    WHERE provider = ${provider} AND transfer_ref = ANY (${transfers}::text[])`;
  const change = isPaid
    ? sql`INSERT INTO transfers_in_bank (location_id, payout_id) ${found} ON CONFLICT DO NOTHING`
    : sql`DELETE FROM transfers_in_bank WHERE (location_id, payout_id) IN (${found})`;
  const { rows } = await sql<{ locationId: string; statementId: string }>`
    WITH moved AS (${change} RETURNING location_id, payout_id)
    SELECT p.location_id AS "locationId", p.statement_id AS "statementId"
    FROM moved m JOIN payouts p ON p.location_id = m.location_id AND p.id = m.payout_id`.execute(tx);
  return rows;
}
