import { hasAtMost3Decimals } from '@aisle/contract/core/money';
import type { CategoryRates, LocationRates, RateChange } from '@aisle/contract/locations/location-rates';
import { type RateKind, rateKinds, sumOfTaxes } from '@aisle/contract/locations/rate-rules';

/** Unsaved rates of a category. Null inherits again; NaN means unreadable input. */
interface Draft {
  tax?: number | null;
  commission?: number | null;
  /** Also applies to all subcategories. */
  below?: boolean;
}
export type Drafts = ReadonlyMap<string, Draft>;

export const isRate = (rate: number | null): boolean =>
  rate === null || (rate >= 0 && rate <= 100 && hasAtMost3Decimals(rate));

/** Sets one rate in the drafts. A rate equal to the saved one removes the draft, unless it also applies to subcategories. */
export function typed(drafts: Drafts, row: CategoryRates, kind: RateKind, rate: number | null): Drafts {
  const { [kind]: _, ...rest } = drafts.get(row._id) ?? {};
  const saved = row[kind].own?.rate ?? null;
  return withDraft(drafts, row._id, Object.is(rate, saved) && !rest.below ? rest : { ...rest, [kind]: rate });
}

/** Applies the rates of a category to its subcategories as well, or stops that. */
export function passedDown(
  drafts: Drafts,
  row: CategoryRates,
  kinds: readonly RateKind[],
  on: boolean,
): Drafts {
  const draft = drafts.get(row._id) ?? {};
  if (on) {
    const own = Object.fromEntries(kinds.map((kind) => [kind, row[kind].own?.rate ?? null]));
    return withDraft(drafts, row._id, { ...own, ...draft, below: true });
  }
  const { below: _, ...rest } = draft;
  const kept = Object.entries(rest).filter(
    ([kind, rate]) => !Object.is(rate, row[kind as RateKind].own?.rate ?? null),
  );
  return withDraft(drafts, row._id, Object.fromEntries(kept));
}

function withDraft(drafts: Drafts, id: string, draft: Draft): Drafts {
  const next = new Map(drafts);
  if (draft.tax === undefined && draft.commission === undefined) next.delete(id);
  else next.set(id, draft);
  return next;
}

/** Drafts typed during a save. A rate that was reset meanwhile has to be saved again. */
export function typedSince(sent: Drafts, now: Drafts, categories: readonly CategoryRates[]): Drafts {
  let since: Drafts = new Map();
  for (const row of categories) {
    const [before, draft] = [sent.get(row._id), now.get(row._id)];
    if (before === draft) continue;
    const value = (one: Draft | undefined, kind: RateKind) => one?.[kind] ?? row[kind].own?.rate ?? null;
    const isWider = (draft?.below ?? false) !== (before?.below ?? false);
    const kinds = rateKinds.filter(
      (kind) =>
        (draft?.[kind] !== undefined || before?.[kind] !== undefined) &&
        (isWider || !Object.is(value(draft, kind), value(before, kind))),
    );
    const rates = Object.fromEntries(kinds.map((kind) => [kind, value(draft, kind)]));
    since = withDraft(since, row._id, { ...rates, ...(draft?.below && { below: true }) });
  }
  return since;
}

/** Parses commission rates from a URL: `category:rate`; an empty rate inherits, and `:below` also applies to subcategories. */
export function proposedDrafts(text: string, categories: readonly CategoryRates[]): Drafts {
  let drafts: Drafts = new Map();
  for (const part of text.split(',')) {
    const [id, rate, below] = part.split(':');
    const row = categories.find(({ _id }) => _id === id);
    const value = rate ? Number(rate) : null;
    if (!row || rate === undefined || !isRate(value)) continue;
    drafts = typed(drafts, row, 'commission', value);
    if (below === 'below') drafts = passedDown(drafts, row, ['commission'], true);
  }
  return drafts;
}

export const countOf = (drafts: Drafts): number =>
  [...drafts.values()].reduce(
    (sum, draft) => sum + rateKinds.filter((kind) => draft[kind] !== undefined).length,
    0,
  );
export const wrongOf = (drafts: Drafts): number =>
  [...drafts.values()].reduce(
    (sum, draft) => sum + rateKinds.filter((kind) => draft[kind] != null && !isRate(draft[kind])).length,
    0,
  );

export const changesOf = (drafts: Drafts): RateChange[] =>
  [...drafts].map(([categoryId, { tax, commission, below }]) => ({
    categoryId,
    ...(tax !== undefined && { taxRate: tax }),
    ...(commission !== undefined && { commissionRate: commission }),
    ...(below && { applyToChildren: true }),
  }));

/** The rate after the drafts are saved, and the category that sets it. */
export interface Expected {
  rate: number;
  from: CategoryRates | null;
}

/** Computes the rates of each category with the drafts applied; ignores unreadable input. */
export function expectation(rates: LocationRates, drafts: Drafts) {
  const byId = new Map(rates.categories.map((row) => [row._id, row]));
  const draftOf = (row: CategoryRates, kind: RateKind) => {
    const rate = drafts.get(row._id)?.[kind];
    return rate !== undefined && isRate(rate) ? rate : undefined;
  };
  const isOverruled = (row: CategoryRates, kind: RateKind): boolean => {
    const above = row.parentId === null ? undefined : byId.get(row.parentId);
    if (!above) return false;
    return (
      Boolean(drafts.get(above._id)?.below && draftOf(above, kind) !== undefined) || isOverruled(above, kind)
    );
  };
  const ownOf = (row: CategoryRates, kind: RateKind): number | null => {
    const draft = draftOf(row, kind);
    if (draft !== undefined) return draft;
    return isOverruled(row, kind) ? null : (row[kind].own?.rate ?? null);
  };
  const fallback = (row: CategoryRates, kind: RateKind): number =>
    kind === 'tax' ? sumOfTaxes(row.taxes) : rates.location.commissionRate;
  const inherited = (row: CategoryRates, kind: RateKind): Expected => {
    let above = row.parentId === null ? undefined : byId.get(row.parentId);
    while (above) {
      const rate = ownOf(above, kind);
      if (rate !== null) return { rate, from: above };
      above = above.parentId === null ? undefined : byId.get(above.parentId);
    }
    return { rate: fallback(row, kind), from: null };
  };
  const held = (row: CategoryRates, kind: RateKind): Expected => {
    const own = ownOf(row, kind);
    return own === null ? inherited(row, kind) : { rate: own, from: row };
  };
  return { ownOf, inherited, held };
}
export type Expectation = ReturnType<typeof expectation>;
