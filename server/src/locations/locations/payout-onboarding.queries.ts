import type { PayoutOnboarding } from '@aisle/contract/locations/payout-accounts';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import type { GatewayName } from '../../ledgers/gateways/gateway.ts';
import type { ConnectedAccount } from '../../ledgers/gateways/location-payouts.ts';

interface StoredAccount extends Pick<PayoutOnboarding, 'missing' | 'updatedAt'> {
  locationId: string;
  locationName: string;
  provider: GatewayName;
  account: string;
  state: ConnectedAccount['state'];
}
const accounts = sql`
  SELECT a.location_id AS "locationId", l.name AS "locationName", a.provider, a.account_ref AS account, a.state, a.missing,
    a.updated_at AS "updatedAt"
  FROM connected_accounts a JOIN locations l ON l.id = a.location_id`;

export async function findConnected(tx: Tx, locationId: string): Promise<StoredAccount | undefined> {
  const { rows } = await sql<StoredAccount>`${accounts} WHERE a.location_id = ${locationId}`.execute(tx);
  return rows[0];
}

/** Locks an account by its ID at the provider. */
export async function lockConnected(
  tx: Tx,
  provider: GatewayName,
  account: string,
): Promise<StoredAccount | undefined> {
  const { rows } = await sql<StoredAccount>`${accounts}
    WHERE a.provider = ${provider} AND a.account_ref = ${account} FOR NO KEY UPDATE OF a`.execute(tx);
  return rows[0];
}

/** Keeps the account of another request that was faster. */
export async function insertConnected(
  tx: Tx,
  { locationId, provider, account }: Pick<StoredAccount, 'locationId' | 'provider' | 'account'>,
): Promise<void> {
  await sql`
    INSERT INTO connected_accounts (location_id, provider, account_ref) VALUES (${locationId}, ${provider}, ${account})
    ON CONFLICT (location_id) DO NOTHING`.execute(tx);
}

export async function updateConnected(
  tx: Tx,
  locationId: string,
  { state, missing }: ConnectedAccount,
): Promise<void> {
  await sql`UPDATE connected_accounts SET state = ${state}, missing = ${missing}::text[], updated_at = now()
    WHERE location_id = ${locationId}`.execute(tx);
}

export async function deleteConnected(tx: Tx, locationId: string): Promise<void> {
  await sql`DELETE FROM connected_accounts WHERE location_id = ${locationId}`.execute(tx);
}
