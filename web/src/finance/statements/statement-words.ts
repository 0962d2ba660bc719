import type { StatementPart } from '@aisle/contract/finance/statements';

interface PartWords {
  label: string;
  /** What counts in it, where the label doesn't say. */
  hint?: string;
}
const parts: Record<StatementPart, PartWords> = {
  goods: { label: 'Goods' },
  tax: { label: 'Tax', hint: 'Remitted by the location' },
  commission: { label: 'Commission' },
  discounts: { label: 'Discounts', hint: 'Funded by the location' },
  coins: { label: 'Coins', hint: 'Funded by the location' },
  refunds: { label: 'Refunds' },
  corrections: { label: 'Corrections', hint: 'Refunds of orders that were already paid out' },
  adjustments: { label: 'Adjustments', hint: 'Added or taken off by hand' },
};
const isPart = (part: string): part is StatementPart => Object.hasOwn(parts, part);

/** What moves a balance beside the parts of statements. */
const otherParts: Record<string, PartWords> = {
  payouts: { label: 'Payouts', hint: 'Paid to the location, less what banks sent back' },
  payout: { label: 'Payouts', hint: 'Paid to the location, less what banks sent back' },
};
export const partWords = (part: string): PartWords =>
  isPart(part) ? parts[part] : (otherParts[part] ?? { label: part });

/** These are shown even where they are nothing: without them no statement can be read. */
const always: readonly string[] = ['goods', 'tax', 'commission'];
export const isShown = (part: string, amount: number): boolean => amount !== 0 || always.includes(part);
