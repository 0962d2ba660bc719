import type { Tx } from '../../core/db/db.ts';
import { postToMarketplace } from '../../ledgers/money/journal.queries.ts';
import { insertCredit } from '../credits/credits.queries.ts';
import { announceCards, insertEntries, lockStates } from './gift-cards.queries.ts';

/** A part of a payment or a refund of an order, which is its cause. */
interface CardShare {
  giftCardId: string;
  amount: number;
  causeId: string;
}
interface OrderRef {
  locationId: string;
  id: string;
  customerId: string;
}

/** Holds the amounts that cards pay. The cards must be locked. */
export async function spendGiftCards(
  tx: Tx,
  shares: readonly (CardShare & { order: OrderRef })[],
  by: { userId: string | null; name: string },
): Promise<void> {
  if (shares.length === 0) return;
  const entries = shares.map(({ amount, order, ...share }) => ({
    ...share,
    kind: 'spent' as const,
    amount: -amount,
    customerId: order.customerId,
    order,
    by,
  }));
  await insertEntries(tx, entries);
  await announceCards(
    tx,
    shares.map(({ giftCardId }) => giftCardId),
    'spend',
  );
}

/**
 * Gives amounts back to the cards that paid them. What can't be used on its card anymore becomes store credit of the customer;
 * on promotional cards past their last day it lapses.
 */
export async function returnToGiftCards(
  tx: Tx,
  { order, shares, userId }: { order: OrderRef; shares: readonly CardShare[]; userId: string | null },
): Promise<void> {
  if (shares.length === 0) return;
  const { customerId } = order;
  const ids = shares.map(({ giftCardId }) => giftCardId);
  const states = new Map((await lockStates(tx, ids)).map((card) => [card.id, card]));
  const by = { userId };
  await insertEntries(
    tx,
    shares.map((share) => ({ ...share, kind: 'returned', customerId, order, by })),
  );
  for (const { giftCardId, amount } of shares) {
    const { kind, state, isExpired } = states.get(giftCardId)!;
    if (state === 'active' && !isExpired) continue;
    const lapses = isExpired && kind === 'promotional';
    const [causeId] = await insertEntries(tx, [
      { giftCardId, kind: lapses ? 'expired' : 'redeemed', amount: -amount, customerId, order, by },
    ]);
    const part = lapses ? 'expired' : 'payment';
    const account = lapses ? 'discounts' : 'storeCreditLiability';
    await postToMarketplace(tx, {
      kind: 'giftCard',
      causeId: causeId!,
      entries: [
        { account: 'giftCardLiability', part, amount },
        { account, part, amount: -amount },
      ],
    });
    if (!lapses) {
      await insertCredit(tx, {
        customerId,
        kind: 'fromGiftCard',
        amount,
        causeId: causeId!,
        order,
        userId,
      });
    }
  }
  await announceCards(tx, ids, 'return');
}
