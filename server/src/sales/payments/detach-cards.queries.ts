import { closedStatuses } from '@aisle/contract/sales/orders/order-status-groups';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { isNoneOf } from '../../core/db/literals.ts';
import type { GatewayName } from '../../ledgers/gateways/gateway.ts';

interface UnusedCard {
  token: string;
  /** A subscription pays with it, or the shopper saved it with another order. */
  isSaved: boolean;
}
/** The next card that its shopper didn't save, and that no open checkout or request needs anymore. */
export async function nextUnusedCard(tx: Tx, provider: GatewayName): Promise<UnusedCard | undefined> {
  const { rows } = await sql<UnusedCard>`
    SELECT p.token, EXISTS (SELECT FROM subscriptions s WHERE s.card_token = p.token)
      OR EXISTS (SELECT FROM payments q WHERE q.token = p.token AND q.saves_card) AS "isSaved"
    FROM payments p
    WHERE p.provider = ${provider} AND p.token IS NOT NULL AND NOT p.saves_card
      AND NOT EXISTS (SELECT FROM payments q JOIN orders o ON o.location_id = q.location_id AND o.id = q.order_id
        JOIN orders other ON other.main_order_id = o.main_order_id
        WHERE q.token = p.token AND ${isNoneOf('other.status', closedStatuses)})
      AND NOT EXISTS (SELECT FROM payments q JOIN gateway_operations g ON g.location_id = q.location_id
          AND g.order_id = q.order_id AND g.payment_id = q.id AND g.status = 'waiting'
        WHERE q.token = p.token)
    LIMIT 1`.execute(tx);
  return rows[0];
}

export async function forgetCard(tx: Tx, provider: GatewayName, token: string): Promise<void> {
  await sql`
    UPDATE payments SET token = NULL WHERE provider = ${provider} AND token = ${token} AND NOT saves_card`.execute(
    tx,
  );
}
