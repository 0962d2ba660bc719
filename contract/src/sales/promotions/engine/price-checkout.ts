import { allocate } from '../../../core/money.ts';
import type { Funded } from '../promotion-discounts.ts';
import { classOf, type RewardClass } from '../promotion-terms.ts';
import type { Candidate, Checkout, CheckoutFacts, CheckoutOrder } from './checkout.ts';
import { chooseGoods } from './choose-goods.ts';
import { checkEligibility, type Eligibility } from './eligibility.ts';
import { goodsValue, type IndexedOrder, indexLines } from './goods.ts';
import { type GoodsUse, type Offer, offerOf } from './goods-use.ts';
import {
  amountBases,
  deliveryDiscountOf,
  isAlone,
  type OrderChoice,
  type PricedCheckoutOrder,
  type PricedLines,
  planPercentFor,
  planPercentOf,
  priceLines,
  priceOrder,
  type Stage,
  stageLines,
} from './price-order.ts';
import { compareNumbers, worthOf } from './worth.ts';

export interface PricedCheckout {
  /** In the sequence of the checkout. */
  orders: PricedCheckoutOrder[];
  /** Why each candidate can't apply; candidates that can but don't have no refusal. */
  eligibility: Map<Candidate, Eligibility>;
}

/**
 * Prices a checkout so that the customer pays the least. The result depends only on the goods and the facts: not on the sequence of
 * lines, orders and promotions, nor on the machine.
 */
