import type { SimulatedRate, SimulationInput } from '@aisle/contract/finance/commission-simulator';

/** A rate as it is typed: empty is no choice yet. */
export interface RateRow extends Record<string, unknown> {
  key: number;
  locationId: string | null;
  /** `ownRate` is the location's own. */
  categoryId: string | null;
  rate: number | null;
  applyToChildren: boolean;
}
export interface SimulatorValues extends Record<string, unknown> {
  locationIds: string[];
  from: string | null;
  to: string | null;
  changes: RateRow[];
}
export const ownRate = 'own';

/** The month before this one. */
export function lastMonth(today: string): { from: string; to: string } {
  const last = new Date(Date.parse(`${today.slice(0, 8)}01`) - 24 * 60 * 60 * 1000)
    .toISOString()
    .slice(0, 10);
  return { from: `${last.slice(0, 8)}01`, to: last };
}

/** What the server is asked; what is missing is left for the schema to name. */
export const inputOf = ({ locationIds, from, to, changes }: SimulatorValues) => ({
  ...(locationIds.length > 0 && { locationIds }),
  from,
  to,
  changes: changes.map(({ locationId, categoryId, rate, applyToChildren }) => ({
    ...(locationId && { locationId }),
    categoryId: categoryId === ownRate ? null : (categoryId ?? ''),
    rate,
    ...(applyToChildren && categoryId !== ownRate && { applyToChildren }),
  })),
});

/**
 * The rates of categories at a location, as the rates editor takes them in its URL; null where there are none. One for
 * the location itself comes before one for all.
 */
export function ratesInUrl({ changes }: Pick<SimulationInput, 'changes'>, locationId: string): string | null {
  const ofCategory = new Map<string, SimulatedRate>();
  for (const change of changes) {
    if (change.categoryId === null) continue;
    const isHere = change.locationId === locationId;
    if (
      isHere ||
      (change.locationId === undefined && ofCategory.get(change.categoryId)?.locationId === undefined)
    ) {
      ofCategory.set(change.categoryId, change);
    }
  }
  const texts = [...ofCategory].map(
    ([id, { rate, applyToChildren }]) => `${id}:${rate ?? ''}${applyToChildren ? ':below' : ''}`,
  );
  return texts.length > 0 ? texts.join(',') : null;
}
