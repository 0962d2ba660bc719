import type { Tx } from '../../../core/db/db.ts';
import type { Actor } from '../../../core/http/actor.ts';
import { type LockedOrder, linesOf } from '../steps/order-steps.queries.ts';
import { reversedCoins } from './coins-taken-back.ts';
import { earlyRefundsOf, joinSale, refundFacts } from './refund-facts.queries.ts';
import { postReversal } from './reversal.ts';

/**
 * Makes refunds that were opened before delivery part of the sale that was just posted. Paid refunds reverse their part of it
 * now, the others when they are paid.
 */
export async function joinEarlyRefunds(
  tx: Tx,
  order: LockedOrder,
  actor: Pick<Actor, 'userId'>,
): Promise<void> {
  const hasRefunds = order.refunded > 0 || order.refundStatus !== null;
  const early = hasRefunds ? await earlyRefundsOf(tx, order) : [];
  if (early.length === 0) return;
  const [facts, lines] = [await refundFacts(tx, order.id), await linesOf(tx, order)];
  // Computes coins as if the refunds had been opened one after another.
  let [coinsOpened, lineOpened]: [number, Record<string, number>] = [0, {}];
  for (const refund of early) {
    const wanted = new Map(refund.lines.map(({ lineId, amount }) => [lineId, amount]));
    const coins = reversedCoins({ ...facts, coinsOpened, lineOpened }, lines, wanted);
    coinsOpened += coins;
    lineOpened = { ...lineOpened };
    for (const [lineId, amount] of wanted) lineOpened[lineId] = (lineOpened[lineId] ?? 0) + amount;
    await joinSale(tx, order, refund.id, coins);
    if (refund.status === 'refunded') await postReversal(tx, order, { ...refund, coins }, actor);
  }
}
