import { allocate, percentOf } from '../../../core/money.ts';
import type { PromotionGoods } from '../promotion-terms.ts';
import type { Candidate, CheckoutLine } from './checkout.ts';
import { goodsValue, type IndexedOrder, isCounted, valueAt } from './goods.ts';

/** A promotion of class goods that an order can have, with the lines that it matches by their index. */
export interface Offer {
  candidate: Candidate;
  /** Lines whose units are reduced, or bought in `buyGet`. */
  isBought: readonly boolean[];
  /** Lines whose units are reduced in `buyGet`. */
  isReduced: readonly boolean[];
  /** The indexes of all of these lines. */
  reached: readonly number[];
}

/** Units of lines, by the index of the line. */
export type Units = ReadonlyMap<number, number>;

/** Equal sets of a `bundle` or `buyGet` promotion. */
export interface GoodsSet {
  units: Units;
  /** The reduced units of `buyGet`. */
  reduced: Units;
  /** How many such sets there are. */
  count: number;
}

/** How an order uses a promotion of class goods. Each unit belongs to at most one use. */
export interface GoodsUse {
  offer: Offer;
  /** The reduced units of `percent` and `price`. */
  units: Units;
  sets: readonly GoodsSet[];
}

/** The discount of a promotion on some units of a line. */
export interface Share {
  line: number;
  units: number;
  amount: number;
}

const isSetReward = ({ terms: { reward } }: Candidate): boolean =>
  reward.kind === 'bundle' || reward.kind === 'buyGet';

export function offerOf(candidate: Candidate, { lines, matching }: IndexedOrder): Offer {
  const { reward, goods } = candidate.terms;
  const needsUnits = isSetReward(candidate);
  const matched = (some: PromotionGoods): number[] =>
    matching(some).filter((index) => !needsUnits || isCounted(lines[index]!));
  const flags = (indexes: readonly number[]): boolean[] => {
    const isMatched = lines.map(() => false);
    for (const index of indexes) isMatched[index] = true;
    return isMatched;
  };
  const bought = matched(goods);
  const isBought = flags(bought);
  const getGoods = reward.kind === 'buyGet' ? reward.getGoods : null;
  if (!getGoods) return { candidate, isBought, isReduced: isBought, reached: bought };
  const reduced = matched(getGoods);
  const reached = [...new Set([...bought, ...reduced])].sort((a, b) => a - b);
  return { candidate, isBought, isReduced: flags(reduced), reached };
}

export const addUnits = (units: Map<number, number>, line: number, count: number): void => {
  units.set(line, (units.get(line) ?? 0) + count);
};

/** The discount of each line, rounded once per line. A set's discount is spread over all its units in proportion to their prices. */
export function sharesOf({ offer, units, sets }: GoodsUse, lines: readonly CheckoutLine[]): Share[] {
  const { reward } = offer.candidate.terms;
  if (reward.kind === 'percent') {
    const shares = reduce(units, (line, count) => percentOf(goodsValue(lines[line]!, count), reward.percent));
    return reward.maxAmount === null ? shares : capped(shares, reward.maxAmount);
  }
  if (reward.kind === 'price') {
    return reduce(
      units,
      (line, count) => goodsValue(lines[line]!, count) - valueAt(lines[line]!, reward.price, count),
    );
  }
  const shares = new Map<number, Share>();
  for (const set of sets) {
    const parts = [...set.units].map(([line, count]) => ({ line, units: count * set.count }));
    const values = parts.map((part) => goodsValue(lines[part.line]!, part.units));
    const amounts = allocate(discountOfSet(offer.candidate, set, lines), values);
    for (const [index, part] of parts.entries()) {
      const earlier = shares.get(part.line) ?? { line: part.line, units: 0, amount: 0 };
      shares.set(part.line, {
        line: part.line,
        units: earlier.units + part.units,
        amount: earlier.amount + amounts[index]!,
      });
    }
  }
  return [...shares.values()];
}

const reduce = (units: Units, amount: (line: number, count: number) => number): Share[] =>
  [...units].map(([line, count]) => ({ line, units: count, amount: amount(line, count) }));

function capped(shares: readonly Share[], maxAmount: number): Share[] {
  const amounts = shares.map(({ amount }) => amount);
  const whole = amounts.reduce((sum, amount) => sum + amount, 0);
  if (whole <= maxAmount) return [...shares];
  const parts = allocate(maxAmount, amounts);
  return shares.map((share, index) => ({ ...share, amount: parts[index]! }));
}

/** The discount of equal sets together. */
function discountOfSet(
  { terms: { reward } }: Candidate,
  { units, reduced, count }: GoodsSet,
  lines: readonly CheckoutLine[],
): number {
  const valueIn = (some: Units) =>
    [...some].reduce((sum, [line, one]) => sum + goodsValue(lines[line]!, one * count), 0);
  if (reward.kind === 'bundle') return Math.max(0, valueIn(units) - reward.price * count);
  return reward.kind === 'buyGet' ? percentOf(valueIn(reduced), reward.percent) : 0;
}
