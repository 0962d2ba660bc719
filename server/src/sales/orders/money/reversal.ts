import type { GiftCardShare } from '@aisle/contract/sales/refunds/refunds';
import type { Tx } from '../../../core/db/db.ts';
import type { Actor } from '../../../core/http/actor.ts';
import { insertCredit } from '../../../customers/credits/credits.queries.ts';
import { returnToGiftCards } from '../../../customers/gift-cards/gift-card-spending.ts';
import { reversalEntries, sumOfParts } from '../../../ledgers/money/accounts.ts';
import { type CoinsMoved, insertCoins, insertJournal } from '../../../ledgers/money/journal.queries.ts';
import { deliveryShare, sumParts } from '../../../ledgers/money/money-plan.ts';
import { refundUses } from '../../promotions/promotion-uses.queries.ts';
import type { LockedOrder } from '../steps/order-steps.queries.ts';
import { valueOfPlan } from './coins-taken-back.ts';
import { type RefundPart, recordUnreversedCoins } from './order-payments.queries.ts';
import { type RefundFacts, refundFacts } from './refund-facts.queries.ts';

export interface PaidRefund {
  locationId: string;
  id: string;
  amount: number;
  deliveryFee: number;
  lines: RefundPart[];
  coins: number;
  inCoins: number;
  coinsReturned: number;
  toCredit: number;
  inCredit: number;
  inGiftCards: number;
  giftCards: GiftCardShare[];
}

interface SoldPart {
  lines: readonly RefundPart[];
  deliveryFee: number;
  /** The part of the fee that was refunded before. */
  feeBefore: number;
}
/** The components of a refunded part of a sale. */
export function soldPart(facts: RefundFacts, { lines, deliveryFee, feeBefore }: SoldPart) {
  const sum = (of: (part: RefundPart) => number) => lines.reduce((total, part) => total + of(part), 0);
  const discount = sum((part) => part.discount);
  const promotions = sumParts(lines.flatMap((part) => part.promotions ?? []));
  return {
    goods: sum((part) => part.goods),
    discount,
    tax: sum((part) => part.tax),
    commission: sum((part) => part.commission),
    deliveryFee,
    promotions,
    deliveryPromotions: deliveryShare(facts.deliveryPromotion, facts.deliveryFee, {
      before: feeBefore,
      amount: deliveryFee,
    }),
    ofPlan: { discount: facts.isDiscountOfPlan ? discount - sumOfParts(promotions) : 0, earned: 0 },
    discountsFundedBy: facts.discountsFundedBy,
    taxRemittedBy: facts.taxRemittedBy,
  };
}

/**
 * Reverses the part of the sale that a paid refund covers in the ledger, and its coins. Returns how many earned coins couldn't
 * be reversed because the customer no longer has them.
 */
export async function postReversal(
  tx: Tx,
  order: Pick<LockedOrder, 'id' | 'customerId'>,
  refund: PaidRefund,
  { userId }: Pick<Actor, 'userId'>,
): Promise<number> {
  const { locationId, id, lines, deliveryFee, amount, inCoins, toCredit, inCredit, inGiftCards } = refund;
  const facts = await refundFacts(tx, order.id);
  const { returned, takenBack } = await moveCoins(tx, order, refund, userId);
  const sold = soldPart(facts, { lines, deliveryFee, feeBefore: facts.feePosted });
  const earned = -takenBack.worth;
  await insertJournal(tx, {
    locationId,
    kind: 'refund',
    causeId: id,
    orderId: order.id,
    userId,
    entries: reversalEntries({
      ...sold,
      amount,
      inCoins,
      toCredit,
      inCredit,
      inGiftCards,
      coinsWorth: returned.worth,
      earned,
      ofPlan: { ...sold.ofPlan, earned: valueOfPlan(earned, facts) },
    }),
  });
  const ofOrder = { locationId, id: order.id };
  const { promotionId } = facts.deliveryPromotion ?? {};
  const parts = lines.flatMap((part) => part.promotions ?? []);
  const ofDelivery = sold.deliveryPromotions.map((part) => ({ ...part, promotionId }));
  await refundUses(tx, ofOrder, [...parts, ...ofDelivery]);
  const credit = { customerId: order.customerId, causeId: id, order: ofOrder, userId };
  if (inCredit > 0) await insertCredit(tx, { ...credit, kind: 'returned', amount: inCredit });
  if (toCredit > 0) await insertCredit(tx, { ...credit, kind: 'issued', reason: 'refund', amount: toCredit });
  await returnToGiftCards(tx, {
    order: { ...ofOrder, customerId: order.customerId },
    userId,
    shares: refund.giftCards.map((share) => ({ ...share, causeId: id })),
  });
  const notTaken = refund.coins + takenBack.coins;
  if (notTaken > 0) await recordUnreversedCoins(tx, refund, order.id, notTaken);
  return notTaken;
}

const none: Pick<CoinsMoved, 'coins' | 'worth'> = { coins: 0, worth: 0 };
/** First returns the coins that the customer paid with, because the earned ones can then be reversed from them. */
async function moveCoins(
  tx: Tx,
  { id: orderId, customerId }: Pick<LockedOrder, 'id' | 'customerId'>,
  { locationId, id, coins, coinsReturned }: PaidRefund,
  userId: string | null,
) {
  const entry = { customerId, causeId: id, orderId, locationId, userId };
  return {
    returned:
      coinsReturned > 0 ? await insertCoins(tx, { ...entry, kind: 'returned', coins: coinsReturned }) : none,
    takenBack: coins > 0 ? await insertCoins(tx, { ...entry, kind: 'takenBack', coins: -coins }) : none,
  };
}