export function priceCheckout({ facts, orders, candidates }: Checkout): PricedCheckout {
  const sorted = orders
    .map((order) => indexLines({ ...order, lines: order.lines.toSorted(byKey) }))
    .sort((a, b) => compareText(a.locationId, b.locationId));
  const byNumber = candidates.toSorted((a, b) => a.number - b.number);
  const eligibility = new Map<Candidate, Eligibility>();
  let open = byNumber;
  for (;;) {
    const priced = priceOpen(sorted, open, facts, eligibility);
    const [overspent] = open.filter((candidate) => isOverBudget(candidate, priced));
    if (!overspent) return { orders: orders.map((order) => inSequence(order, priced)), eligibility };
    // A budget that covers only a part of a discount gives none.
    open = open.filter((candidate) => candidate !== overspent);
    eligibility.set(overspent, { refusal: { reason: 'budget-spent' }, isProvisional: false });
  }
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const byKey = (
  a: { subProductId: string | null; id: string },
  b: { subProductId: string | null; id: string },
): number => compareText(a.subProductId ?? '', b.subProductId ?? '') || compareText(a.id, b.id);

function inSequence(order: CheckoutOrder, priced: readonly PricedCheckoutOrder[]): PricedCheckoutOrder {
  const found = priced.find(({ locationId }) => locationId === order.locationId)!;
  const lines = new Map(found.lines.map((line) => [line.id, line]));
  return { ...found, lines: order.lines.map(({ id }) => lines.get(id)!) };
}

/** The discount of a promotion on an order, on its items and on its delivery fee. */
export function discountOfPromotion(candidate: Candidate, order: PricedCheckoutOrder): number {
  const onItems = order.lines
    .flatMap(({ discounts }) => discounts)
    .filter((one) => one.candidate === candidate)
    .reduce((sum, { amount }) => sum + amount, 0);
  return onItems + (order.choice.delivery === candidate ? order.deliveryDiscount : 0);
}

/** A promotion's discount on an order, by who pays it. */
export function fundedOfPromotion(candidate: Candidate, order: PricedCheckoutOrder): Funded {
  const parts = order.lines
    .flatMap(({ discounts }) => discounts)
    .filter((one) => one.candidate === candidate)
    .map(({ funded }) => funded);
  if (order.choice.delivery === candidate) parts.push(order.deliveryFunded);
  const sum = (funder: keyof Funded) => parts.reduce((total, part) => total + part[funder], 0);
  return { marketplace: sum('marketplace'), location: sum('location'), vendor: sum('vendor') };
}

function isOverBudget(candidate: Candidate, orders: readonly PricedCheckoutOrder[]): boolean {
  const { budgetLeft } = candidate.limits;
  if (budgetLeft === null || candidate.granted) return false;
  return orders.reduce((sum, order) => sum + discountOfPromotion(candidate, order), 0) > budgetLeft;
}

/** Whether an amount is spread over the orders of the checkout. The share of a placed order is its own. */
export const isOfCheckout = ({ terms: { reward }, granted }: Candidate): boolean =>
  reward.kind === 'amount' && reward.per === 'checkout' && granted === null;

function priceOpen(
  orders: readonly IndexedOrder[],
  open: readonly Candidate[],
  facts: CheckoutFacts,
  eligibility: Map<Candidate, Eligibility>,
): PricedCheckoutOrder[] {
  const ofCheckout = open.filter(isOfCheckout);
  const alone = open.filter((candidate) => !isOfCheckout(candidate));
  const spread: SpreadAmount[] = ofCheckout.flatMap((candidate) => {
    const found = checkEligibility(candidate, orders, facts);
    eligibility.set(candidate, found);
    return found.refusal
      ? []
      : [{ candidate, orders: orders.filter((order) => reachesOrder(candidate, order)) }];
  });
  const choosers = orders.map((order) => {
    const eligible = alone.filter((candidate) => {
      const found = checkEligibility(candidate, [order], facts);
      const earlier = eligibility.get(candidate);
      // Of several orders, the one that comes closest says why.
      if (!earlier || earlier.refusal?.reason === 'other-location' || !found.refusal)
        eligibility.set(candidate, found);
      return !found.refusal;
    });
    return orderChooser(order, eligible, facts);
  });
  const results = [null, ...spread].map((amount) => {
    const choices = orders.map((order, index) =>
      choosers[index]!(amount?.orders.includes(order) ? amount.candidate : null),
    );
    return priceChoices(orders, choices, amount, facts);
  });
  return results.reduce((best, result) => (compareResults(result, best) < 0 ? result : best));
}

interface SpreadAmount {
  candidate: Candidate;
  orders: IndexedOrder[];
}

const reachesOrder = ({ locationIds, terms }: Candidate, order: IndexedOrder): boolean =>
  (locationIds === null || locationIds.includes(order.locationId)) &&
  order.matching(terms.goods).some((index) => goodsValue(order.lines[index]!) > 0);

/** Prices orders together, since an amount per checkout is spread over all of their lines. */
function priceChoices(
  orders: readonly IndexedOrder[],
  choices: readonly OrderChoice[],
  spread: SpreadAmount | null,
  facts: CheckoutFacts,
): PricedCheckoutOrder[] {
  const stages = orders.map((order, index) => {
    const choice = choices[index]!;
    return stageLines(order, choice.goods, planPercentFor(choice, facts));
  });
  const bases = orders.map((order, index) => {
    const promotion = choices[index]!.order;
    return promotion && spread?.orders.includes(order) ? amountBases(promotion, stages[index]!) : [];
  });
  const shared = spread ? spreadAmount(spread.candidate, bases.flat()) : [];
  return orders.map((order, index) => {
    const choice = choices[index]!;
    const own = shared.splice(0, bases[index]!.length);
    const lines =
      own.length === 0
        ? linesOfOrder(stages[index]!, choice.order, facts)
        : priceLines(stages[index]!, choice.order, own, facts);
    return priceOrder(order, choice, lines, facts);
  });
}

/** Prices the lines with a promotion that is spread over them alone. */
function linesOfOrder(
  stages: readonly Stage[],
  promotion: Candidate | null,
  facts: CheckoutFacts,
): PricedLines {
  const amounts = promotion ? spreadAmount(promotion, amountBases(promotion, stages)) : [];
  return priceLines(stages, promotion, amounts, facts);
}

function spreadAmount({ terms: { reward }, granted }: Candidate, bases: readonly number[]): number[] {
  if (reward.kind !== 'amount') return [];
  const whole = bases.reduce((sum, base) => sum + base, 0);
  return allocate(Math.min(granted?.share ?? reward.amount, whole), bases);
}

/** The lowest total wins, then more coins, then the lower part paid by locations, then the smaller list of numbers. */
function compareResults(a: readonly PricedCheckoutOrder[], b: readonly PricedCheckoutOrder[]): number {
  const sum = (orders: readonly PricedCheckoutOrder[], of: (order: PricedCheckoutOrder) => number) =>
    orders.reduce((total, order) => total + of(order), 0);
  return (
    sum(a, ({ total }) => total) - sum(b, ({ total }) => total) ||
    sum(b, ({ coins }) => coins) - sum(a, ({ coins }) => coins) ||
    sum(a, ofLocation) - sum(b, ofLocation) ||
    compareNumbers(numbersOf(a), numbersOf(b))
  );
}

const ofLocation = ({ paidByLocation, deliveryFunded }: PricedCheckoutOrder): number =>
  paidByLocation + deliveryFunded.location;

const numbersOf = (orders: readonly PricedCheckoutOrder[]): number[] =>
  [...new Set(orders.flatMap((order) => appliedTo(order).map(({ number }) => number)))].sort((a, b) => a - b);

/** The promotions that give an order something. */
export function appliedTo({
  choice,
  reducedBy,
  deliveryDiscount,
  coinMultiplier,
  bonusCoins,
  coins,
}: PricedCheckoutOrder) {
  const reward = choice.coins?.terms.reward;
  const isMultiplied = reward?.kind === 'coins' && reward.multiplier === coinMultiplier && coins > 0;
  return [
    ...new Set([
      ...reducedBy,
      ...(choice.delivery && deliveryDiscount > 0 ? [choice.delivery] : []),
      ...(choice.coins && (bonusCoins > 0 || isMultiplied) ? [choice.coins] : []),
    ]),
  ].sort((a, b) => a.number - b.number);
}

const classOfCandidate = ({ terms }: Candidate): RewardClass => classOf[terms.reward.kind];

/** Whether two promotions may apply to the same order. */
export function combine(a: Candidate, b: Candidate): boolean {
  if (isAlone(a) || isAlone(b)) return false;
  const allows = ({ terms: { combines } }: Candidate, other: RewardClass) =>
    other === 'coins' || combines[other];
  return allows(a, classOfCandidate(b)) && allows(b, classOfCandidate(a));
}

/** How many promotions of a class are compared in full: the most useful of each kind of exclusion. */
const maxPerKind = 4;

/** Returns a function that finds the best choice for an order, given the promotion of the whole checkout. */
function orderChooser(order: IndexedOrder, eligible: readonly Candidate[], facts: CheckoutFacts) {
  const ofClass = (wanted: RewardClass) => eligible.filter((one) => classOfCandidate(one) === wanted);
  const offers = ofClass('goods').map((candidate) => offerOf(candidate, order));
  const value = (candidate: Candidate) => estimate(candidate, order);
  const amounts = mostUseful(ofClass('order'), value);
  const deliveries = mostUseful(ofClass('delivery'), value);
  const coins = mostUseful(ofClass('coins'), value);
  const goodsFor = goodsChooser(offers, order, facts);
  const linesFor = linePricer(order, facts);

  return (ofCheckout: Candidate | null): OrderChoice => {
    let best: PricedCheckoutOrder | null = null;
    for (const own of ofCheckout ? [ofCheckout] : [null, ...amounts]) {
      for (const delivery of [null, ...deliveries]) {
        for (const bonus of [null, ...coins]) {
          const others = [own, delivery, bonus].filter((one) => one !== null);
          if (!others.every((a, index) => others.slice(index + 1).every((b) => combine(a, b)))) continue;
          for (const goods of goodsFor(others)) {
            const choice = { goods, order: own, delivery, coins: bonus };
            const priced = priceOrder(order, choice, linesFor(choice), facts);
            const isBetter = !best || compareResults([priced], [best]) < 0;
            if (isBetter && isEffective(priced, ofCheckout)) best = priced;
          }
        }
      }
    }
    return best!.choice;
  };
}

/** Prices the lines of an order once for all promotions of delivery and coins, which don't change them. */
function linePricer(order: CheckoutOrder, facts: CheckoutFacts) {
  const stagesOf = new Map<readonly GoodsUse[], Map<number, Stage[]>>();
  const linesOf = new Map<Stage[], Map<Candidate | null, PricedLines>>();
  return (choice: OrderChoice): PricedLines => {
    const planPercent = planPercentFor(choice, facts);
    const byPercent = getOrAdd(stagesOf, choice.goods, () => new Map<number, Stage[]>());
    const stages = getOrAdd(byPercent, planPercent, () => stageLines(order, choice.goods, planPercent));
    const byPromotion = getOrAdd(linesOf, stages, () => new Map<Candidate | null, PricedLines>());
    return getOrAdd(byPromotion, choice.order, () => linesOfOrder(stages, choice.order, facts));
  };
}

function getOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}

