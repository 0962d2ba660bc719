import { statementPartLabels } from '@aisle/contract/finance/statement-labels';
import type { BalanceEntry, StatementPart } from '@aisle/contract/finance/statements';

interface PartWords {
  label: string;
  /** Explains the contents of a part, if its label isn't enough. */
  hint?: string;
}
const hints: Partial<Record<StatementPart, string>> = {
  tax: 'Remitted by the location',
  discounts: 'Funded by the location',
  promotions: 'Funded by the location',
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
