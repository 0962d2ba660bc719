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
  const { decided, left } = decideAlone(offers, lines, worth);
  const groups = groupOffers(offers, left);
  const uses = groups.flatMap((group) => {
    const units = lines.map((_, index) => (group.some((offer) => reaches(offer, index)) ? left[index]! : 0));
    const isSmall = units.reduce((sum, count) => sum + count, 0) <= maxUnits && group.length <= maxPromotions;
    return isSmall ? searchGroup(group, lines, units, worth) : takeGreedily(group, lines, units, worth);
  });
  return mergeUses([...decided, ...uses]).filter((use) =>
    sharesOf(use, lines).some(({ amount }) => amount > 0),
  );
}

const reaches = ({ isBought, isReduced }: Offer, line: number): boolean =>
  isBought[line]! || isReduced[line]!;

/** Percentages and prices reduce each unit on its own. A cap makes the units of a percentage depend on each other. */
const isSeparable = ({ candidate: { terms } }: Offer): boolean =>
  terms.reward.kind === 'price' || (terms.reward.kind === 'percent' && terms.reward.maxAmount === null);

/** Units that only one separable promotion reaches need no search. */
function decideAlone(offers: readonly Offer[], lines: readonly CheckoutLine[], worth: Worth) {
  const left = lines.map(unitsOf);
  const units = new Map<Offer, Map<number, number>>();
  for (const [index, line] of lines.entries()) {
    const [offer, ...others] = offers.filter((one) => reaches(one, index));
    if (!offer || others.length > 0 || !isSeparable(offer)) continue;
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
function groupOffers(offers: readonly Offer[], left: readonly number[]): Offer[][] {
  let groups: Offer[][] = [];
  for (const offer of offers) {
    const touches = (other: Offer) =>
      left.some((count, index) => count > 0 && reaches(offer, index) && reaches(other, index));
    if (!touches(offer)) continue;
    const joined = groups.filter((group) => group.some(touches));
    groups = [...groups.filter((group) => !joined.includes(group)), [...joined.flat(), offer]];
  }
  return groups.map((group) => group.toSorted((a, b) => a.candidate.number - b.candidate.number));
}

/** A promotion can reduce units alone and others in a group. */
function mergeUses(uses: readonly GoodsUse[]): GoodsUse[] {
  return [...Map.groupBy(uses, ({ offer }) => offer).values()].map((parts) => {
    const units = new Map<number, number>();
    for (const part of parts) for (const [line, count] of part.units) addUnits(units, line, count);
    return { offer: parts[0]!.offer, units, sets: parts.flatMap(({ sets }) => sets) };
  });
}
