import type { TaxRef } from '../catalog/taxes.ts';
import type { Ref } from '../core/fields.ts';
import { addQuantities } from '../core/quantity.ts';

/*
 * The tax of a sub-product at a location, and the commission that the marketplace keeps. The first rule that sets a
 * rate wins. "Nearest" starts with the category of the product and continues with each category above it.
 *
 *   tax          1 the product's own taxes   2 the location's rate of the nearest category that has one
 *                3 the taxes of the nearest category that has some   4 nothing: 0 %
 *   commission   1 the location's rate of the nearest category that has one   2 the location's commission
 *
 * Inactive taxes count as 0; a product or category with only inactive taxes still sets the rate to 0. These functions
 * are pure, so that a basket, its explanation and the screen always agree.
 */

export const rateKinds = ['tax', 'commission'] as const;
export type RateKind = (typeof rateKinds)[number];

/** A rate that a location sets for a category, from a day on, until a day or until further notice. */
export interface OwnRate {
  rate: number;
  from: string;
  until: string | null;
}

/** A category with the rates and taxes set on it. */
export interface CategoryStep {
  category: Ref;
  /** The location's rates for the category on the day in question. */
  tax: OwnRate | null;
  commission: OwnRate | null;
  /** The catalog taxes set on the category itself, including inactive ones. */
  taxes: readonly TaxRef[];
}

export const rateRules = ['product', 'locationCategory', 'category', 'untaxed', 'location'] as const;
export type RateRule = (typeof rateRules)[number];

interface WeighedRule {
  rule: RateRule;
  category: Ref | null;
  /** The resulting rate; null if the rule sets none. */
  rate: number | null;
  taxes: TaxRef[];
  from: string | null;
  until: string | null;
  outcome: 'won' | 'outranked' | 'silent';
  reason: string;
}
export interface Weighed {
  rate: number;
  rules: WeighedRule[];
}

/** The name of a tax rate: the names of its taxes, or the category that the location has a rate for. Null without a tax. */
export function taxSourceOf({ rules }: Weighed): string | null {
  const won = rules.find(({ outcome }) => outcome === 'won');
  if (won?.rule === 'locationCategory') return `${won.category!.name}, rate of the store`;
  const names = won?.taxes.filter(({ status }) => status).map(({ name }) => name) ?? [];
  return names.length > 0 ? names.join(', ') : null;
}

/** The sum of the active taxes. */
export const sumOfTaxes = (taxes: readonly Pick<TaxRef, 'rate' | 'status'>[]): number =>
  taxes.reduce((sum, { rate, status }) => (status ? addQuantities(sum, rate) : sum), 0);

type Candidate = Omit<WeighedRule, 'outcome' | 'reason'> & { silence: string; speech: string };

/** Every rule for the tax of a product, in the order of precedence. `steps` starts with the nearest category. */
export function weighTax(productTaxes: readonly TaxRef[], steps: readonly CategoryStep[]): Weighed {
  return weigh([
    {
      rule: 'product',
      category: null,
      rate: productTaxes.length > 0 ? sumOfTaxes(productTaxes) : null,
      taxes: [...productTaxes],
      from: null,
      until: null,
      speech: namesOf('The product', productTaxes),
      silence: 'No taxes are set on the product',
    },
    ...steps.map((step) => ownRule(step, 'tax')),
    ...steps.map(
      ({ category, taxes }): Candidate => ({
        rule: 'category',
        category,
        rate: taxes.length > 0 ? sumOfTaxes(taxes) : null,
        taxes: [...taxes],
        from: null,
        until: null,
        speech: namesOf(category.name, taxes),
        silence: `No taxes are set on ${category.name}`,
      }),
    ),
    {
      rule: 'untaxed',
      category: null,
      rate: 0,
      taxes: [],
      from: null,
      until: null,
      speech: 'No tax is set',
      silence: '',
    },
  ]);
}

/** Every rule for the commission on a product, in the order of precedence. */
export function weighCommission(locationRate: number, steps: readonly CategoryStep[]): Weighed {
  return weigh([
    ...steps.map((step) => ownRule(step, 'commission')),
    {
      rule: 'location',
      category: null,
      rate: locationRate,
      taxes: [],
      from: null,
      until: null,
      speech: "The location's commission",
      silence: '',
    },
  ]);
}

const ownRule = (step: CategoryStep, kind: RateKind): Candidate => ({
  rule: 'locationCategory',
  category: step.category,
  rate: step[kind]?.rate ?? null,
  taxes: [],
  from: step[kind]?.from ?? null,
  until: step[kind]?.until ?? null,
  speech: `The location has a custom rate for ${step.category.name}`,
  silence: `The location has no custom rate for ${step.category.name}`,
});

function namesOf(who: string, taxes: readonly TaxRef[]): string {
  const on = taxes.filter(({ status }) => status).map(({ name }) => name);
  return on.length > 0
    ? `${who} has ${on.join(', ')}`
    : `${who} has only inactive taxes, so nothing is charged`;
}

function weigh(candidates: readonly Candidate[]): Weighed {
  const winner = candidates.findIndex(({ rate }) => rate !== null);
  const rules = candidates.map(({ silence, speech, ...rule }, index): WeighedRule => {
    if (rule.rate === null) return { ...rule, outcome: 'silent', reason: silence };
    if (index === winner) return { ...rule, outcome: 'won', reason: speech };
    return {
      ...rule,
      outcome: 'outranked',
      reason:
        rule.rule === 'untaxed'
          ? 'Applies only if no tax is set'
          : `${speech}, but a rule above takes priority`,
    };
  });
  return { rate: candidates[winner]?.rate ?? 0, rules };
}

/** A rate of the history; null means that the category inherits again. */
export interface DatedRate {
  rate: number | null;
  from: string;
  until: string | null;
  position: number;
}

/**
 * The rate of a category that applies on a day: of the rates that cover it the one that started last; of two that started on
 * the same day, the one entered last.
 */
export function rateOn<Rate extends DatedRate>(rates: readonly Rate[], day: string): Rate | undefined {
  return rates
    .filter(({ from, until }) => from <= day && (until === null || until >= day))
    .reduce<Rate | undefined>((best, one) => (best && startedLater(best, one) ? best : one), undefined);
}

const startedLater = (one: DatedRate, other: DatedRate): boolean =>
  one.from === other.from ? one.position > other.position : one.from > other.from;

/** The days after this one on which a rate starts or ends, earliest first. */
export function changeDays(rates: readonly DatedRate[], day: string): string[] {
  const days = rates.flatMap(({ from, until }) => [from, ...(until === null ? [] : [dayAfter(until)])]);
  return [...new Set(days)].filter((one) => one > day).sort();
}

export const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
