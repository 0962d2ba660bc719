import { classOf, type PromotionGoods } from '@aisle/contract/sales/promotions/promotion-terms';
import { hasAllGoods } from '@aisle/contract/sales/promotions/promotion-text';
import type { Promotion } from '@aisle/contract/sales/promotions/promotions';

const lists = ['categoryIds', 'brandIds', 'productIds', 'subProductIds', 'tags'] as const;

const sharesGoods = (one: PromotionGoods, other: PromotionGoods): boolean =>
  hasAllGoods(one) ||
  hasAllGoods(other) ||
  lists.some((list) => one[list].some((value) => other[list].includes(value)));

const sharesLocation = (one: Promotion, other: Promotion): boolean =>
  one.locationIds === null ||
  other.locationIds === null ||
  one.locationIds.some((id) => other.locationIds?.includes(id));

const endOf = ({ schedule }: Promotion): number =>
  schedule.endsAt ? Date.parse(schedule.endsAt) : Number.POSITIVE_INFINITY;
const sharesTime = (one: Promotion, other: Promotion): boolean =>
  Date.parse(one.schedule.startsAt) < endOf(other) && Date.parse(other.schedule.startsAt) < endOf(one);

/**
 * Published promotions of the same class that run at the same time and place, for all items or for a category, brand, product or
 * tag that both name.
 */
export const overlapsOf = (promotion: Promotion, others: readonly Promotion[]): Promotion[] =>
  others.filter(
    (other) =>
      other._id !== promotion._id &&
      other.status !== 'ended' &&
      promotion.status !== 'ended' &&
      classOf[other.reward.kind] === classOf[promotion.reward.kind] &&
      sharesTime(promotion, other) &&
      sharesLocation(promotion, other) &&
      sharesGoods(promotion.goods, other.goods),
  );
