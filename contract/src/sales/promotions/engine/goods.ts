import { lineAmount } from '../../../core/money.ts';
import type { PromotionGoods } from '../promotion-terms.ts';
import type { CheckoutLine } from './checkout.ts';

type Lists = Omit<PromotionGoods, 'exclude' | 'includeSale'>;

const hasAny = ({ categoryIds, brandIds, productIds, subProductIds, tags }: Lists): boolean =>
  [categoryIds, brandIds, productIds, subProductIds, tags].some((list) => list.length > 0);

const isListed = (lists: Lists, line: CheckoutLine): boolean =>
  (line.subProductId !== null && lists.subProductIds.includes(line.subProductId)) ||
  (line.productId !== null && lists.productIds.includes(line.productId)) ||
  (line.brandId !== null && lists.brandIds.includes(line.brandId)) ||
  line.categoryIds.some((id) => lists.categoryIds.includes(id)) ||
  line.tags.some((tag) => lists.tags.includes(tag));

/** Whether a promotion's goods include a line. An empty selection matches all goods, and exclusions win. */
export function matchesGoods(goods: PromotionGoods, line: CheckoutLine): boolean {
  if (line.subProductId === null || (line.isOnSale && !goods.includeSale)) return false;
  return (!hasAny(goods) || isListed(goods, line)) && !isListed(goods.exclude, line);
}

/** Whole units can form sets. Weighed goods and fractional quantities only take part by value. */
export const isCounted = ({ quantity, soldByWeight }: CheckoutLine): boolean =>
  !soldByWeight && Number.isInteger(quantity);

/** The number of units that promotions choose among: a line that isn't counted is one unit. */
export const unitsOf = (line: CheckoutLine): number =>
  line.quantity === 0 ? 0 : isCounted(line) ? line.quantity : 1;

/** The value of a number of units of a line at a price. */
export const valueAt = (line: CheckoutLine, price: number, units: number): number =>
  isCounted(line) ? price * units : units > 0 ? lineAmount(price, line.quantity) : 0;

export const goodsValue = (line: CheckoutLine, units = unitsOf(line)): number =>
  valueAt(line, line.unitPrice, units);
