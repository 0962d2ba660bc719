import { z } from 'zod';
import { BooleanLike, Id } from '../core/fields.ts';
import { formatMoney, hasAtMost3Decimals, Price, roundedShare } from '../core/money.ts';
import { pluralize } from '../core/pluralize.ts';
import { formatQuantity, QuantityChange, QuantityOrNone } from '../core/quantity.ts';

/** The ending of a computed price: the cent, a nine (2.49), or ninety-nine (2.99). */
export const roundings = ['cent', 'nine', 'ninetyNine'] as const;
export const Rounding = z.enum(roundings);
export type Rounding = z.infer<typeof Rounding>;

const percentMessage = 'Enter a percentage from -99 to 1,000 other than 0';
/** 10 raises the price by 10%, -10 lowers it. */
const Percent = z
  .number({ error: percentMessage })
  .min(-99, percentMessage)
  .max(1000, percentMessage)
  .refine((value) => value !== 0 && hasAtMost3Decimals(value), percentMessage);
const amountMessage = 'Enter an amount other than 0';
const CentsChange = z
  .int({ error: amountMessage })
  .min(-1_000_000_000, amountMessage)
  .max(1_000_000_000, amountMessage)
  .refine((value) => value !== 0, amountMessage);
const off = 'Enter a percentage above 0 and below 100';
const PercentOff = z.number({ error: off }).gt(0, off).lt(100, off).refine(hasAtMost3Decimals, off);

const setTo = z.strictObject({ by: z.literal('set'), value: Price });
const byPercent = z.strictObject({
  by: z.literal('percent'),
  value: Percent,
  rounding: Rounding.default('cent'),
});
const byAmount = z.strictObject({
  by: z.literal('amount'),
  value: CentsChange,
  rounding: Rounding.default('cent'),
});
/** Percent below the price. */
const belowPrice = z.strictObject({
  by: z.literal('offPrice'),
  value: PercentOff,
  rounding: Rounding.default('cent'),
});
const clear = z.strictObject({ by: z.literal('clear') });
const locationIds = z.array(Id).min(1, 'Choose a location').max(100, 'At most 100 locations at once');

export const PriceChange = z.strictObject({
  field: z.literal('price'),
  to: z.discriminatedUnion('by', [setTo, byPercent, byAmount]),
});
export const SalePriceChange = z.strictObject({
  field: z.literal('salePrice'),
  to: z.discriminatedUnion('by', [setTo, byPercent, byAmount, belowPrice, clear]),
});
/** Whether the given locations sell the sub-product. */
export const AssignedChange = z.strictObject({
  field: z.literal('assigned'),
  locationIds,
  to: z.strictObject({ by: z.literal('set'), value: BooleanLike }),
});

/** The change of one field, for all matching records. */
export const BulkChange = z.discriminatedUnion('field', [
  PriceChange,
  SalePriceChange,
  AssignedChange,
  z.strictObject({
    field: z.literal('status'),
    to: z.strictObject({ by: z.literal('set'), value: BooleanLike }),
  }),
  /** The threshold at the given locations. */
  z.strictObject({
    field: z.literal('threshold'),
    locationIds,
    to: z.discriminatedUnion('by', [
      z.strictObject({ by: z.literal('set'), value: QuantityOrNone }),
      z.strictObject({ by: z.literal('percent'), value: Percent }),
      z.strictObject({ by: z.literal('amount'), value: QuantityChange }),
      clear,
    ]),
  }),
]);
export type BulkChange = z.output<typeof BulkChange>;

/** The current values that a change is computed from. */
export interface Figures {
  price: number;
  salePrice: number | null;
  costPrice: number | null;
  status: boolean;
  threshold: number | null;
  /** Whether the location sells the sub-product, and whether it has stock there. */
  assigned: boolean;
  inStock: boolean;
  /** Whether the sub-product and its product are active. */
  isActive: boolean;
}
export const noFigures: Figures = {
  price: 0,
  salePrice: null,
  costPrice: null,
  status: true,
  threshold: null,
  assigned: false,
  inStock: false,
  isActive: true,
};
export type BulkValue = number | boolean | string | null;
/** The result of a change for one row: another value, the same value, or the reason why it is impossible. */
export type Effect =
  | { outcome: 'changed'; before: BulkValue; after: BulkValue; warning?: string }
  | { outcome: 'same'; before: BulkValue }
  | { outcome: 'refused'; before: BulkValue; reason: string };

