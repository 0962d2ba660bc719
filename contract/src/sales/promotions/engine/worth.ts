import type { CheckoutFacts, CheckoutLine } from './checkout.ts';
import type { Offer } from './goods-use.ts';

/**
 * The cost to the customer, plan and tax included, of units with this value after a discount, in ten-thousandths of a cent. It is
 * additive, unlike the final amounts, which are rounded per line.
 */
export type Worth = (rest: number, discount: number, line: number, offer: Offer | null) => number;

const scale = 10_000;

export function worthOf(
  lines: readonly CheckoutLine[],
  planPercent: number,
  { taxOnVendorDiscounts }: Pick<CheckoutFacts, 'taxOnVendorDiscounts'>,
): Worth {
  return (rest, discount, line, offer) => {
    const terms = offer?.candidate.terms;
    const percent = terms && !terms.combines.plan ? 0 : planPercent;
    const paid = rest * (1 - percent / 100);
    const vendorPart = terms && taxOnVendorDiscounts ? (discount * terms.funding.vendor) / 100 : 0;
    return Math.round((paid + ((paid + vendorPart) * lines[line]!.taxRate) / 100) * scale);
  };
}

/** Compares lists of promotion numbers element by element. A prefix is smaller. */
export function compareNumbers(a: readonly number[], b: readonly number[]): number {
  for (const [index, number] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    if (number !== other) return number - other;
  }
  return a.length - b.length;
}
