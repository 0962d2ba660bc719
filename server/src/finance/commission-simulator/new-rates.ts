import type { SimulatedRate } from '@aisle/contract/finance/commission-simulator';
import { dayAfter } from '@aisle/contract/locations/rate-rules';
import type { CategoryRow, WrittenRate } from '../../locations/location-rates/location-rates.queries.ts';
import { RateTree } from '../../locations/location-rates/rate-tree.ts';
import type { NewRate, SimulatedLocation } from './commission-simulator.queries.ts';

interface Simulated {
  place: SimulatedLocation;
  from: string;
  to: string;
  categories: readonly CategoryRow[];
  /** The location's custom rates. */
  written: readonly WrittenRate[];
  changes: readonly SimulatedRate[];
}
const always = '0001-01-01';

/**
 * The simulated rates by category and by the days on which orders were placed. Categories that no change affects are left out
 * and keep the charged rates.
 */
export function newRates({ place, from, to, categories, written, changes }: Simulated): NewRate[] {
  const here = changes.filter(({ locationId }) => locationId === undefined || locationId === place._id);
  // A change for this location comes after one for all locations, and so overrides it.
  here.sort((a, b) => Number(a.locationId !== undefined) - Number(b.locationId !== undefined));
  const tried = new Map(here.map((change) => [change.categoryId, change]));
  if (tried.size === 0) return [];
  const now = new RateTree(categories, written, place.commissionRate);
  const silenced = new Set([
    ...tried.keys(),
    ...here.flatMap((change) =>
      change.categoryId !== null && change.applyToChildren
        ? now.below(change.categoryId).map(({ _id }) => _id)
        : [],
    ),
  ]);
  const kept = written.filter(({ categoryId }) => !silenced.has(categoryId)).concat(here.flatMap(asWritten));
  const base = tried.get(null)?.rate;
  return spans(place, written, from, to).flatMap((span) => {
    const rateBefore = commissionOn(place, span.day);
    const before = new RateTree(categories, written, rateBefore);
    const after = new RateTree(categories, kept, base ?? rateBefore);
    return reached(now, tried).flatMap((row) => {
      const was = winner(before, row, span.day);
      const would = winner(after, row, span.day);
      const isChanged = would.category === null ? base != null : tried.has(would.category);
      if (!isChanged && was.category === would.category) return [];
      return [{ categoryId: row._id, from: span.from, before: span.before, rate: would.rate }];
    });
  });
}

const asWritten = ({ categoryId, rate }: SimulatedRate): WrittenRate[] =>
  categoryId === null
    ? []
    : [{ categoryId, kind: 'commission', rate, from: always, until: null, position: Infinity, by: '' }];

function winner(tree: RateTree, row: CategoryRow, day: string): { category: string | null; rate: number } {
  const { rate, rules } = tree.weigh(row, 'commission', day);
  return { category: rules.find(({ outcome }) => outcome === 'won')?.category?._id ?? null, rate };
}

/** The categories whose commission a change may affect: its own and its subcategories. */
function reached(tree: RateTree, tried: ReadonlyMap<string | null, SimulatedRate>): readonly CategoryRow[] {
  if (tried.has(null)) return tree.rows;
  const ids = new Set(
    [...tried.keys()].flatMap((id) => (id === null ? [] : [id, ...tree.below(id).map(({ _id }) => _id)])),
  );
  return tree.rows.filter(({ _id }) => ids.has(_id));
}

function commissionOn({ past, commissionRate }: SimulatedLocation, day: string): number {
  return past.find(({ until }) => day < until)?.rate ?? commissionRate;
}

/** Splits the period on days when the location's rates changed. The first part includes orders placed earlier. */
function spans({ past }: SimulatedLocation, written: readonly WrittenRate[], from: string, to: string) {
  const turns = [
    ...written.flatMap((rate) => [rate.from, ...(rate.until === null ? [] : [dayAfter(rate.until)])]),
    ...past.map(({ until }) => until),
  ];
  const days = [...new Set(turns)].filter((day) => day > from && day <= to).sort();
  return [from, ...days].map((day, index) => ({
    day,
    from: index === 0 ? always : day,
    before: days[index] ?? null,
  }));
}
