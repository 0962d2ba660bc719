import { activeStatuses } from '@aisle/contract/sales/orders/order-status-groups';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { isOneOf } from '../../core/db/literals.ts';

interface Ending {
  orderId: string;
  paymentId: string;
  token: string;
  savesCard: boolean;
  /** The card can be charged without the shopper. */
  isRenewable: boolean;
}
/** The next authorization of an open order that ends within a day, and for which nothing was done yet. */
export async function nextEnding(tx: Tx): Promise<Ending | undefined> {
  const { rows } = await sql<Ending>`
    SELECT p.order_id AS "orderId", p.id AS "paymentId", p.token, p.saves_card AS "savesCard",
      p.saves_card OR p.authorise_at IS NOT NULL AS "isRenewable"
    FROM payments p
    JOIN orders o ON o.location_id = p.location_id AND o.id = p.order_id
    WHERE p.status = 'authorised' AND NOT p.ends_soon
      AND p.hold_until BETWEEN now() AND now() + interval '1 day'
      AND ${isOneOf('o.status', activeStatuses)}
      AND NOT EXISTS (SELECT FROM payments n
        WHERE n.location_id = p.location_id AND n.order_id = p.order_id AND n.replaces = p.id)
      AND NOT EXISTS (SELECT FROM gateway_operations g WHERE g.location_id = p.location_id
        AND g.order_id = p.order_id AND g.payment_id = p.id AND g.status = 'waiting' AND g.kind <> 'refund')
    ORDER BY p.hold_until LIMIT 1`.execute(tx);
  return rows[0];
}