/** A promotion that gives nothing isn't applied. The part of the whole checkout's promotion isn't known yet. */
function isEffective(priced: PricedCheckoutOrder, ofCheckout: Candidate | null): boolean {
  const { order, delivery, coins } = priced.choice;
  const applied = appliedTo(priced);
  return [order, delivery, coins].every((one) => one === null || one === ofCheckout || applied.includes(one));
}

function estimate(candidate: Candidate, { lines, deliveryFee, matching }: IndexedOrder): number {
  const { granted } = candidate;
  const { reward, goods } = candidate.terms;
  if (reward.kind === 'delivery') return deliveryDiscountOf(candidate, deliveryFee);
  const value = matching(goods).reduce((sum, index) => sum + goodsValue(lines[index]!), 0);
  if (reward.kind === 'amount') return Math.min(granted?.share ?? reward.amount, value);
  return reward.kind === 'coins' ? (reward.bonus ?? 0) + (reward.multiplier ?? 0) * value : 0;
}

/** Promotions of a kind allow the same others. */
const kindOf = ({ terms: { combines, reward } }: Candidate): string =>
  [
    classOf[reward.kind],
    combines.goods,
    combines.order,
    combines.delivery,
    combines.plan,
    reward.kind === 'coins' && reward.bonus === undefined,
  ].join();

