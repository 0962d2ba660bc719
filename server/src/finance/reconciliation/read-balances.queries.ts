import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { newId } from '../../core/ids.ts';
import type { BankPayout } from '../../ledgers/gateways/balance.ts';

/**
 * Until when the transactions of a provider were read: at first, when its first payment was requested. Undefined if it never
 * had a payment, so that what an account did before Aisle isn't read.
 */
export async function readUntil(tx: Tx, provider: string): Promise<string | undefined> {
  const { rows } = await sql<{ until: string | null }>`
    SELECT coalesce((SELECT read_until FROM provider_balances WHERE provider = ${provider}),
      (SELECT min(created_at) FROM gateway_operations WHERE provider = ${provider})) AS until`.execute(tx);
  return rows[0]?.until ?? undefined;
}

export async function saveReadUntil(tx: Tx, provider: string, until: string): Promise<void> {
  await sql`
    INSERT INTO provider_balances (provider, read_until) VALUES (${provider}, ${until})
    ON CONFLICT (provider) DO UPDATE SET read_until = excluded.read_until`.execute(tx);
}

/** Stores a payout as the provider reports it. Returns whether its contents are still to be read. */
export async function savePayout(
  tx: Tx,
  provider: string,
  { id, amount, arrivesOn, status, isAutomatic }: BankPayout,
): Promise<boolean> {
  await sql`
    INSERT INTO bank_payouts AS known (id, provider, provider_id, amount, arrives_on, bank_status, is_automatic,
      is_complete)
    VALUES (${newId()}, ${provider}, ${id}, ${amount}, ${arrivesOn}, ${status ?? 'inTransit'}, ${isAutomatic},
      ${!isAutomatic})
    ON CONFLICT (provider, provider_id) DO UPDATE SET arrives_on = excluded.arrives_on,
      bank_status = coalesce(${status}::text, known.bank_status)
    WHERE known.closed_at IS NULL AND (known.arrives_on, known.bank_status)
      IS DISTINCT FROM (excluded.arrives_on, coalesce(${status}::text, known.bank_status))`.execute(tx);
  const { rows } = await sql<{ isComplete: boolean }>`
    SELECT is_complete AS "isComplete" FROM bank_payouts WHERE provider = ${provider} AND provider_id = ${id}`.execute(
    tx,
  );
  return !rows[0]!.isComplete;
}

export async function completePayout(tx: Tx, provider: string, payoutId: string): Promise<void> {
  await sql`UPDATE bank_payouts SET is_complete = true WHERE provider = ${provider} AND provider_id = ${payoutId}
    AND NOT is_complete`.execute(tx);
}

/** Reads the balances once the transaction commits. */
export async function wakeReading(tx: Tx): Promise<void> {
  await sql`SELECT enqueue_job('read_balances', '{}'::jsonb)`.execute(tx);
}

interface Settled {
  id: string;
  payoutId: string;
  version: number;
}
/** Closes reconciliations without unmatched rows, except of payouts that the bank hasn't decided. */
export async function closeSettled(tx: Tx, byName: string): Promise<Settled[]> {
  const { rows } = await sql<Settled>`
    UPDATE bank_payouts SET closed_at = now(), closed_by_name = ${byName}
    WHERE id IN (SELECT id FROM bank_payouts WHERE closed_at IS NULL AND is_settled AND bank_status <> 'inTransit'
      ORDER BY id LIMIT 100 FOR NO KEY UPDATE SKIP LOCKED)
    RETURNING id, provider_id AS "payoutId", version`.execute(tx);
  return rows;
}
