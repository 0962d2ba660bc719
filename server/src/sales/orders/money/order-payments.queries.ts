import { tenders } from '@aisle/contract/sales/orders/order-payments';
import { type GiftCardShare, moneyOf } from '@aisle/contract/sales/refunds/refunds';
import { sql } from 'kysely';
import { enqueue, type Tx } from '../../../core/db/db.ts';
import { isOneOf } from '../../../core/db/literals.ts';
import { newId } from '../../../core/ids.ts';
import { announceRows } from '../../../core/live-events.ts';
import { isGateway, type Provider } from '../../../ledgers/gateways/gateway.ts';
import { refundableByCard, wake } from '../../../ledgers/gateways/operations.queries.ts';
import { recordPayments } from '../../../ledgers/gateways/record-payments.queries.ts';
import type { FundedPart, PromotionPart } from '../../../ledgers/money/accounts.ts';
import type { LockedOrder } from '../steps/order-steps.queries.ts';

type Of = Pick<LockedOrder, 'locationId' | 'id'>;

export interface LockedPayment {
  id: string;
  kind: string;
  provider: Provider | null;
  status: 'due' | 'authorised' | 'captured' | 'failed' | 'voided';
  amount: number;
  /** The amount on hold on the card, which can exceed the amount of the payment. */
  hold: number | null;
  /** The payment whose authorization this one renews. */
  replaces: string | null;
  giftCardId: string | null;
  /** A gateway request is in progress. */
  isUnderWay: boolean;
  /** The amount that the gateway is about to charge. */
  charging: number;
  /** The card was verified, and is authorized later. */
  isVerified: boolean;
  /** The authorization is about to end, so another payment can replace it. */
  isEnding: boolean;
}

/** The payments of an order. They can change unless the order is locked. */
export async function paymentsOf(tx: Tx, { locationId, id }: Of): Promise<LockedPayment[]> {
  const { rows } = await sql<LockedPayment>`
    SELECT p.id, p.kind, p.provider, p.status, p.amount, p.authorised AS hold, p.replaces, p.gift_card_id AS "giftCardId",
      g.id IS NOT NULL AS "isUnderWay", CASE WHEN g.kind = 'capture' THEN g.amount ELSE 0 END AS charging,
      p.status = 'due' AND p.authorise_at IS NOT NULL AS "isVerified",
      p.status = 'authorised' AND p.ends_soon AND g.id IS NULL AS "isEnding"
    FROM payments p LEFT JOIN gateway_operations g ON g.location_id = p.location_id AND g.order_id = p.order_id
      AND g.payment_id = p.id AND g.status = 'waiting' AND g.kind <> 'refund'
    WHERE p.location_id = ${locationId} AND p.order_id = ${id} ORDER BY p.id`.execute(tx);
  return rows;
}

/** What coins, store credit and gift cards hold for an order `o` until its delivery. */
export const heldByTenders = sql<number>`(SELECT coalesce(sum(p.amount), 0)::bigint FROM payments p
  WHERE p.location_id = o.location_id AND p.order_id = o.id AND p.status = 'authorised'
    AND ${isOneOf('p.provider', tenders)})`;

/** The amount that an authorized card can pay above its payment. */
const roomOf = ({ status, provider, amount, hold, isUnderWay }: LockedPayment): number =>
  status === 'authorised' && isGateway(provider) && !isUnderWay ? Math.max(0, (hold ?? 0) - amount) : 0;

/** The sum of authorised and captured payments. */
export const coveredBy = (payments: readonly LockedPayment[]): number =>
  payments
    .filter(({ status }) => status === 'authorised' || status === 'captured')
    .reduce((sum, { amount }) => sum + amount, 0);

interface NewPayment {
  /** A new ID if missing. */
  id?: string;
  kind: string;
  provider: Provider | null;
  status: LockedPayment['status'];
  amount: number;
  reference?: string | null;
  token?: string | null;
  savesCard?: boolean;
  replaces?: string;
}
export async function insertPayment(tx: Tx, order: Of, payment: NewPayment): Promise<string> {
  const id = payment.id ?? newId();
  await sql`
    WITH inserted AS (
      INSERT INTO payments (location_id, order_id, id, kind, provider, status, amount, reference, token, saves_card, replaces)
      VALUES (${order.locationId}, ${order.id}, ${id}, ${payment.kind}, ${payment.provider}, ${payment.status},
        ${payment.amount}, ${payment.reference ?? null}, ${payment.token ?? null}, ${payment.savesCard ?? false},
        ${payment.replaces ?? null})
      RETURNING location_id, order_id, id
    )
    ${recordPayments('create', sql`FROM inserted`)}`.execute(tx);
  return id;
}

