import type { Address } from '@aisle/contract/core/fields';
import { addQuantities, minimumQuantity } from '@aisle/contract/core/quantity';
import type {
  Proposal,
  ProposalInput,
  ProposedLocation,
} from '@aisle/contract/sales/main-orders/main-orders';
import { idsBySku } from '../../catalog/sub-products/sub-products.queries.ts';
import type { Tx } from '../../core/db/db.ts';
import { missingAt, wrongField } from '../../core/problem.ts';
import { hasCoordinates, withCoordinates } from '../../system/geocoding/postal-codes.ts';
import { getSettings } from '../../system/settings/settings.service.ts';
import { type OrderLocation, openLocations } from '../orders/delivery/delivery.queries.ts';
import { areaProblem, bookedInSlot } from '../orders/delivery/delivery.ts';
import { findItems, type Goods } from '../orders/lines/items.queries.ts';
import { distanceBetween } from '../orders/lines/pricing.ts';
import { lineProblem } from '../orders/lines/selling-rule.ts';
import { findBuyer, stockedAt } from './basket.queries.ts';
import { type BasketOrder, discountOf, lineFor, orderFor } from './basket.ts';
import { type RequestedQuantity, type SellableStock, splitOver } from './placing/split.ts';

/** The maximum number of locations to compare: some with the most items in stock, and the nearest. */
const maxLocations = 8;
const maxByStock = 5;
/** The maximum number of locations whose stock is checked. */
const maxChecked = 200;
/** Tax and commission do not affect the comparison. */
const noRates = { taxRate: 0, taxSource: null, commissionRate: 0 };

/**
 * The locations that could take an order, sorted by how much of it they have in stock, then by distance, and a split if no
 * single location has everything. Saves and locks nothing.
 */
export async function propose(tx: Tx, request: ProposalInput): Promise<Proposal> {
  const settings = await getSettings(tx);
  const input = { ...request, lines: await withIds(tx, request.lines) };
  const buyer = input.customerId ? await findBuyer(tx, input.customerId, input.addressId) : undefined;
  if (input.customerId && !buyer) throw missingAt('customerId', 'Customer');
  const isDelivery = input.fulfilment === 'delivery';
  const known = input.address ?? buyer?.address ?? null;
  const place = known && withCoordinates(known);
  const isApproximate = known !== null && !hasCoordinates(known);
  const address = isDelivery ? place : null;

  const nearest = sortByDistance(await openLocations(tx, settings), place, input)
    .sort((a, b) => Number(b.isReached) - Number(a.isReached))
    .slice(0, maxChecked);
  const looked = await selectCandidates(tx, nearest, input);
  const locations = looked.map(({ location }) => location);
  const wants = await wantedAt(tx, locations, input);
  const booked = await bookedInSlot(tx, locations, input, false);

  const candidates = looked.map(({ location, distanceKm }): Candidate => {
    const goods = wants.filter(({ one }) => one.locationId === location.id);
    const lines = goods.map(({ one, quantity }) =>
      lineFor(one, quantity, { ...noRates, ...discountOf(buyer) }),
    );
    const plan = buyer?.plan ?? null;
    const around = { input: { ...input, lines: [] }, plan, address, isApproximate, settings, booked };
    const order = orderFor(location, location.id, lines, around);
    return {
      goods,
      order,
      distanceKm,
      isApproximate,
      isOpen: order.problems.every(({ code }) => isMinimumProblem(code)),
      meetsMinimum: order.itemsTotal >= order.minimumOrder,
    };
  });
  candidates.sort(compareCandidates);
  return { locations: candidates.map(toRow), split: splitBetween(candidates) };
}

type Wanted = Omit<ProposalInput, 'lines'> & { lines: { subProductId: string; quantity: number }[] };

/** Lines identify their items by ID or by SKU, like the lines of a quote. */
async function withIds(tx: Tx, lines: ProposalInput['lines']): Promise<Wanted['lines']> {
  const skus = lines.flatMap(({ sku }) => sku ?? []);
  const ids = skus.length > 0 ? await idsBySku(tx, skus) : new Map<string, string>();
  return lines.map(({ subProductId, sku = '', quantity }, index) => {
    const id = subProductId ?? ids.get(sku.toLowerCase());
    if (id === undefined) throw wrongField(`lines.${index}.sku`, 'No sub-product has this SKU');
    return { subProductId: id, quantity };
  });
}

/** The locations with the most items in stock and the nearest others, sorted by distance. */
async function selectCandidates(tx: Tx, nearest: readonly Near[], input: Wanted): Promise<Near[]> {
  if (nearest.length <= maxLocations || input.lines.length === 0) return nearest.slice(0, maxLocations);
  const stocked = await stockedAt(
    tx,
    nearest.map(({ location }) => location.id),
    [...new Set(input.lines.map(({ subProductId }) => subProductId))],
  );
  const has = ({ location }: Near) => stocked.get(location.id) ?? 0;
  const reachable = nearest.filter((near) => near.isReached && has(near) > 0);
  const best = new Set(reachable.toSorted((a, b) => has(b) - has(a)).slice(0, maxByStock));
  const others = nearest.filter((near) => !best.has(near)).slice(0, maxLocations - best.size);
  return nearest.filter((near) => best.has(near) || others.includes(near));
}

