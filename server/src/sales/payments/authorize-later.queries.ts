import { activeStatuses } from '@aisle/contract/sales/orders/order-status-groups';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { isOneOf } from '../../core/db/literals.ts';

/** The next verified card of an open order whose time to be authorized has come. */
export async function nextToAuthorize(tx: Tx): Promise<{ orderId: string; paymentId: string } | undefined> {
  const { rows } = await sql<{ orderId: string; paymentId: string }>`
    SELECT p.order_id AS "orderId", p.id AS "paymentId" FROM payments p
    JOIN orders o ON o.location_id = p.location_id AND o.id = p.order_id
    WHERE p.status = 'due' AND p.authorise_at <= now() AND ${isOneOf('o.status', activeStatuses)}
      AND NOT EXISTS (SELECT FROM gateway_operations g WHERE g.location_id = p.location_id
        AND g.order_id = p.order_id AND g.payment_id = p.id AND g.status = 'waiting')
    ORDER BY p.authorise_at LIMIT 1`.execute(tx);
  return rows[0];
}
