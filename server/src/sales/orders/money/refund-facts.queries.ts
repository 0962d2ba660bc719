import type { OrderStatus, RefundStatus } from '@aisle/contract/sales/orders/order-flow';
import type { KeptOrderPromotions } from '@aisle/contract/sales/promotions/promotion-discounts';
import { sql } from 'kysely';
import { enqueue, type Tx } from '../../../core/db/db.ts';
import { isOneOf } from '../../../core/db/literals.ts';
import { mustFind } from '../../../core/problem.ts';
import { gatewayNames } from '../../../ledgers/gateways/gateway.ts';
import type { LockedOrder } from '../steps/order-steps.queries.ts';
import { announceRefund } from './order-payments.queries.ts';
import type { PaidRefund } from './reversal.ts';

/** The facts that a refund of an order depends on. */
export interface RefundFacts {
  locationId: string;
  id: string;
  customerId: string;
  status: OrderStatus;
  itemsTotal: number;
  discountTotal: number;
  coinMultiplier: number;
  deliveryFee: number;
  paid: number;
  /** All refunds so far, in any status, and those of them that repaid more than the total. */
  opened: number;
  overpaid: number;
  /** Refunds return each tender's share; otherwise money comes first. */
  isInProportion: boolean;
  feeOpened: number;
  /** The refunds of the fee that the ledger has. */
  feePosted: number;
  deliveryPromotion: KeptOrderPromotions['delivery'];
  /** Amounts refunded from the sale, by line. */
  lineOpened: Record<string, number>;
  /** Quantities of those that were refunded by quantity. */
  unitsOpened: Record<string, number>;
  coinsEarned: number;
  coinsOpened: number;
  /** The value of the earned coins when the sale was posted, and how much of it is reversed. */
  coinsWorth: number;
  coinsWorthBack: number;
  /** The location's part of both values. */
  coinsOfLocation: number;
  coinsOfLocationBack: number;
  /** The amount paid with coins, in cents, and their number; then the parts of both in refunds. */
  inCoins: number;
  coinsPaid: number;
  inCoinsOpened: number;
  /** The amount paid with store credit, and the part of it in refunds. */
  inCredit: number;
  inCreditOpened: number;
  /** The gift cards that paid, in their sequence: what each paid, and the part of it in refunds. */
  giftCards: { giftCardId: string; last4: string; paid: number; back: number }[];
  coinsReturned: number;
  /** The customer's current balance, up to the coins that the order earned. */
  coinBalance: number;
  /** The amount that can still be refunded to the cards. */
  onCards: number;
  /** The discount comes from a plan, so the marketplace pays for it. */
  isDiscountOfPlan: boolean;
  discountsFundedBy: 'marketplace' | 'location';
  taxRemittedBy: 'marketplace' | 'location';
}

