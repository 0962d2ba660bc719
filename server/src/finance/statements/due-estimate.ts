import { nextDueEnd } from '@aisle/contract/finance/statement-periods';
import type { DueRow } from '@aisle/contract/finance/statements';
import type { StatementRules } from '@aisle/contract/system/settings';

const dayLength = 86_400_000;

/** How unbilled money of a location has grown so far. */
export interface UnbilledPace {
  /** The amount without adjustments, which don't recur. */
  recurring: number;
  today: string;
  daysSoFar: number;
}
type Estimate = Pick<DueRow, 'periodEnd' | 'estimate'> & {
  /** The period has ended, so entries posted since don't count. */
  isOver: boolean;
};

/** Estimates the amount due at the end of the period, at the pace so far. */
export function estimateDue(
  { amount, since, recurring, today, daysSoFar }: UnbilledPace & Pick<DueRow, 'amount' | 'since'>,
  rules: StatementRules,
): Estimate {
  const periodEnd = nextDueEnd(rules, today, since) ?? today;
  const daysLeft = Math.max(0, (Date.parse(periodEnd) - Date.parse(today)) / dayLength);
  // A few hours count as a day, because their pace says little about the rest of the period. Refunds that exceed the
  // sales are no pace at all: a single refund doesn't repeat every day.
  const perDay = Math.max(0, recurring) / Math.max(1, daysSoFar);
  return { periodEnd, estimate: amount + Math.round(perDay * daysLeft), isOver: periodEnd < today };
}
