import type { CheckoutLine } from './checkout.ts';
import { goodsValue, unitsOf } from './goods.ts';
import { addUnits, type GoodsUse, type Offer, sharesOf } from './goods-use.ts';
import { takeGreedily } from './greedy.ts';
import { maxPromotions, maxUnits, searchGroup } from './search.ts';
import type { Worth } from './worth.ts';

/** The uses of these promotions that cost the customer the least, as far as the rest of the order doesn't matter. */
export function chooseGoods(
  offers: readonly Offer[],
  lines: readonly CheckoutLine[],
  worth: Worth,
): GoodsUse[] {
  const byLine: Offer[][] = lines.map(() => []);
  for (const offer of offers) for (const index of offer.reached) byLine[index]!.push(offer);
  const { decided, left } = decideAlone(byLine, lines, worth);
  const groups = groupOffers(offers, byLine, left);
  const uses = groups.flatMap((group) => {
    const reached = new Set(group.flatMap((offer) => offer.reached));
    const units = left.map((count, index) => (reached.has(index) ? count : 0));
    const isSmall = units.reduce((sum, count) => sum + count, 0) <= maxUnits && group.length <= maxPromotions;
    return isSmall ? searchGroup(group, lines, units, worth) : takeGreedily(group, lines, units, worth);
  });
  return mergeUses([...decided, ...uses]).filter((use) =>
    sharesOf(use, lines).some(({ amount }) => amount > 0),
  );
}

/** Percentages and prices reduce each unit on its own. A cap makes the units of a percentage depend on each other. */
const isSeparable = ({ candidate: { terms } }: Offer): boolean =>
  terms.reward.kind === 'price' || (terms.reward.kind === 'percent' && terms.reward.maxAmount === null);

/** Units that only one separable promotion reaches need no search. */
function decideAlone(byLine: readonly Offer[][], lines: readonly CheckoutLine[], worth: Worth) {
  const left = lines.map(unitsOf);
  const units = new Map<Offer, Map<number, number>>();
  for (const [index, line] of lines.entries()) {
    const [offer, another] = byLine[index]!;
    if (!offer || another || !isSeparable(offer)) continue;
    const count = left[index]!;
    left[index] = 0;
    const [share] = sharesOf({ offer, units: new Map([[index, count]]), sets: [] }, lines);
    if (!share || share.amount <= 0) continue;
    const value = goodsValue(line, count);
    if (worth(value - share.amount, share.amount, index, offer) >= worth(value, 0, index, null)) continue;
    const taken = units.get(offer) ?? new Map<number, number>();
    addUnits(taken, index, count);
    units.set(offer, taken);
  }
  const decided = [...units].map(([offer, taken]): GoodsUse => ({ offer, units: taken, sets: [] }));
  return { decided, left };
}

/** Promotions that compete for the same units, directly or through others. */
function groupOffers(
  offers: readonly Offer[],
  byLine: readonly Offer[][],
  left: readonly number[],
): Offer[][] {
  const isGrouped = new Set<Offer>();
  const isVisited = left.map((count) => count === 0);
  return offers.flatMap((first) => {
    if (isGrouped.has(first) || !first.reached.some((index) => left[index]! > 0)) return [];
    const group = [first];
    isGrouped.add(first);
    // The loop also visits the promotions that it adds.
    for (const offer of group) {
      for (const index of offer.reached) {
        if (isVisited[index]) continue;
        isVisited[index] = true;
        const joined = byLine[index]!.filter((other) => !isGrouped.has(other));
        for (const other of joined) isGrouped.add(other);
        group.push(...joined);
      }
    }
    return [group.sort((a, b) => a.candidate.number - b.candidate.number)];
  });
}

/** A promotion can reduce units alone and others in a group. */
function mergeUses(uses: readonly GoodsUse[]): GoodsUse[] {
  return [...Map.groupBy(uses, ({ offer }) => offer).values()].map((parts) => {
    const units = new Map<number, number>();
    for (const part of parts) for (const [line, count] of part.units) addUnits(units, line, count);
    return { offer: parts[0]!.offer, units, sets: parts.flatMap(({ sets }) => sets) };
  });
}
