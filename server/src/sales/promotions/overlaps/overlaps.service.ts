import { matchesGoods } from '@aisle/contract/sales/promotions/engine/goods';
import { runTogether } from '@aisle/contract/sales/promotions/promotion-overlaps';
import { classOf, type PromotionGoods } from '@aisle/contract/sales/promotions/promotion-terms';
import { hasAllGoods } from '@aisle/contract/sales/promotions/promotion-text';
import type { PromotionOverlaps } from '@aisle/contract/sales/promotions/promotions';
import type { Tx } from '../../../core/db/db.ts';
import {
  findRunning,
  findSelectable,
  hasMoreThanCompared,
  type RunningPromotion,
  type Selectors,
} from './overlaps.queries.ts';

/** The most promotions that are listed for each one. */
const maxListed = 20;

/** The items of a promotion: the items to buy and the reduced items. */
const selectionsOf = ({ goods, reward }: RunningPromotion): PromotionGoods[] =>
  reward.kind === 'buyGet' && reward.getGoods ? [goods, reward.getGoods] : [goods];

const isWholeCatalog = (goods: PromotionGoods) =>
  hasAllGoods(goods) && hasAllGoods({ ...goods, ...goods.exclude });

/** The published promotions that can compete with each of these, which can be drafts. */
export async function overlapsOf(tx: Tx, promotionIds: readonly string[]): Promise<PromotionOverlaps[]> {
  const running = await findRunning(tx, promotionIds);
  const published = running.filter(({ status }) => status !== 'draft' && status !== 'ended');
  const candidates = new Map(
    running
      .filter(({ _id, status }) => promotionIds.includes(_id) && status !== 'ended')
      .map((one) => [one, published.filter((other) => other !== one && runTogether(one, other))]),
  );
  const shares = await goodsSharedBy(tx, candidates);
  const isPartial = await hasMoreThanCompared(tx);
  return [...candidates].map(([one, others]) => {
    const found = others.filter((other) => shares(one, other));
    const promotions = found
      .slice(0, maxListed)
      .map(({ _id, number, name, status }) => ({ _id, number, name, status }));
    return { promotionId: one._id, count: found.length, isPartial, promotions };
  });
}

type Shares = (one: RunningPromotion, other: RunningPromotion) => boolean;
/** Compares the items of promotions on items. An order has at most one promotion of each other class. */
async function goodsSharedBy(
  tx: Tx,
  candidates: ReadonlyMap<RunningPromotion, RunningPromotion[]>,
): Promise<Shares> {
  const compared = new Set(
    [...candidates]
      .filter(([one, others]) => others.length > 0 && classOf[one.reward.kind] === 'goods')
      .flatMap(([one, others]) => [one, ...others]),
  );
  const selections = [...compared].flatMap(selectionsOf);
  if (selections.every(isWholeCatalog)) return () => true;
  const sold = await findSelectable(tx, namedIn(selections));
  const items = new Map(
    [...compared].map((one) => {
      const selected = selectionsOf(one);
      const indexes = sold.flatMap((item, index) =>
        selected.some((goods) => matchesGoods(goods, item)) ? [index] : [],
      );
      return [one, new Set(indexes)];
    }),
  );
  return (one, other) => {
    const [mine, theirs] = [items.get(one), items.get(other)];
    return !mine || !theirs || [...mine].some((index) => theirs.has(index));
  };
}

function namedIn(selections: readonly PromotionGoods[]): Selectors {
  const lists = selections.flatMap((goods) => [goods, goods.exclude]);
  const all = (list: keyof Selectors) => [...new Set(lists.flatMap((one) => one[list]))];
  return {
    brandIds: all('brandIds'),
    productIds: all('productIds'),
    subProductIds: all('subProductIds'),
    tags: all('tags'),
  };
}