interface PaymentChange {
  provider?: Provider;
  status?: LockedPayment['status'];
  amount?: number;
  authorised?: number;
  problem?: string | null;
  reference?: string;
}
export async function changePayment(
  tx: Tx,
  order: Of,
  paymentId: string,
  { provider, status, amount, authorised, problem, reference }: PaymentChange,
): Promise<void> {
  const changed = sql`
    WITH changed AS (
    UPDATE payments SET status = coalesce(${status ?? null}, status),
      provider = coalesce(${provider ?? null}, provider),
      amount = coalesce(${amount ?? null}::bigint, amount),
      authorised = coalesce(${authorised ?? null}::bigint, authorised),
      reference = coalesce(${reference ?? null}, reference),
      problem = CASE WHEN ${problem === undefined} THEN problem ELSE ${problem ?? null} END, updated_at = now()
    WHERE location_id = ${order.locationId} AND order_id = ${order.id} AND id = ${paymentId}
    RETURNING location_id, order_id, id
    ) ${recordPayments('edit', sql`FROM changed`)}`;
  await enqueue(tx, changed);
}

/**
 * Lets the verified cards of an order be authorized this number of days before its time slot. `paymentId` is a card that was
 * just verified. Returns when, and the time zone of the location.
 */
export async function scheduleAuthorizations(
  tx: Tx,
  { locationId, id }: Of,
  daysAhead: number,
  paymentId: string | null = null,
): Promise<{ at: string; timeZone: string } | undefined> {
  const { rows } = await sql<{ at: string; timeZone: string }>`
    WITH changed AS (
      UPDATE payments p SET problem = NULL, updated_at = now(),
        authorise_at = greatest(now(), coalesce(o.slot_from, now()) - make_interval(days => ${daysAhead}))
      FROM orders o
      WHERE p.location_id = ${locationId} AND p.order_id = ${id} AND o.location_id = p.location_id AND o.id = p.order_id
        AND p.status = 'due' AND (p.authorise_at IS NOT NULL OR p.id = ${paymentId})
      RETURNING p.location_id, p.order_id, p.id, p.authorise_at
    ), announced AS (${recordPayments('edit', sql`FROM changed`)})
    SELECT authorise_at AS at, l.time_zone AS "timeZone" FROM changed JOIN locations l ON l.id = location_id`.execute(
    tx,
  );
  return rows[0];
}

/** How often an authorization can be raised: https://docs.stripe.com/payments/incremental-authorization */
const maxIncrements = 10;

/** Whether the gateway can raise the authorization of a card. */
export async function canIncrement(tx: Tx, { locationId, id }: Of, paymentId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM payments p WHERE p.location_id = ${locationId} AND p.order_id = ${id} AND p.id = ${paymentId}
      AND p.can_increment AND (SELECT count(*) FROM gateway_operations g WHERE g.location_id = p.location_id
        AND g.order_id = p.order_id AND g.payment_id = p.id AND g.kind = 'increment') < ${maxIncrements}`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Whether the time slot of an order ends later than an authorization that is made now. */
export async function outlastsHold(tx: Tx, { locationId, id }: Of, holdDays: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM orders WHERE location_id = ${locationId} AND id = ${id}
      AND slot_to > now() + make_interval(days => ${holdDays})`.execute(tx);
  return rows.length > 0;
}

/** Charges a due payment to the card of another payment of the same order. */
export async function payByCardOf(tx: Tx, order: Of, paymentId: string, promisedBy: string): Promise<void> {
  await sql`
    WITH changed AS (
      UPDATE payments p SET kind = card.kind, provider = card.provider, token = card.token, updated_at = now()
      FROM payments card
      WHERE p.location_id = ${order.locationId} AND p.order_id = ${order.id} AND p.id = ${paymentId}
        AND card.location_id = p.location_id AND card.order_id = p.order_id AND card.id = ${promisedBy}
      RETURNING p.location_id, p.order_id, p.id
    )
    ${recordPayments('edit', sql`FROM changed`)}`.execute(tx);
}

/** A verified card stays in the history of the order. */
async function endDuePayment(tx: Tx, order: Of, { id, isVerified }: LockedPayment): Promise<void> {
  if (isVerified) return changePayment(tx, order, id, { status: 'voided' });
  await sql`
    WITH deleted AS (
      DELETE FROM payments WHERE location_id = ${order.locationId} AND order_id = ${order.id} AND id = ${id}
      RETURNING location_id, order_id, id
    )
    ${recordPayments('delete', sql`FROM deleted`)}`.execute(tx);
}

/**
 * Updates the due payment after a change of the total, to the amount that no other payment covers: the verified card pays it, if
 * there is one. Payments with an open gateway request are not changed.
 */
