import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { newId } from '../../core/ids.ts';
import type { LockedStatement } from '../statements/statements.queries.ts';

/** A transfer whose outcome isn't known yet. */
export interface PendingTransfer {
  payoutId: string;
  provider: string;
  account: string;
  amount: number;
  since: string;
  mustLook: boolean;
}

/**
 * Reserves the transfer of a statement to the active account of its location, or finds the one that an interrupted attempt
 * reserved. Undefined if the account isn't active.
 */
export async function reserveTransfer(
  tx: Tx,
  { id, locationId, total }: LockedStatement,
  runId: string,
): Promise<PendingTransfer | undefined> {
  await sql`
    INSERT INTO payout_transfers (location_id, statement_id, payout_id, provider, account_ref, amount, run_id)
    SELECT ${locationId}, ${id}, ${newId()}, provider, account_ref, ${total}, ${runId} FROM connected_accounts
    WHERE location_id = ${locationId} AND state = 'active'
    ON CONFLICT DO NOTHING`.execute(tx);
  const { rows } = await sql<PendingTransfer>`
    SELECT payout_id AS "payoutId", provider, account_ref AS account, amount, created_at AS since,
      must_look AS "mustLook"
    FROM payout_transfers
    WHERE location_id = ${locationId} AND statement_id = ${id} AND run_id = ${runId}`.execute(tx);
  return rows[0];
}

/** The next attempt asks for the transfer first. */
export async function lookNextTime(tx: Tx, { payoutId }: PendingTransfer): Promise<void> {
  await sql`UPDATE payout_transfers SET must_look = true WHERE payout_id = ${payoutId}`.execute(tx);
}

export async function endTransfer(tx: Tx, { id, locationId }: LockedStatement): Promise<void> {
  await sql`DELETE FROM payout_transfers WHERE location_id = ${locationId} AND statement_id = ${id}`.execute(
    tx,
  );
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
