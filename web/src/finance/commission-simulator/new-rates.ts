import type { SimulatedRate, SimulationInput } from '@aisle/contract/finance/commission-simulator';

/** A rate in the form; null means not entered yet. */
export interface RateRow extends Record<string, unknown> {
  key: number;
  locationId: string | null;
  /** `ownRate` stands for the location's default rate. */
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

/** The previous month. */
export function lastMonth(today: string): { from: string; to: string } {
  const last = new Date(Date.parse(`${today.slice(0, 8)}01`) - 24 * 60 * 60 * 1000)
    .toISOString()
    .slice(0, 10);
  return { from: `${last.slice(0, 8)}01`, to: last };
}

/** Builds the request; missing values stay, so that the schema reports them. */
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
 * The category rates for a location, formatted for the URL of the rates editor; null if there are none. A rate for the location
 * overrides one for all locations.
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