export async function updateDuePayment(tx: Tx, order: LockedOrder): Promise<void> {
  const payments = await paymentsOf(tx, order);
  const requested = payments.filter(({ status, isUnderWay }) => status === 'due' && isUnderWay);
  const covered = coveredBy(payments) - (order.paid > 0 ? await overpaymentRefundsOf(tx, order) : 0);
  const missing = order.total - covered - requested.reduce((sum, { amount }) => sum + amount, 0);
  const left = Math.max(0, await useHolds(tx, order, { payments, missing }));
  const due = payments.filter(({ status, isUnderWay }) => status === 'due' && !isUnderWay);
  const open = due.findLast(({ isVerified }) => isVerified) ?? due[0];
  for (const other of due) if (other !== open || left === 0) await endDuePayment(tx, order, other);
  if (open && left > 0 && open.amount !== left) await changePayment(tx, order, open.id, { amount: left });
  if (!open && left > 0) {
    await insertPayment(tx, order, { kind: order.paymentType, provider: null, status: 'due', amount: left });
  }
}

/** Lets authorized cards pay what they hold in addition. Returns the amount that is still missing. */
async function useHolds(
  tx: Tx,
  order: Of,
  { payments, missing }: { payments: readonly LockedPayment[]; missing: number },
): Promise<number> {
  let left = missing;
  for (const payment of payments) {
    const more = Math.min(left, roomOf(payment));
    if (more <= 0) continue;
    await changePayment(tx, order, payment.id, { amount: payment.amount + more });
    left -= more;
  }
  return left;
}

export interface Covered {
  /** Captured payments and what is held, less refunds of overpayments. */
  covered: number;
  /** The part that is authorised but not captured yet. */
  promised: number;
  /** A card authorised part of it, so the gateway can be asked for more. */
  byCard: boolean;
  /** A card was charged, or is being charged. */
  isCharged: boolean;
}
export async function coveredFor(tx: Tx, order: Of): Promise<Covered> {
  const payments = await paymentsOf(tx, order);
  const authorised = payments.filter(({ status }) => status === 'authorised');
  return {
    covered:
      coveredBy(payments) +
      payments.reduce((sum, payment) => sum + roomOf(payment), 0) -
      (await overpaymentRefundsOf(tx, order)),
    promised: coveredBy(authorised),
    byCard: authorised.some(({ provider }) => isGateway(provider)),
    isCharged: payments.some(
      ({ status, provider, charging }) => charging > 0 || (status === 'captured' && isGateway(provider)),
    ),
  };
}

/**
 * Total refunds of overpayments. Refunds of a sale, whether it is posted or not, don't count because they don't change the
 * total.
 */
export async function overpaymentRefundsOf(tx: Tx, order: Of): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    SELECT coalesce(sum(amount), 0)::bigint AS amount FROM refunds
    WHERE location_id = ${order.locationId} AND order_id = ${order.id} AND NOT of_sale AND NOT before_sale`.execute(
    tx,
  );
  return rows[0]!.amount;
}

/** The price of the ordered weight of all weighed items. */
export async function weighedTotalOf(tx: Tx, { locationId, id }: Of): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT coalesce(sum(total), 0)::bigint AS total FROM order_lines
    WHERE location_id = ${locationId} AND order_id = ${id} AND sold_by_weight AND NOT removed`.execute(tx);
  return rows[0]!.total;
}

/** Whether the order is a free replacement for returned items. */
export async function isReplacement(tx: Tx, { locationId, id }: Of): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM returns WHERE location_id = ${locationId} AND replacement_order_id = ${id}`.execute(tx);
  return rows.length > 0;
}

/** The coins redeemed for an order less those returned since, and their value when they were earned. */
export async function redeemedCoinsOf(
  tx: Tx,
  order: Pick<LockedOrder, 'id' | 'customerId'>,
): Promise<{ coins: number; worth: number }> {
  const { rows } = await sql<{ coins: number; worth: number }>`
    SELECT -coalesce(sum(coins), 0)::bigint AS coins, -coalesce(sum(worth), 0)::bigint AS worth FROM coin_entries
    WHERE customer_id = ANY (customer_ids(${order.customerId})) AND cause_id = ${order.id}
      AND kind IN ('redeemed', 'returned')`.execute(tx);
  return rows[0]!;
}

/** The amount paid less all refunds, including open ones. */
export async function refundableOf(tx: Tx, order: LockedOrder): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    SELECT coalesce(sum(amount), 0)::bigint AS amount FROM refunds
    WHERE location_id = ${order.locationId} AND order_id = ${order.id}`.execute(tx);
  return order.paid - rows[0]!.amount;
}

