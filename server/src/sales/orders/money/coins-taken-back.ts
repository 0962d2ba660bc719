import { roundedShare } from '@aisle/contract/core/money';
import type { RefundFacts } from './refund-facts.queries.ts';

/** The value of coins when they were earned, whatever their value is now. */
export const coinValue = (coins: number, { coinsEarned, coinsWorth }: RefundFacts): number =>
  coinsEarned === 0 ? 0 : roundedShare(coinsWorth, coins, coinsEarned);

/** Coins are earned with items, so they are reversed in proportion to refunded items. The last refund reverses the rest. */
export function reversedCoins(
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
 * The part of the value of reversed coins that the location doesn't pay for. The location's share is computed from the running
 * total, so that the last refund leaves no remainder.
 */
export function valueOfPlan(worth: number, facts: RefundFacts): number {
  const { coinsWorth, coinsWorthBack, coinsOfLocation, coinsOfLocationBack } = facts;
  if (coinsWorth === 0) return worth;
  // Coins of other orders may be worth more, but the location gets back at most its own contribution.
  const upTo = Math.min(coinsOfLocation, roundedShare(coinsOfLocation, coinsWorthBack + worth, coinsWorth));
  return worth - (upTo - coinsOfLocationBack);
}