function mostUseful(candidates: readonly Candidate[], value: (candidate: Candidate) => number): Candidate[] {
  return [...Map.groupBy(candidates, kindOf).values()].flatMap((kind) => {
    const values = new Map(kind.map((candidate) => [candidate, value(candidate)]));
    return kind
      .filter((candidate) => values.get(candidate)! > 0)
      .sort((a, b) => values.get(b)! - values.get(a)!)
      .slice(0, maxPerKind);
  });
}

/**
 * Returns a function that finds the uses of goods promotions to compare beside promotions of other classes: none, the best of all
 * that combine with each other, and each that allows no other.
 */
function goodsChooser(offers: readonly Offer[], order: IndexedOrder, facts: CheckoutFacts) {
  const byKinds = new Map<string, GoodsUse[][]>();
  const byOffers = new Map<string, GoodsUse[]>();
  const none: GoodsUse[] = [];
  return (others: readonly Candidate[]): GoodsUse[][] =>
    getOrAdd(byKinds, others.map(kindOf).join(' '), () => {
      const allowed = offers.filter(({ candidate }) => others.every((other) => combine(candidate, other)));
      const together = allowed.filter(({ candidate }) => candidate.terms.combines.goods);
      const single = allowed
        .filter(({ candidate }) => !candidate.terms.combines.goods)
        .map((offer) => [offer]);
      const amount = others.find((one) => classOfCandidate(one) === 'order') ?? null;
      const choose = (some: readonly Offer[]): GoodsUse[] => {
        const isPlanOff = [...others, ...some.map(({ candidate }) => candidate)].some(isAlone);
        const planPercent = planPercentOf(amount, isPlanOff, facts);
        const key = [planPercent, ...some.map(({ candidate }) => candidate.number)].join();
        return getOrAdd(byOffers, key, () =>
          chooseGoods(some, order.lines, worthOf(order.lines, planPercent, facts)),
        );
      };
      return [none, choose(together), ...single.map(choose)];
    });
}