/** Applies a change to one row. The preview and the job both use it. */
export function effectOf(change: BulkChange, figures: Figures): Effect {
  const before = figures[change.field];
  const after = valueAfter(change, figures);
  if (typeof after === 'object' && after !== null)
    return { outcome: 'refused', before, reason: after.reason };
  if (after === before) return { outcome: 'same', before };
  const reason = refusal(change.field, after, figures);
  if (reason) return { outcome: 'refused', before, reason };
  const warning = warningOf(change.field, after, figures);
  return { outcome: 'changed', before, after, ...(warning && { warning }) };
}

/** Warnings about a change that is possible. */
function warningOf(field: BulkChange['field'], after: BulkValue, figures: Figures): string | undefined {
  if (field === 'assigned') {
    if (after === true)
      return figures.isActive ? undefined : "Inactive, so it isn't sold until it's activated";
    return figures.inStock ? 'Still in stock there' : undefined;
  }
  if (field !== 'price' && field !== 'salePrice') return undefined;
  const { costPrice } = figures;
  const sellsFor = field === 'price' ? (figures.salePrice ?? after) : after;
  const isBelowCost = costPrice !== null && typeof sellsFor === 'number' && sellsFor < costPrice;
  return isBelowCost ? 'Below its cost' : undefined;
}

type Reason = { reason: string };
function valueAfter(change: BulkChange, figures: Figures): BulkValue | Reason {
  const { field, to } = change;
  if (to.by === 'clear') return null;
  if (to.by === 'set') return to.value;
  if (to.by === 'offPrice') {
    return ending(roundedShare(figures.price, Math.round((100 - to.value) * 1000), 100_000), to.rounding);
  }
  const current = figures[field];
  if (typeof current !== 'number') {
    return {
      reason: field === 'threshold' ? 'Has no threshold to start from' : 'Has no sale price to start from',
    };
  }
  if (field === 'threshold') {
    const thousandths = Math.round(current * 1000);
    const next =
      to.by === 'percent' ? raised(thousandths, to.value) : thousandths + Math.round(to.value * 1000);
    return Math.max(0, next) / 1000;
  }
  const next = to.by === 'percent' ? raised(current, to.value) : current + to.value;
  // A price that falls to zero is rejected, not rounded up to nine cents.
  return next < 1 ? next : ending(next, to.rounding);
}

const raised = (value: number, percent: number): number =>
  roundedShare(value, Math.round((100 + percent) * 1000), 100_000);

/** The nearest price with that ending; the higher one if two are equally near. */
export function ending(cents: number, rounding: Rounding): number {
  if (rounding === 'cent') return cents;
  const step = rounding === 'nine' ? 10 : 100;
  return Math.max(step - 1, Math.floor((cents + 1) / step + 0.5) * step - 1);
}

const maxCents = 1_000_000_000;
function refusal(field: BulkChange['field'], after: BulkValue, figures: Figures): string | undefined {
  if (typeof after !== 'number') return undefined;
  if (field === 'threshold') return after > 1_000_000 ? 'Would be above 1,000,000' : undefined;
  if (after < 1) return 'Would be $0.00 or less';
  if (after > maxCents) return `Would be above ${formatMoney(maxCents)}`;
  if (field === 'price' && figures.salePrice !== null && figures.salePrice >= after) {
    return 'Would not be above the sale price';
  }
  if (field === 'salePrice' && after >= figures.price) return 'The sale price would not be below the price';
  return undefined;
}

/** "Price +10 %, ending in 9", for the titles of jobs and the list of bulk edits. */
export function changeInWords(change: BulkChange): string {
  const { field, to } = change;
  if (field === 'assigned') {
    const places = pluralize(new Set(change.locationIds).size, 'location');
    return to.value ? `Assign to ${places}` : `Remove from ${places}`;
  }
  const name = { price: 'Price', salePrice: 'Sale price', status: 'Status', threshold: 'Threshold' }[field];
  const endings = { cent: '', nine: ', ending in 9', ninetyNine: ', ending in .99' };
  const end = 'rounding' in to ? endings[to.rounding] : '';
  const sign = (value: number, text: string) => `${value < 0 ? '−' : '+'}${text}`;
  if (field === 'status') return to.value ? 'Activate' : 'Deactivate';
  if (to.by === 'clear') return `${name}: none`;
  if (to.by === 'offPrice') return `${name}: ${to.value}% below the price${end}`;
  const amount = field === 'threshold' ? formatQuantity : formatMoney;
  if (to.by === 'set') return `${name}: ${amount(to.value)}`;
  if (to.by === 'percent') return `${name} ${sign(to.value, `${Math.abs(to.value)}%`)}${end}`;
  return `${name} ${sign(to.value, amount(Math.abs(to.value)))}${end}`;
}