/** The refunds of overpayments. Refunds of what the customer bought, such as a fee, leave the total as it is. */
export async function refundedDifferenceOf(tx: Tx, order: LockedOrder): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    SELECT coalesce(sum(amount), 0)::bigint AS amount FROM refunds
    WHERE location_id = ${order.locationId} AND order_id = ${order.id} AND NOT before_sale AND NOT of_sale`.execute(
    tx,
  );
  return rows[0]!.amount;
}

/** One line of a refund: the refunded amount, and the parts of the sale that it reverses. */
export interface RefundPart {
  lineId: string;
  amount: number;
  /** The quantity, if it was refunded by quantity. */
  quantity?: number | null | undefined;
  goods: number;
  discount: number;
  /** The parts of promotions in the discount. Absent in refunds from before promotions; early ones don't name the promotion. */
  promotions?: (FundedPart & Partial<PromotionPart>)[];
  tax: number;
  commission: number;
  reason?: string | null;
}
interface NewRefund {
  amount: number;
  deliveryFee: number;
  reason: string;
  lines?: readonly RefundPart[];
  /** Refunds a sale that is posted in the ledger or will be posted at delivery. */
  ofSale?: boolean;
  beforeSale?: boolean;
  coins?: number;
  /** The part that was paid with coins, in cents, and the number of coins that are returned. */
  inCoins?: number;
  coinsReturned?: number;
  /** The part that becomes store credit. */
  toCredit?: number;
  /** The part that was paid with store credit, which gets it back. */
  inCredit?: number;
  /** The shares of the gift cards that paid. */
  giftCards?: readonly GiftCardShare[];
  returnId?: string | null;
}
/** Opens a refund: to the cards that paid if they have enough left to refund, otherwise manually. */
export async function insertRefund(tx: Tx, order: LockedOrder, refund: NewRefund): Promise<string> {
  const id = newId();
  const cards = await refundableByCard(tx, order.locationId, order.id);
  const room = cards.reduce((sum, card) => sum + card.room, 0);
  const giftCards = refund.giftCards ?? [];
  const inGiftCards = giftCards.reduce((sum, { amount }) => sum + amount, 0);
  const inMoney = moneyOf({ inCoins: 0, inCredit: 0, toCredit: 0, ...refund, inGiftCards });
  const onCard = inMoney > 0 && room >= inMoney;
  await tx
    .insertInto('refunds')
    .values({
      location_id: order.locationId,
      order_id: order.id,
      id,
      amount: refund.amount,
      delivery_fee: refund.deliveryFee,
      reason: refund.reason,
      lines: JSON.stringify(refund.lines ?? []),
      of_sale: refund.ofSale ?? false,
      before_sale: refund.beforeSale ?? false,
      coins: refund.coins ?? 0,
      in_coins: refund.inCoins ?? 0,
      coins_returned: refund.coinsReturned ?? 0,
      to_credit: refund.toCredit ?? 0,
      in_credit: refund.inCredit ?? 0,
      in_gift_cards: inGiftCards,
      gift_cards: JSON.stringify(giftCards),
      return_id: refund.returnId ?? null,
      provider: onCard ? cards[0]!.provider : null,
      next_try_at: onCard ? new Date().toISOString() : null,
    })
    .execute();
  await announceRefund(tx, { locationId: order.locationId, orderId: order.id, id }, null);
  if (onCard) await wake(tx);
  order.refundStatus = 'refundInitiated';
  return id;
}

/**
 * Records in the change log that a refund was opened or changed. Webhooks send the snapshot if its status
 * changed: `from` is the previous one, null for a new refund, and omitted if the status is the same.
 */
export async function announceRefund(
  tx: Tx,
  { locationId, orderId, id }: { locationId: string; orderId: string; id: string },
  from?: string | null,
): Promise<void> {
  const event = {
    topic: 'refunds',
    action: from === null ? 'create' : 'step',
    recordId: sql`id`,
    locationId: sql`location_id`,
    permission: 'order_view',
    snapshot: sql`jsonb_build_object('refundId', id, 'orderId', order_id, 'locationId', location_id, 'amount', amount,
      'reason', left(reason, 1000), 'from', ${from === undefined ? sql`status` : sql`${from}::text`}, 'to', status, 'status', status, 'version', version)`,
  } as const;
  const refund = sql`FROM refunds WHERE location_id = ${locationId} AND order_id = ${orderId} AND id = ${id}`;
  await enqueue(tx, announceRows(event, refund));
}

/** Records how many of the coins earned with the order a refund couldn't reverse. */
export async function recordUnreversedCoins(
  tx: Tx,
  refund: { locationId: string; id: string },
  orderId: string,
  coins: number,
): Promise<void> {
  await sql`
    UPDATE refunds SET coins_not_taken = ${coins}
    WHERE location_id = ${refund.locationId} AND order_id = ${orderId} AND id = ${refund.id}`.execute(tx);
  await announceRefund(tx, { ...refund, orderId });
}
