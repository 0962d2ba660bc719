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
  const taken: GoodsUse[] = [];
  let single: GoodsUse[] = [];
  for (let open = offers; open.length > 0; ) {
    const found = open
      .map((offer) => useAll(offer, lines, left))
      .filter((use) => savingOf([use], lines, worth) > 0);
    // Offers are sorted by number, so that the lowest wins among equal discounts.
    const best = found.reduce<GoodsUse | null>(
      (largest, use) =>
        largest === null || discountOf(use, lines) > discountOf(largest, lines) ? use : largest,
      null,
    );
    if (!best) break;
    if (taken.length === 0) single = cheapest(found, lines, worth);
    taken.push(best);
    open = found.map(({ offer }) => offer).filter((offer) => offer !== best.offer);
    for (const [line, count] of unitsIn(best)) left[line]! -= count;
  }
  return savingOf(single, lines, worth) > savingOf(taken, lines, worth) ? single : taken;
}

function cheapest(uses: readonly GoodsUse[], lines: readonly CheckoutLine[], worth: Worth): GoodsUse[] {
  const saved = uses.map((use) => savingOf([use], lines, worth));
  return [uses[saved.indexOf(Math.max(...saved))]!];
}

const discountOf = (use: GoodsUse, lines: readonly CheckoutLine[]): number =>
  sharesOf(use, lines).reduce((sum, { amount }) => sum + amount, 0);

function savingOf(uses: readonly GoodsUse[], lines: readonly CheckoutLine[], worth: Worth): number {
  return uses
    .flatMap((use) => sharesOf(use, lines).map((share) => ({ ...share, offer: use.offer })))
    .reduce((sum, { line, units, amount, offer }) => {
      const value = goodsValue(lines[line]!, units);
      return sum + worth(value, 0, line, null) - worth(value - amount, amount, line, offer);
    }, 0);
}

function unitsIn({ units, sets }: GoodsUse): Units {
  const all = new Map(units);
  for (const set of sets) for (const [line, count] of set.units) addUnits(all, line, count * set.count);
  return all;
}

/** One promotion on all units that are left. */
function useAll(offer: Offer, lines: readonly CheckoutLine[], counts: readonly number[]): GoodsUse {
  const { reward } = offer.candidate.terms;
  const own = counts.map((count, line) => (offer.isBought[line] || offer.isReduced[line] ? count : 0));
  const sorted = sortLines(lines, own);
  if (reward.kind === 'bundle' || reward.kind === 'buyGet') {
    return { offer, units: new Map(), sets: formSets(offer, lines, sorted, own) };
  }
  const reduced = sorted.filter(
    (line) => reward.kind === 'percent' || (reward.kind === 'price' && lines[line]!.unitPrice > reward.price),
  );
  return { offer, units: new Map(reduced.map((line) => [line, own[line]!])), sets: [] };
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
