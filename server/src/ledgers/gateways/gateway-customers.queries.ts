import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import type { GatewayName } from './gateway.ts';

/** A gateway's IDs of a customer, oldest first. Merged customers have several, because cards belong to them. */
export async function gatewayCustomersOf(
  tx: Tx,
  provider: GatewayName,
  customerId: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM gateway_customers
    WHERE provider = ${provider} AND customer_id = ANY (customer_ids(${customerId})) AND delete_since IS NULL
    ORDER BY created_at, id`.execute(tx);
  return rows.map(({ id }) => id);
}

export async function insertGatewayCustomer(
  tx: Tx,
  provider: GatewayName,
  { id, customerId }: { id: string; customerId: string },
): Promise<void> {
  await sql`
    INSERT INTO gateway_customers (provider, id, customer_id) VALUES (${provider}, ${id}, ${customerId})
    ON CONFLICT DO NOTHING`.execute(tx);
}

/** Some customers that were erased here, oldest first. */
export async function findErasedCustomers(tx: Tx, provider: GatewayName): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM gateway_customers WHERE provider = ${provider} AND delete_since IS NOT NULL
    ORDER BY delete_since LIMIT 100`.execute(tx);
  return rows.map(({ id }) => id);
}

export async function removeErasedCustomer(tx: Tx, provider: GatewayName, id: string): Promise<void> {
  await sql`DELETE FROM gateway_customers WHERE provider = ${provider} AND id = ${id}`.execute(tx);
}