interface Candidate {
  goods: { one: Goods; quantity: number }[];
  order: BasketOrder;
  distanceKm: number | null;
  isApproximate: boolean;
  isOpen: boolean;
  meetsMinimum: boolean;
}
/** If distances are unknown, locations keep their order by nearness. If they are equal, the lower delivery fee comes first. */
const compareCandidates = (a: Candidate, b: Candidate): number =>
  Number(b.isOpen) - Number(a.isOpen) ||
  countProblems(a) - countProblems(b) ||
  Number(b.meetsMinimum) - Number(a.meetsMinimum) ||
  (a.distanceKm ?? 0) - (b.distanceKm ?? 0) ||
  (a.distanceKm === null ? 0 : a.order.deliveryFee - b.order.deliveryFee);
const isMinimumProblem = (code: string): boolean => code === 'minimum-not-met';
const countProblems = ({ order }: Candidate): number => order.lines.filter(({ problem }) => problem).length;

interface Near {
  location: OrderLocation;
  distanceKm: number | null;
  /** The location delivers to the address, or offers pickup. */
  isReached: boolean;
}
/** Sorts by distance; without coordinates, locations with the same postal code or city come first. */
function sortByDistance(
  locations: readonly OrderLocation[],
  place: Address | null,
  { fulfilment }: ProposalInput,
): Near[] {
  const same = (a: string | undefined, b: string | undefined) =>
    a !== undefined && a.trim().toLowerCase() === b?.trim().toLowerCase();
  const isReached = (location: OrderLocation) =>
    fulfilment === 'pickup' ? location.acceptsPickup : areaProblem(location, place) === null;
  const rank = ({ location: { address }, distanceKm }: Near) => {
    if (distanceKm !== null) return distanceKm;
    if (same(place?.postalCode.slice(0, 5), address?.postalCode.slice(0, 5))) return 0;
    return same(place?.city, address?.city) && same(place?.state, address?.state) ? 1 : 2;
  };
  return locations
    .map((location) => ({
      location,
      distanceKm: distanceBetween(location, place),
      isReached: isReached(location),
    }))
    .sort((a, b) => rank(a) - rank(b) || a.location.name.localeCompare(b.location.name));
}

/** The requested items at each location, with each sub-product once. */
async function wantedAt(tx: Tx, locations: readonly OrderLocation[], { lines }: Wanted) {
  const quantities = new Map<string, number>();
  for (const { subProductId, quantity } of lines) {
    quantities.set(subProductId, addQuantities(quantities.get(subProductId) ?? 0, quantity));
  }
  const wanted = locations.flatMap(({ id: locationId }) =>
    [...quantities].map(([subProductId, quantity]) => ({ subProductId, quantity, locationId })),
  );
  if (wanted.length === 0) return [];
  const goods = await findItems(tx, wanted);
  return goods.map((one) => ({ one, quantity: wanted[one.index]!.quantity }));
}

function toRow({ order, distanceKm, isApproximate, isOpen }: Candidate): ProposedLocation {
  const { locationId, locationName, lines, problems, deliveryFee, minimumOrder } = order;
  const missing = lines.filter(({ problem }) => problem);
  return {
    locationId,
    locationName,
    distanceKm,
    distanceIsApproximate: distanceKm !== null && isApproximate,
    isOpen,
    problems: problems.filter(({ code }) => lines.length > 0 || !isMinimumProblem(code)),
    deliveryFee,
    minimumOrder,
    has: lines.length - missing.length,
    missing: missing.map(
      ({ subProductId, name, productName, variantName, quantity, available, problem }) => ({
        subProductId,
        name,
        productName,
        variantName,
        quantity,
        available: problem?.code === 'stock.not-enough' ? available : 0,
        problem: problem!,
      }),
    ),
  };
}

/** Splits the order if no single location has everything and a split has more items than the best location. */
function splitBetween(candidates: readonly Candidate[]): Proposal['split'] {
  const open = candidates.filter(({ isOpen }) => isOpen);
  const [best] = open;
  if (!best || best.goods.length === 0 || countProblems(best) === 0) return null;
  const wants = best.goods.flatMap(({ one, quantity }): RequestedQuantity[] =>
    one.subProductId ? [{ subProductId: one.subProductId, quantity, least: minimumQuantity(one) }] : [],
  );
  const { parts, missing } = splitOver(open.map(sellableStockOf), wants);
  if (new Set(parts.map(({ locationId }) => locationId)).size < 2) return null;
  const nameOf = new Map(open.map(({ order }) => [order.locationId, order.locationName]));
  const goodsOf = new Map(best.goods.map(({ one }) => [one.subProductId, one]));
  return {
    parts: parts.map((part) => ({ ...part, locationName: nameOf.get(part.locationId) ?? '' })),
    missing: missing.map((one) => {
      const { name, productName, variantName } = goodsOf.get(one.subProductId)!;
      return { ...one, name, productName, variantName };
    }),
  };
}

/**
 * The quantities that a location can contribute. Low stock of a sub-product still counts; sub-products with any other problem
 * don't.
 */
function sellableStockOf({ order: { locationId }, goods }: Candidate): SellableStock {
  const has = new Map<string, number>();
  for (const { one, quantity } of goods) {
    const problem = lineProblem(one, quantity);
    if (one.subProductId && (!problem || problem.code === 'stock.not-enough')) {
      has.set(one.subProductId, one.available);
    }
  }
  return { locationId, has };
}
