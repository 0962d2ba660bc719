import type { DataOf } from '@aisle/contract/core/route';
import type {
  LocationRates,
  locationRateRoutes,
  RateExplanation,
  RatesEdit,
  RatesProposal,
} from '@aisle/contract/locations/location-rates';
import { weighCommission, weighTax } from '@aisle/contract/locations/rate-rules';
import { recordChange } from '../../core/changes/record-change.ts';
import type { Tx } from '../../core/db/db.ts';
import { type Actor, locationOf } from '../../core/http/actor.ts';
import { mustFind, notFound, problem, stale, wrongField } from '../../core/problem.ts';
import { findRateFacts } from './item-rates.queries.ts';
import {
  categoriesWithTaxes,
  findRatesLocation,
  insertRates,
  listHistory,
  lockRatesLocation,
  type RatesLocation,
  ratesFrom,
  type WrittenRate,
  writtenSince,
} from './location-rates.queries.ts';
import { previousCategories } from './past-categories.queries.ts';
import { type AppliedProposal, applyProposal } from './rate-proposal.ts';
import { RateTree } from './rate-tree.ts';
import { subProductRef } from './sub-product-ref.queries.ts';

const maxShown = 1000;
/** Far above real catalogs. A limit is needed because rates are computed for all categories. */
const maxCategories = 20_000;

export interface LocationRequest {
  id?: string | undefined;
  locationId?: string | undefined;
}
/** Users with a single location can omit it. */
export function locationIdFor(actor: Actor, { id, locationId }: LocationRequest): string {
  const requestedId = locationOf(actor, id ?? locationId);
  if (!requestedId) throw wrongField('locationId', 'Choose a location');
  return requestedId;
}

const placeOf = async (tx: Tx, locationId: string, day?: string): Promise<RatesLocation> =>
  mustFind(await findRatesLocation(tx, locationId, day), 'Location');

export async function showRates(
  tx: Tx,
  actor: Actor,
  request: LocationRequest,
  date: string | undefined,
): Promise<LocationRates> {
  return ratesAt(tx, await placeOf(tx, locationIdFor(actor, request), date), date);
}

async function ratesAt(tx: Tx, place: RatesLocation, day = place.today): Promise<LocationRates> {
  const { location, today, version } = place;
  const then = day < today ? { locationId: location._id, day } : undefined;
  const rows = await categoriesWithTaxes(tx, maxShown + 1, then);
  const written = await ratesFrom(tx, location._id, day);
  const tree = new RateTree(rows.slice(0, maxShown), written, location.commissionRate);
  return { location, today, day, categories: tree.shown(day), isWhole: rows.length <= maxShown, version };
}

export interface Proposed extends AppliedProposal {
  place: RatesLocation;
  before: RateTree;
}
/** The result of saving a change at a location now. */
export async function propose(tx: Tx, place: RatesLocation, proposal: RatesProposal): Promise<Proposed> {
  const { location, today } = place;
  const written: WrittenRate[] = await ratesFrom(tx, location._id, today);
  const before = new RateTree(await categoriesWithTaxes(tx, maxCategories), written, location.commissionRate);
  return { place, before, ...applyProposal(before, written, place, proposal) };
}

/** Saves rates. Only a concurrent change of the same rates is a conflict. */
export async function editRates(
  tx: Tx,
  actor: Actor,
  request: LocationRequest,
  { version, ...proposal }: RatesEdit,
): Promise<LocationRates> {
  const locationId = locationIdFor(actor, request);
  if (!(await lockRatesLocation(tx, locationId))) throw notFound('Location');
  const place = await placeOf(tx, locationId);
  const proposed = await propose(tx, place, proposal);
  // Only the marketplace sets its commission.
  if (actor.locations && proposed.touched.some(({ kind }) => kind === 'commission')) {
    throw problem('not-allowed', { reason: 'Only the marketplace can change the commission' });
  }
  await assertNoConflict(tx, proposed, version);
  if (proposed.rows.length > 0) {
    await insertRates(tx, actor, place, proposed.rows);
    await recordChange(tx, actor, {
      action: 'edit',
      resource: 'locationRates',
      recordId: locationId,
      locationId,
      ...inWords(proposed),
    });
  }
  return ratesAt(tx, await placeOf(tx, locationId));
}

async function assertNoConflict(tx: Tx, { place, touched }: Proposed, version: number): Promise<void> {
  if (version === place.version) return;
  const since = await writtenSince(tx, place.location._id, version);
  const clashes = touched.some(({ categoryId, kind }) =>
    since.some((one) => one.categoryId === categoryId && one.kind === kind),
  );
  if (clashes || version > place.version) throw stale(await ratesAt(tx, place));
}

/** Builds the audit entry: each category's rate, without inheritance, before the change and from its first day. */
function inWords({ before, after, rows, day, place }: Proposed) {
  const rates = (tree: RateTree) =>
    Object.fromEntries(
      rows.map(({ categoryId, kind, from }) => [
        `${tree.find(categoryId)?.name ?? categoryId} ${kind}`,
        tree.ownOn(categoryId, kind, from)?.rate ?? 'inherited',
      ]),
    );
  const { _id, name } = place.location;
  return {
    before: { _id, name, version: place.version, ...rates(before) },
    after: {
      _id,
      name,
      version: place.version + rows.length,
      from: day,
      until: rows.find(({ withdraws }) => withdraws === null)?.until ?? null,
      ...rates(after),
    },
  };
}

const pageOfHistory = 50;
export async function showHistory(
  tx: Tx,
  actor: Actor,
  request: LocationRequest,
  { categoryId, before }: { categoryId: string; before?: number | undefined },
): Promise<DataOf<typeof locationRateRoutes.history>> {
  const place = await placeOf(tx, locationIdFor(actor, request));
  const found = await listHistory(tx, place, { categoryId, before, most: pageOfHistory + 1 });
  const entries = found.slice(0, pageOfHistory);
  return { entries, nextBefore: found.length > pageOfHistory ? entries.at(-1)!.position : null };
}

/** Explains the tax and commission of an item, by the same rules as checkout. */
export async function explainRates(
  tx: Tx,
  actor: Actor,
  request: LocationRequest,
  { subProductId, date }: { subProductId: string; date?: string | undefined },
): Promise<RateExplanation> {
  const { location } = await placeOf(tx, locationIdFor(actor, request));
  const subProduct = mustFind(await subProductRef(tx, subProductId), 'Sub-product');
  const [facts] = await findRateFacts(tx, [{ subProductId, locationId: location._id }], { day: date });
  const { day, steps, productTaxes, commissionRate } = mustFind(facts, 'Sub-product');
  return {
    subProduct,
    location: { _id: location._id, name: location.name },
    day,
    formerCategories: await previousCategories(tx, subProduct.productId),
    tax: weighTax(productTaxes, steps),
    commission: weighCommission(commissionRate, steps),
  };
}
