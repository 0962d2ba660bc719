import { lineAmount } from '../../../core/money.ts';
import type { PromotionGoods } from '../promotion-terms.ts';
import type { CheckoutLine } from './checkout.ts';

type Lists = Omit<PromotionGoods, 'exclude' | 'includeSale'>;

// Each line of a basket is compared with each promotion, so that empty lists cost nothing.
const isEmpty = ({ categoryIds, brandIds, productIds, subProductIds, tags }: Lists): boolean =>
  categoryIds.length + brandIds.length + productIds.length + subProductIds.length + tags.length === 0;

const holds = (list: readonly string[], id: string | null): boolean =>
  list.length > 0 && id !== null && list.includes(id);
const holdsAny = (list: readonly string[], ids: readonly string[]): boolean =>
  list.length > 0 && ids.some((id) => list.includes(id));

const isListed = (lists: Lists, line: CheckoutLine): boolean =>
  holds(lists.subProductIds, line.subProductId) ||
  holds(lists.productIds, line.productId) ||
  holds(lists.brandIds, line.brandId) ||
  holdsAny(lists.categoryIds, line.categoryIds) ||
  holdsAny(lists.tags, line.tags);

/** Whether a promotion's goods include a line. An empty selection matches all goods, and exclusions win. */
export function matchesGoods(goods: PromotionGoods, line: CheckoutLine): boolean {
  if (line.subProductId === null || (line.isOnSale && !goods.includeSale)) return false;
  return (isEmpty(goods) || isListed(goods, line)) && !isListed(goods.exclude, line);
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
