import type { CheckoutLine } from './checkout.ts';
import { goodsValue } from './goods.ts';
import { addUnits, type GoodsSet, type GoodsUse, type Offer, sharesOf, type Units } from './goods-use.ts';
import { sortLines } from './search.ts';
import type { Worth } from './worth.ts';

/**
 * Above the bounds of the search: takes the promotion with the largest discount on the units that are left, again and again. The
 * best single promotion wins if it is cheaper.
 */
export function takeGreedily(
  offers: readonly Offer[],
  lines: readonly CheckoutLine[],
  counts: readonly number[],
  worth: Worth,
): GoodsUse[] {
  const left = [...counts];
  const sorted = sortLines(lines, counts);
  const tryAll = (offer: Offer) => triedUse(useAll(offer, lines, { sorted, left }), lines, worth);
  const taken: TriedUse[] = [];
  let single: TriedUse | undefined;
  for (let open = offers.map(tryAll); ; ) {
    open = open.filter(({ saving }) => saving > 0);
    const [first, ...others] = open;
    if (!first) break;
    single ??= others.reduce((best, one) => (one.saving > best.saving ? one : best), first);
    // Offers are sorted by number, so that the lowest wins among equal discounts.
    const best = others.reduce((largest, one) => (one.discount > largest.discount ? one : largest), first);
    taken.push(best);
    const used = unitsIn(best.use);
    for (const [line, count] of used) left[line]! -= count;
    // A promotion on other lines has the same units left as before.
    open = open
      .filter((one) => one !== best)
      .map((one) => (one.use.offer.reached.some((line) => used.has(line)) ? tryAll(one.use.offer) : one));
  }
  const saving = taken.reduce((sum, one) => sum + one.saving, 0);
  return single && single.saving > saving ? [single.use] : taken.map(({ use }) => use);
}

interface TriedUse {
  use: GoodsUse;
  discount: number;
  /** The amount that the customer saves, including tax and the discount of the plan. */
  saving: number;
}
function triedUse(use: GoodsUse, lines: readonly CheckoutLine[], worth: Worth): TriedUse {
  let [discount, saving] = [0, 0];
  for (const { line, units, amount } of sharesOf(use, lines)) {
    const value = goodsValue(lines[line]!, units);
    discount += amount;
    saving += worth(value, 0, line, null) - worth(value - amount, amount, line, use.offer);
  }
  return { use, discount, saving };
}

function unitsIn({ units, sets }: GoodsUse): Units {
  const all = new Map(units);
  for (const set of sets) for (const [line, count] of set.units) addUnits(all, line, count * set.count);
  return all;
}

interface UnitsLeft {
  /** The lines in the sequence of `sortLines`. */
  sorted: readonly number[];
  left: readonly number[];
}
/** One promotion on all units that are left. */
function useAll(offer: Offer, lines: readonly CheckoutLine[], { sorted, left }: UnitsLeft): GoodsUse {
  const { reward } = offer.candidate.terms;
  const { isBought, isReduced } = offer;
  const own = sorted.filter((line) => left[line]! > 0 && (isBought[line]! || isReduced[line]!));
  if (reward.kind === 'bundle' || reward.kind === 'buyGet') {
    return { offer, units: new Map(), sets: formSets(offer, lines, own, left) };
  }
  const reduced = own.filter(
    (line) => reward.kind === 'percent' || (reward.kind === 'price' && lines[line]!.unitPrice > reward.price),
  );
  return { offer, units: new Map(reduced.map((line) => [line, left[line]!])), sets: [] };
}

/** Forms sets from the most expensive units down. Equal sets are formed at once, since a line can have a million units. */
function formSets(
  offer: Offer,
  lines: readonly CheckoutLine[],
  sorted: readonly number[],
  counts: readonly number[],
): GoodsSet[] {
  const { reward } = offer.candidate.terms;
  if (reward.kind !== 'bundle' && reward.kind !== 'buyGet') return [];
  const left = [...counts];
  let timesLeft = (reward.kind === 'buyGet' ? reward.times : null) ?? Number.POSITIVE_INFINITY;
  const sets: GoodsSet[] = [];
  while (timesLeft > 0) {
    const set =
      reward.kind === 'bundle'
        ? bundleOf(reward.quantity, offer, sorted, left)
        : buyGetSet(offer, sorted, left);
    if (!set) break;
    const value = [...set.units].reduce((sum, [line, count]) => sum + goodsValue(lines[line]!, count), 0);
    if (reward.kind === 'bundle' && value <= reward.price) break;
    const repeats = [...set.units].map(([line, count]) => Math.floor(left[line]! / count));
    const isUniform = set.units.size === 1 || (set.reduced.size === 1 && set.units.size === 2);
    const count = isUniform ? Math.min(timesLeft, ...repeats) : 1;
    timesLeft -= count;
    for (const [line, units] of set.units) left[line]! -= units * count;
    sets.push({ ...set, count });
  }
  return sets;
}

/** Takes units in sequence; undefined if there are too few. */
function take(
  count: number,
  lines: readonly number[],
  left: readonly number[],
  taken: Units,
): Units | undefined {
  const units = new Map<number, number>();
  let missing = count;
  for (const line of lines) {
    const some = Math.min(missing, left[line]! - (taken.get(line) ?? 0));
    if (some > 0) units.set(line, some);
    missing -= Math.max(0, some);
    if (missing === 0) return units;
  }
  return undefined;
}

const none: Units = new Map();

function bundleOf(
  quantity: number,
  { isBought }: Offer,
  sorted: readonly number[],
  left: readonly number[],
): Omit<GoodsSet, 'count'> | undefined {
  const units = take(
    quantity,
    sorted.filter((line) => isBought[line]),
    left,
    none,
  );
  return units && { units, reduced: units };
}

/** Buys goods that can't be reduced first, so that more expensive ones can be. Reduced units are never above bought ones. */
function buyGetSet(
  { candidate, isBought, isReduced }: Offer,
  sorted: readonly number[],
  left: readonly number[],
): Omit<GoodsSet, 'count'> | undefined {
  const { reward } = candidate.terms;
  if (reward.kind !== 'buyGet') return undefined;
  const bought = sorted.filter((line) => isBought[line]);
  const toBuy = [...bought.filter((line) => !isReduced[line]), ...bought.filter((line) => isReduced[line])];
  const buy = take(reward.buy, toBuy, left, none);
  if (!buy) return undefined;
  const cheapestBought = Math.max(
    -1,
    ...[...buy.keys()].filter((line) => isReduced[line]).map((line) => sorted.indexOf(line)),
  );
  const toReduce = sorted.filter((line, index) => isReduced[line] && index >= cheapestBought);
  const reduced = take(reward.get, toReduce, left, buy);
  if (!reduced) return undefined;
  const units = new Map(buy);
  for (const [line, count] of reduced) addUnits(units, line, count);
  return { units, reduced };
}
