import type { RefundStatus } from '@aisle/contract/sales/orders/order-flow';
import { unsentRefundStatuses } from '@aisle/contract/sales/refunds/refund-status-groups';
import type { GiftCardShare } from '@aisle/contract/sales/refunds/refunds';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { isOneOf } from '../../core/db/literals.ts';
import { mustFind } from '../../core/problem.ts';
import type { GatewayName } from '../../ledgers/gateways/gateway.ts';
import { announceRefund, type RefundPart } from '../orders/money/order-payments.queries.ts';
import { type RefundRead, refundJson } from '../orders/order-view.queries.ts';
import type { LockedOrder } from '../orders/steps/order-steps.queries.ts';

/** A locked refund. Its order must be locked first. */
export interface LockedRefund {
  locationId: string;
  orderId: string;
  id: string;
  status: RefundStatus;
  amount: number;
  deliveryFee: number;
  lines: RefundPart[];
  ofSale: boolean;
  coins: number;
  inCoins: number;
  coinsReturned: number;
  inCredit: number;
  inGiftCards: number;
  giftCards: GiftCardShare[];
  toCredit: number;
  provider: GatewayName | null;
  refusals: number;
  version: number;
  /** The ledger has it. It can still fail afterwards. */
  isPosted: boolean;
}

export async function orderOfRefund(tx: Tx, id: string): Promise<string> {
  const row = await tx.selectFrom('refunds').select('order_id').where('id', '=', id).executeTakeFirst();
  return mustFind(row, 'Refund').order_id;
}

export async function lockRefund(tx: Tx, id: string): Promise<LockedRefund> {
  const { rows } = await sql<LockedRefund>`
    SELECT location_id AS "locationId", order_id AS "orderId", id, status, amount,
      delivery_fee AS "deliveryFee", lines, of_sale AS "ofSale", coins,
      in_coins AS "inCoins", coins_returned AS "coinsReturned", in_credit AS "inCredit",
      in_gift_cards AS "inGiftCards", gift_cards AS "giftCards",
      to_credit AS "toCredit", provider, refusals, version, of_sale AND refunded_at IS NOT NULL AS "isPosted"
    FROM refunds WHERE id = ${id} FOR UPDATE`.execute(tx);
  return mustFind(rows[0], 'Refund');
}

interface RefundChange {
  status: RefundStatus;
  provider?: GatewayName | null;
  reference?: string | null;
  problem?: string | null;
  refusals?: number;
  /** Seconds until the automatic retry; null for none. */
  tryAgainIn?: number | null;
}
export async function changeRefund(tx: Tx, refund: LockedRefund, change: RefundChange): Promise<void> {
  Object.assign(refund, change.provider === undefined ? {} : { provider: change.provider });
  refund.refusals = change.refusals ?? refund.refusals;
  const from = refund.status;
  refund.status = change.status;
  await sql`
    UPDATE refunds SET status = ${refund.status}, provider = ${refund.provider}, refusals = ${refund.refusals},
      reference = coalesce(${change.reference ?? null}, reference), problem = ${change.problem ?? null},
      next_try_at = CASE WHEN ${change.tryAgainIn ?? null}::int IS NULL THEN NULL
        ELSE now() + make_interval(secs => ${change.tryAgainIn ?? 0}) END,
      refunded_at = CASE WHEN ${refund.status} = 'refunded' THEN coalesce(refunded_at, now())
        WHEN of_sale THEN refunded_at END
    WHERE location_id = ${refund.locationId} AND order_id = ${refund.orderId} AND id = ${refund.id}`.execute(
    tx,
  );
  await announceRefund(tx, refund, from);
}

/** The amount that a return refunds; 0 without a refund. */
export async function amountOfReturn(
  tx: Tx,
  { locationId, id }: LockedOrder,
  returnId: string,
): Promise<number> {
  const row = await tx
    .selectFrom('refunds')
    .select('amount')
    .where('location_id', '=', locationId)
    .where('order_id', '=', id)
    .where('return_id', '=', returnId)
    .executeTakeFirst();
  return row?.amount ?? 0;
}

/** The next refund that is due at a gateway, with its order. */
export async function nextDueRefund(tx: Tx): Promise<{ id: string; orderId: string } | undefined> {
  const { rows } = await sql<{ id: string; orderId: string }>`
    SELECT id, order_id AS "orderId" FROM refunds
    WHERE ${isOneOf('status', unsentRefundStatuses)} AND next_try_at <= now()
    ORDER BY next_try_at LIMIT 1`.execute(tx);
  return rows[0];
}

export async function readRefund(tx: Tx, id: string): Promise<RefundRead> {
  const { rows } = await sql<{ refund: RefundRead }>`
    SELECT ${refundJson} AS refund FROM refunds r WHERE r.id = ${id}`.execute(tx);
  return mustFind(rows[0], 'Refund').refund;
}
