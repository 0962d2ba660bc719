import { pluralize } from '@aisle/contract/core/pluralize';
import { statementPartLabels } from '@aisle/contract/finance/statement-labels';
import type { BalanceEntry, NotFinal, StatementPart } from '@aisle/contract/finance/statements';

interface PartWords {
  label: string;
  /** Explains the contents of a part, if its label isn't enough. */
  hint?: string;
}
const hints: Partial<Record<StatementPart, string>> = {
  tax: 'Remitted by the location',
  discounts: 'Funded by the location',
  coins: 'Funded by the location',
  corrections: 'Refunds of orders that were already paid out',
  adjustments: 'Added or deducted by hand',
};
const isPart = (part: string): part is StatementPart => Object.hasOwn(statementPartLabels, part);

/** The label of a statement part, or of the payouts that change a balance. */
export function partWords(part: string): PartWords {
  if (part === ('payout' satisfies BalanceEntry['part'])) return { label: 'Payouts' };
  if (!isPart(part)) return { label: part };
  const hint = hints[part];
  return { label: statementPartLabels[part], ...(hint && { hint }) };
}

/** Shown even if they are zero, because a statement is hard to read without them. */
const alwaysShown: readonly string[] = ['goods', 'tax', 'commission'];
export const isShown = (part: string, amount: number): boolean => amount !== 0 || alwaysShown.includes(part);

/** What can still change the amounts of a period. */
export const notFinalLabels: Record<keyof NotFinal, (count: number) => string> = {
  openReturns: (count) => pluralize(count, 'open return'),
  refundsInProgress: (count) => `${pluralize(count, 'refund')} in progress`,
  ordersOut: (count) => `${pluralize(count, 'order')} not delivered yet`,
};

/** "Not final: 3 open returns, 1 refund in progress"; null if everything is final. */
export function notFinalText({ openReturns, refundsInProgress, ordersOut }: NotFinal): string | null {
  const texts = [
    openReturns > 0 && notFinalLabels.openReturns(openReturns),
    refundsInProgress > 0 && notFinalLabels.refundsInProgress(refundsInProgress),
    ordersOut > 0 && notFinalLabels.ordersOut(ordersOut),
  ].filter((text) => text !== false);
  return texts.length === 0 ? null : `Not final: ${texts.join(', ')}`;
}
