import type { CheckoutLine } from './checkout.ts';
import { goodsValue, valueAt } from './goods.ts';
import { addUnits, type GoodsSet, type GoodsUse, type Offer } from './goods-use.ts';
import { compareNumbers, type Worth } from './worth.ts';

/** Groups within these bounds are searched exactly. They count promotions and units, so that every machine finds the same. */
export const maxPromotions = 8;
export const maxUnits = 24;

/** Far above the number of states of ordinary promotions. It bounds the work for many sets and caps at once. */
const maxStates = 1000;

interface Unit {
  line: number;
  value: number;
}
type Role = 'reduced' | 'bought';
/** Uses a unit for a promotion, which is in `state` afterwards. */
interface Move {
  offer: number;
  role: Role;
  state: number;
  cost: number;
  discount: number;
}
/** A way to use the units so far. Ways that leave all promotions in the same state have the same future. */
interface Way {
  states: readonly number[];
  cost: number;
  paidByLocation: number;
  used: readonly number[];
  /** The sum of the positions of the units in sets: among equal sets, the units with higher prices form them. */
  positions: number;
  previous: Way | null;
  move: Move | null;
}

/**
 * The cheapest way to use a few units. Units are visited by falling price and then by sub-product, so that the reduced units of a
 * set are its cheapest, whatever the sequence of the lines. Only the unfinished sets and the caps of the promotions are remembered
 * from one unit to the next.
 */
export function searchGroup(
  offers: readonly Offer[],
  lines: readonly CheckoutLine[],
  counts: readonly number[],
  worth: Worth,
): GoodsUse[] {
  const units = sortUnits(lines, counts);
  const isClosed = ({ states }: Way) => states.every((state, index) => isComplete(offers[index]!, state));
  const start: Way = {
    states: offers.map(() => 0),
    cost: 0,
    paidByLocation: 0,
    used: [],
    positions: 0,
    previous: null,
    move: null,
  };
  let ways: Way[] = [start];
  for (const [position, unit] of units.entries()) {
    const next = new Map<string, Way>();
    for (const way of ways) {
      for (const move of [
        null,
        ...offers.flatMap((offer, index) => movesOf(offer, index, unit, way, { lines, worth })),
      ]) {
        const longer = follow(way, move, position, { unit, offers, worth });
        const key = longer.states.join();
        const other = next.get(key);
        if (!other || compareWays(longer, other) < 0) next.set(key, longer);
      }
    }
    ways = [...next.values()];
    if (ways.length > maxStates) {
      // Without unfinished sets, a way can always be completed.
      const safest = ways.filter(isClosed).reduce(cheaperWay);
      ways = [
        safest,
        ...ways
          .filter((way) => way !== safest)
          .sort(compareWays)
          .slice(0, maxStates),
      ];
    }
  }
  const complete = ways.filter(isClosed);
  return usesOf(
    complete.reduce((best, way) => (compareWays(way, best) < 0 ? way : best)),
    units,
    offers,
  );
}

export function sortUnits(lines: readonly CheckoutLine[], counts: readonly number[]): Unit[] {
  return sortLines(lines, counts).flatMap((line) => {
    const count = counts[line]!;
    return Array.from({ length: count }, () => ({ line, value: goodsValue(lines[line]!) / count }));
  });
}

/** The indexes of the lines with units, by falling price of a unit and then by sub-product. */
export function sortLines(lines: readonly CheckoutLine[], counts: readonly number[]): number[] {
  const indexes = lines.keys().filter((index) => counts[index]! > 0);
  const unitValue = (index: number) => goodsValue(lines[index]!, 1);
  const key = (index: number) => `${lines[index]!.subProductId} ${lines[index]!.id}`;
  return [...indexes].sort(
    (a, b) => unitValue(b) - unitValue(a) || (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0),
  );
}

