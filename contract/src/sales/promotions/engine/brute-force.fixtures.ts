import { allocate } from '../../../core/money.ts';
import type { Candidate, CheckoutFacts, CheckoutOrder } from './checkout.ts';
import { checkEligibility } from './eligibility.ts';
import { goodsValue, indexLines, isCounted, unitsOf } from './goods.ts';
import { type GoodsSet, type GoodsUse, type Offer, offerOf } from './goods-use.ts';
import {
  amountBases,
  isAlone,
  type OrderChoice,
  planPercentFor,
  priceLines,
  priceOrder,
  stageLines,
} from './price-order.ts';

/** The lowest total of an order, found by trying every promotion on every unit. */
export function lowestTotal(
  checkoutOrder: CheckoutOrder,
  candidates: readonly Candidate[],
  facts: CheckoutFacts,
): number {
  const order = indexLines(checkoutOrder);
  const eligible = candidates.filter((one) => !checkEligibility(one, [order], facts).refusal);
  const ofKind = (...kinds: string[]) => eligible.filter(({ terms }) => kinds.includes(terms.reward.kind));
  const offers = ofKind('percent', 'price', 'bundle', 'buyGet').map((one) => offerOf(one, order));
  let lowest = Number.POSITIVE_INFINITY;
  for (const goods of everyUse(order, offers)) {
    for (const amount of [null, ...ofKind('amount')]) {
      for (const delivery of [null, ...ofKind('delivery')]) {
        const choice: OrderChoice = { goods, order: amount, delivery, coins: null };
        if (isAllowed(choice)) lowest = Math.min(lowest, totalOf(order, choice, facts));
      }
    }
  }
  return lowest;
}

function totalOf(order: CheckoutOrder, choice: OrderChoice, facts: CheckoutFacts): number {
  const stages = stageLines(order, choice.goods, planPercentFor(choice, facts));
  const bases = choice.order ? amountBases(choice.order, stages) : stages.map(() => 0);
  const reward = choice.order?.terms.reward;
  const amount = reward?.kind === 'amount' ? reward.amount : 0;
  const whole = bases.reduce((sum, base) => sum + base, 0);
  const amounts = allocate(Math.min(amount, whole), bases);
  return priceOrder(order, choice, priceLines(stages, choice.order, amounts, facts), facts).total;
}

function isAllowed({ goods, order, delivery }: OrderChoice): boolean {
  const all = [
    ...goods.map(({ offer }) => ({ one: offer.candidate, kind: 'goods' as const })),
    ...(order ? [{ one: order, kind: 'order' as const }] : []),
    ...(delivery ? [{ one: delivery, kind: 'delivery' as const }] : []),
  ];
  return all.every((a, index) =>
    all.every(
      (b, other) => index === other || (a.one.terms.combines[b.kind] && !isAlone(a.one) && !isAlone(b.one)),
    ),
  );
}

/** Gives each unit to each promotion that matches it, or to none. */
function* everyUse(order: CheckoutOrder, offers: readonly Offer[]): Generator<GoodsUse[]> {
  const units = order.lines
    .flatMap((line, index) => Array.from({ length: unitsOf(line) }, () => index))
    .sort((a, b) => goodsValue(order.lines[b]!, 1) - goodsValue(order.lines[a]!, 1));
  function* assign(taken: readonly (Offer | null)[]): Generator<GoodsUse[]> {
    const line = units[taken.length];
    if (line === undefined) {
      const uses = offers.map((offer) =>
        useOf(
          offer,
          units.filter((_, index) => taken[index] === offer),
          order,
        ),
      );
      yield uses.filter(({ units: some, sets }) => some.size + sets.length > 0);
      return;
    }
    yield* assign([...taken, null]);
    for (const offer of offers) {
      if (offer.isBought[line] || offer.isReduced[line]) yield* assign([...taken, offer]);
    }
  }
  yield* assign([]);
}

const countOf = (lines: readonly number[]): Map<number, number> => {
  const counts = new Map<number, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
};

/** The best use of exactly these units, by falling price. Units that complete no set stay without a discount. */
function useOf(offer: Offer, units: readonly number[], { lines }: CheckoutOrder): GoodsUse {
  const { reward } = offer.candidate.terms;
  if (reward.kind === 'percent') return { offer, units: countOf(units), sets: [] };
  if (reward.kind === 'price') {
    return { offer, units: countOf(units.filter((line) => lines[line]!.unitPrice > reward.price)), sets: [] };
  }
  const counted = units.filter((line) => isCounted(lines[line]!));
  const sets: GoodsSet[] = [];
  if (reward.kind === 'bundle') {
    for (let at = 0; at + reward.quantity <= counted.length; at += reward.quantity) {
      const set = countOf(counted.slice(at, at + reward.quantity));
      const value = [...set].reduce((sum, [line, count]) => sum + goodsValue(lines[line]!, count), 0);
      if (value > reward.price) sets.push({ units: set, reduced: set, count: 1 });
    }
  }
  if (reward.kind === 'buyGet') {
    const isSame = offer.isBought === offer.isReduced;
    const [bought, reduced] = [
      counted.filter((line) => offer.isBought[line]),
      counted.filter((line) => offer.isReduced[line]),
    ];
    for (let set = 0; set < (reward.times ?? 100); set += 1) {
      const start = isSame ? set * (reward.buy + reward.get) : set * reward.buy;
      const buy = bought.slice(start, start + reward.buy);
      const from = isSame ? start + reward.buy : set * reward.get;
      const get = reduced.slice(from, from + reward.get);
      if (buy.length < reward.buy || get.length < reward.get) break;
      sets.push({ units: countOf([...buy, ...get]), reduced: countOf(get), count: 1 });
    }
  }
  return { offer, units: new Map(), sets };
}
