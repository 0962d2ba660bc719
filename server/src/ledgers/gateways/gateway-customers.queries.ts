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