function compareWays(a: Way, b: Way): number {
  return (
    a.cost - b.cost ||
    a.paidByLocation - b.paidByLocation ||
    compareNumbers(a.used, b.used) ||
    a.positions - b.positions
  );
}

const cheaperWay = (best: Way, way: Way): Way => (compareWays(way, best) < 0 ? way : best);

interface Surroundings {
  unit: Unit;
  offers: readonly Offer[];
  worth: Worth;
}
function follow(way: Way, move: Move | null, position: number, { unit, offers, worth }: Surroundings): Way {
  if (!move) {
    return { ...way, cost: way.cost + worth(unit.value, 0, unit.line, null), previous: way, move };
  }
  const { candidate } = offers[move.offer]!;
  const { number, terms } = candidate;
  const used = way.used.includes(number) ? way.used : [...way.used, number].sort((a, b) => a - b);
  return {
    states: way.states.with(move.offer, move.state),
    cost: way.cost + move.cost,
    paidByLocation: way.paidByLocation + Math.round(move.discount * terms.funding.location),
    used,
    positions: way.positions + position,
    previous: way,
    move,
  };
}

interface Prices {
  lines: readonly CheckoutLine[];
  worth: Worth;
}
/** How a promotion can use a unit in its present state. */
function movesOf(offer: Offer, index: number, unit: Unit, way: Way, { lines, worth }: Prices): Move[] {
  const { reward } = offer.candidate.terms;
  const state = way.states[index]!;
  const { line, value } = unit;
  const move = (role: Role, next: number, rest: number, discount: number): Move => ({
    offer: index,
    role,
    state: next,
    cost: worth(rest, discount, line, offer),
    discount,
  });
  if (reward.kind === 'buyGet') return buyGetMoves(offer, unit, state, move);
  if (!offer.isBought[line]) return [];
  if (reward.kind === 'percent') {
    const [discount, next] = cappedDiscount(reward, value, state);
    return discount > 0 ? [move('reduced', next, value - discount, discount)] : [];
  }
  if (reward.kind === 'price') {
    const discount = value - valueAt(lines[line]!, reward.price, 1);
    return discount > 0 ? [move('reduced', 0, value - discount, discount)] : [];
  }
  if (reward.kind !== 'bundle') return [];
  const next = state + 1 === reward.quantity ? 0 : state + 1;
  const paid = reward.price / reward.quantity;
  return [move('reduced', next, paid, value - paid)];
}

/** The state is the discount so far, in cents, if it is capped. */
function cappedDiscount(
  { percent, maxAmount }: { percent: number; maxAmount: number | null },
  value: number,
  state: number,
): [discount: number, state: number] {
  const full = (value * percent) / 100;
  if (maxAmount === null) return [full, 0];
  const next = Math.min(maxAmount, state + Math.round(full));
  return [next - state, next];
}

/** The state of a `buyGet` promotion between two units. */
interface OpenSets {
  /** Bought units that are in no set yet. */
  bought: number;
  /** Reduced units that the last set still needs. */
  toReduce: number;
  /** Bought units that sets still need. Only goods that can't be reduced may be bought after a reduced unit. */
  toBuy: number;
  sets: number;
}
const radix = 64;
const pack = ({ bought, toReduce, toBuy, sets }: OpenSets): number =>
  ((sets * radix + toBuy) * radix + toReduce) * radix + bought;
const unpack = (state: number): OpenSets => ({
  bought: state % radix,
  toReduce: Math.floor(state / radix) % radix,
  toBuy: Math.floor(state / radix ** 2) % radix,
  sets: Math.floor(state / radix ** 3),
});

