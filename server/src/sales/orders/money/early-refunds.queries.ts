import type { RefundStatus } from '@aisle/contract/sales/orders/order-flow';
import { sql } from 'kysely';
import { enqueue, type Tx } from '../../../core/db/db.ts';
import type { OrderInHand } from '../steps/order-steps.queries.ts';
import type { PaidRefund } from './reversal.ts';

interface EarlyRefund extends PaidRefund {
  status: RefundStatus;
}

/** The refunds that were opened before an order's sale was posted, oldest first. */
export async function earlyRefundsOf(
  tx: Tx,
  { locationId, id }: Pick<OrderInHand, 'locationId' | 'id'>,
): Promise<EarlyRefund[]> {
  const { rows } = await sql<EarlyRefund>`
    SELECT location_id AS "locationId", id, status, amount, delivery_fee AS "deliveryFee", lines, coins,
      in_coins AS "inCoins", coins_returned AS "coinsReturned"
    FROM refunds WHERE location_id = ${locationId} AND order_id = ${id} AND before_sale AND NOT of_sale
    ORDER BY id`.execute(tx);
  return rows;
}

/** From now on it refunds the sale, and takes these coins back. */
export async function joinSale(
  tx: Tx,
  order: Pick<OrderInHand, 'locationId' | 'id'>,
  refundId: string,
  coins: number,
): Promise<void> {
  const joined = sql`
    UPDATE refunds SET of_sale = true, coins = ${coins}
    WHERE location_id = ${order.locationId} AND order_id = ${order.id} AND id = ${refundId}`;
  await enqueue(tx, joined);
}