/** Reads everything in one statement. The result is reliable only while the order is locked. */
export async function refundFacts(tx: Tx, orderId: string): Promise<RefundFacts> {
  const { rows } = await sql<RefundFacts>`
    SELECT o.location_id AS "locationId", o.id, o.customer_id AS "customerId", o.status,
      o.items_total AS "itemsTotal", o.discount_total AS "discountTotal", o.coin_multiplier AS "coinMultiplier",
      o.delivery_fee AS "deliveryFee", o.paid,
      coalesce(so_far.amount, 0)::bigint AS opened,
      coalesce(so_far.overpaid, 0)::bigint AS overpaid, o.refunds_in_proportion AS "isInProportion", coalesce(so_far.fee, 0)::bigint AS "feeOpened",
      coalesce((SELECT sum(r.delivery_fee) FROM refunds r JOIN journals j ON j.location_id = r.location_id
        AND j.order_id = r.order_id AND j.kind = 'refund' AND j.cause_id = r.id
        WHERE r.location_id = o.location_id AND r.order_id = o.id), 0)::bigint AS "feePosted",
      o.promotions -> 'delivery' AS "deliveryPromotion",
      coalesce(so_far.coins, 0)::bigint AS "coinsOpened",
      coalesce((SELECT jsonb_object_agg(line.id, line.amount) FROM (
        SELECT part ->> 'lineId' AS id, sum((part ->> 'amount')::bigint) AS amount
        FROM refunds r CROSS JOIN jsonb_array_elements(r.lines) AS part
        WHERE r.location_id = o.location_id AND r.order_id = o.id AND (r.of_sale OR r.before_sale) GROUP BY 1) line), '{}')
        AS "lineOpened",
      coalesce((SELECT jsonb_object_agg(line.id, line.quantity) FROM (
        SELECT part ->> 'lineId' AS id, sum((part ->> 'quantity')::numeric) AS quantity
        FROM refunds r CROSS JOIN jsonb_array_elements(r.lines) AS part
        WHERE r.location_id = o.location_id AND r.order_id = o.id AND (r.of_sale OR r.before_sale)
          AND part ->> 'quantity' IS NOT NULL GROUP BY 1) line), '{}') AS "unitsOpened",
      coalesce((SELECT sum(e.coins) FROM coin_entries e WHERE e.customer_id = ANY (customer_ids(o.customer_id))
        AND e.kind = 'earned' AND e.cause_id = o.id), 0)::bigint AS "coinsEarned",
      coalesce((SELECT sum(p.amount) FROM payments p WHERE p.location_id = o.location_id AND p.order_id = o.id
        AND p.provider = 'coins' AND p.status = 'captured'), 0)::bigint AS "inCoins",
      -coalesce((SELECT sum(e.coins) FROM coin_entries e WHERE e.customer_id = ANY (customer_ids(o.customer_id))
        AND e.kind IN ('redeemed', 'returned') AND e.cause_id = o.id), 0)::bigint AS "coinsPaid",
      coalesce(so_far.in_coins, 0)::bigint AS "inCoinsOpened",
      coalesce((SELECT sum(p.amount) FROM payments p WHERE p.location_id = o.location_id AND p.order_id = o.id
        AND p.provider = 'storeCredit' AND p.status = 'captured'), 0)::bigint AS "inCredit",
      coalesce(so_far.in_credit, 0)::bigint AS "inCreditOpened",
      coalesce((SELECT jsonb_agg(jsonb_build_object('giftCardId', p.gift_card_id, 'last4', p.reference, 'paid', p.amount,
          'back', coalesce((SELECT sum((part ->> 'amount')::bigint) FROM refunds r
            CROSS JOIN jsonb_array_elements(r.gift_cards) AS part
            WHERE r.location_id = o.location_id AND r.order_id = o.id AND part ->> 'giftCardId' = p.gift_card_id::text), 0))
          ORDER BY p.id)
        FROM payments p WHERE p.location_id = o.location_id AND p.order_id = o.id AND p.provider = 'giftCard'
          AND p.status = 'captured'), '[]') AS "giftCards",
      coalesce(so_far.coins_returned, 0)::bigint AS "coinsReturned",
      (SELECT coalesce(sum(p.amount - coalesce((SELECT sum(g.amount) FROM gateway_operations g
          WHERE g.location_id = p.location_id AND g.order_id = p.order_id AND g.payment_id = p.id
            AND g.kind = 'refund' AND g.status <> 'refused'), 0)), 0)::bigint
        FROM payments p WHERE p.location_id = o.location_id AND p.order_id = o.id AND p.status = 'captured'
          AND ${isOneOf('p.provider', gatewayNames)}) AS "onCards",
      coins_to_spend(o.location_id, o.id) AS "coinBalance",
      o.plan_id IS NOT NULL AS "isDiscountOfPlan", posted.*
    FROM orders o
    LEFT JOIN LATERAL (SELECT sum(r.amount) AS amount,
        sum(r.delivery_fee) FILTER (WHERE r.of_sale OR r.before_sale) AS fee,
        sum(r.coins) AS coins, sum(r.in_coins) AS in_coins, sum(r.coins_returned) AS coins_returned,
        sum(r.in_credit) AS in_credit, sum(r.amount) FILTER (WHERE NOT r.of_sale AND NOT r.before_sale) AS overpaid
      FROM refunds r WHERE r.location_id = o.location_id AND r.order_id = o.id) so_far ON true
    CROSS JOIN LATERAL (
      SELECT coalesce(-sum(e.amount) FILTER (WHERE is_sale AND is_earned AND e.account = 'coinsLiability'), 0)::bigint
          AS "coinsWorth",
        coalesce(sum(e.amount) FILTER (WHERE NOT is_sale AND is_earned AND e.account = 'coinsLiability'), 0)::bigint
          AS "coinsWorthBack",
        coalesce(sum(e.amount) FILTER (WHERE is_sale AND is_earned AND e.account = 'locationPayable'), 0)::bigint
          AS "coinsOfLocation",
        coalesce(-sum(e.amount) FILTER (WHERE NOT is_sale AND is_earned AND e.account = 'locationPayable'), 0)::bigint
          AS "coinsOfLocationBack",
        CASE WHEN bool_or(is_sale AND e.part IN ('discount', 'earned') AND e.account = 'locationPayable')
          THEN 'location' ELSE 'marketplace' END AS "discountsFundedBy",
        CASE WHEN bool_or(is_sale AND e.part = 'tax' AND e.account = 'taxPayable')
          THEN 'marketplace' ELSE 'location' END AS "taxRemittedBy"
      FROM journals j
      JOIN ledger_entries e ON e.location_id = j.location_id AND e.journal_id = j.id
      CROSS JOIN LATERAL (SELECT j.kind = 'sale' AS is_sale, e.part = 'earned' AS is_earned) AS entry
      WHERE j.location_id = o.location_id AND j.order_id = o.id AND j.kind IN ('sale', 'refund')) AS posted
    WHERE o.id = ${orderId}`.execute(tx);
  return mustFind(rows[0], 'Order');
}

interface EarlyRefund extends PaidRefund {
  status: RefundStatus;
}

/** The refunds that were opened before an order's sale was posted, oldest first. */
export async function earlyRefundsOf(
  tx: Tx,
  { locationId, id }: Pick<LockedOrder, 'locationId' | 'id'>,
): Promise<EarlyRefund[]> {
  const { rows } = await sql<EarlyRefund>`
    SELECT location_id AS "locationId", id, status, amount, delivery_fee AS "deliveryFee", lines, coins,
      in_coins AS "inCoins", coins_returned AS "coinsReturned", to_credit AS "toCredit",
      in_credit AS "inCredit", in_gift_cards AS "inGiftCards", gift_cards AS "giftCards"
    FROM refunds WHERE location_id = ${locationId} AND order_id = ${id} AND before_sale AND NOT of_sale
    ORDER BY id`.execute(tx);
  return rows;
}

/** Makes the refund part of the sale, with the coins that it reverses. */
export async function joinSale(
  tx: Tx,
  order: Pick<LockedOrder, 'locationId' | 'id'>,
  refundId: string,
  coins: number,
): Promise<void> {
  const joined = sql`
    UPDATE refunds SET of_sale = true, coins = ${coins}
    WHERE location_id = ${order.locationId} AND order_id = ${order.id} AND id = ${refundId}`;
  await enqueue(tx, joined);
  await announceRefund(tx, { locationId: order.locationId, orderId: order.id, id: refundId });
}
