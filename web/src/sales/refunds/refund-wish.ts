import type { MoneyPlan, RefundWish } from '@aisle/contract/sales/refunds';

/** What somebody has typed so far: cents by line, null where the field is empty. */
export interface RefundDraft {
  lines: Readonly<Record<string, number | null>>;
  deliveryFee: number | null;
}
export const emptyDraft: RefundDraft = { lines: {}, deliveryFee: null };

/** Everything that can still go back, as the plan without a wish has it. */
export const draftOf = (plan: MoneyPlan): RefundDraft => ({
  lines: Object.fromEntries(plan.lines.map(({ lineId, amount }) => [lineId, amount || null])),
  deliveryFee: plan.deliveryFee || null,
});

/** The wish behind a draft; an amount that cannot be read, or nothing at all, is no wish. */
export function wishOf({ lines, deliveryFee }: RefundDraft): RefundWish | null {
  const wanted = Object.entries(lines).flatMap(([lineId, amount]) => (amount ? [{ lineId, amount }] : []));
  const typed = [...Object.values(lines), deliveryFee];
  if (typed.some((amount) => Number.isNaN(amount))) return null;
  if (wanted.length === 0 && !deliveryFee) return null;
  return { ...(wanted.length > 0 && { lines: wanted }), deliveryFee: deliveryFee ?? 0 };
}

/** What is wrong with an amount, if anything is. */
export function tooMuch(amount: number | null | undefined, most: number, format: (cents: number) => string) {
  if (Number.isNaN(amount)) return 'Enter an amount like 4.50';
  return amount && amount > most ? `At most ${format(most)}` : undefined;
}