function buyGetMoves(
  offer: Offer,
  { line, value }: Unit,
  state: number,
  move: (role: Role, next: number, rest: number, discount: number) => Move,
): Move[] {
  const { reward } = offer.candidate.terms;
  if (reward.kind !== 'buyGet') return [];
  const { buy, get, percent, times } = reward;
  const open = unpack(state);
  const moves: Move[] = [];
  // If the same goods are bought and reduced, sets of neighboring units are worth the most.
  const isFull = offer.isBought === offer.isReduced && (open.bought === buy || open.toReduce > 0);
  if (offer.isBought[line] && !isFull) {
    const isOwed = open.toBuy > 0 && !offer.isReduced[line];
    const next = isOwed ? { ...open, toBuy: open.toBuy - 1 } : { ...open, bought: open.bought + 1 };
    moves.push(move('bought', pack(next), value, 0));
  }
  const discount = (value * percent) / 100;
  if (!offer.isReduced[line]) return moves;
  if (open.toReduce > 0) {
    moves.push(move('reduced', pack({ ...open, toReduce: open.toReduce - 1 }), value - discount, discount));
  } else if (times === null || open.sets < times) {
    const next = {
      bought: Math.max(0, open.bought - buy),
      toReduce: get - 1,
      toBuy: open.toBuy + Math.max(0, buy - open.bought),
      sets: times === null ? 0 : open.sets + 1,
    };
    if (next.toBuy <= maxUnits) moves.push(move('reduced', pack(next), value - discount, discount));
  }
  return moves;
}

function isComplete({ candidate: { terms } }: Offer, state: number): boolean {
  if (terms.reward.kind === 'bundle') return state === 0;
  if (terms.reward.kind !== 'buyGet') return true;
  const { bought, toReduce, toBuy } = unpack(state);
  return bought + toReduce + toBuy === 0;
}

/** Reads the uses from the moves of a way. */
function usesOf(way: Way, units: readonly Unit[], offers: readonly Offer[]): GoodsUse[] {
  const moves: (Move & Unit)[] = [];
  let one = way;
  for (const unit of units.toReversed()) {
    if (one.move) moves.unshift({ ...one.move, ...unit });
    one = one.previous!;
  }
  return offers.flatMap((offer, index) => {
    const own = moves.filter((move) => move.offer === index);
    if (own.length === 0) return [];
    const { reward } = offer.candidate.terms;
    if (reward.kind === 'bundle') return [{ offer, units: new Map(), sets: bundlesOf(own, reward.quantity) }];
    if (reward.kind === 'buyGet') return [{ offer, units: new Map(), sets: setsOf(own, offer, reward) }];
    const taken = new Map<number, number>();
    for (const { line } of own) addUnits(taken, line, 1);
    return [{ offer, units: taken, sets: [] }];
  });
}

function bundlesOf(units: readonly Unit[], quantity: number): GoodsSet[] {
  const sets: GoodsSet[] = [];
  for (let at = 0; at < units.length; at += quantity) {
    const taken = new Map<number, number>();
    for (const { line } of units.slice(at, at + quantity)) addUnits(taken, line, 1);
    sets.push({ units: taken, reduced: taken, count: 1 });
  }
  return sets;
}

function setsOf(
  moves: readonly (Move & Unit)[],
  { isReduced }: Offer,
  { buy, get }: { buy: number; get: number },
): GoodsSet[] {
  const sets: { bought: number[]; reduced: number[] }[] = [];
  const bought: number[] = [];
  for (const { role, line } of moves) {
    const owed = sets.find((set) => set.bought.length < buy);
    if (role === 'bought') {
      if (owed && !isReduced[line]) owed.bought.push(line);
      else bought.push(line);
      continue;
    }
    const last = sets.at(-1);
    if (last && last.reduced.length < get) last.reduced.push(line);
    else sets.push({ bought: bought.splice(0, buy), reduced: [line] });
  }
  return sets.map((set) => {
    const [all, reduced] = [new Map<number, number>(), new Map<number, number>()];
    for (const line of [...set.bought, ...set.reduced]) addUnits(all, line, 1);
    for (const line of set.reduced) addUnits(reduced, line, 1);
    return { units: all, reduced, count: 1 };
  });
}
