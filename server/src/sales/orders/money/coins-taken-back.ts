import { roundedShare } from '@aisle/contract/core/money';
import type { RefundFacts } from './refund-facts.queries.ts';

/** What coins were worth when they were earned, whatever one pays since. */
export const coinValue = (coins: number, { coinsEarned, coinsWorth }: RefundFacts): number =>
  coinsEarned === 0 ? 0 : roundedShare(coinsWorth, coins, coinsEarned);

/** Coins were earned on goods: they are taken back as the goods are refunded, all of them with the last. */
export function coinsTakenBack(
  { coinsEarned, coinsOpened, lineOpened }: RefundFacts,
  lines: readonly { id: string; total: number }[],
  wanted: ReadonlyMap<string, number>,
): number {
  const net = lines.reduce((sum, line) => sum + line.total, 0);
  if (net === 0 || coinsEarned === 0) return 0;
  const back = lines.reduce((sum, { id }) => sum + (lineOpened[id] ?? 0) + (wanted.get(id) ?? 0), 0);
  return Math.max(0, roundedShare(coinsEarned, back, net) - coinsOpened);
}

/**
 * How much of the worth of coins that are taken back is not the location's. Its share is counted from the
 * beginning, so that the last refund leaves nothing over.
 */
export function valueOfPlan(worth: number, facts: RefundFacts): number {
  const { coinsWorth, coinsWorthBack, coinsOfLocation, coinsOfLocationBack } = facts;
  if (coinsWorth === 0) return worth;
  // Coins of other orders may be worth more: the location gets back what it gave, at most.
  const upTo = Math.min(coinsOfLocation, roundedShare(coinsOfLocation, coinsWorthBack + worth, coinsWorth));
  return worth - (upTo - coinsOfLocationBack);
}
