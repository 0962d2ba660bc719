import { lineAmount } from '../../../core/money.ts';
import type { PromotionGoods } from '../promotion-terms.ts';
import type { CheckoutLine, CheckoutOrder } from './checkout.ts';

type Lists = Omit<PromotionGoods, 'exclude' | 'includeSale'>;
/** The facts by which promotions select items. */
export type SelectedGoods = Pick<
  CheckoutLine,
  'subProductId' | 'productId' | 'brandId' | 'categoryIds' | 'tags' | 'isOnSale'
>;

const isEmpty = ({ categoryIds, brandIds, productIds, subProductIds, tags }: Lists): boolean =>
  categoryIds.length + brandIds.length + productIds.length + subProductIds.length + tags.length === 0;

const holds = (list: readonly string[], id: string | null): boolean =>
  list.length > 0 && id !== null && list.includes(id);
const holdsAny = (list: readonly string[], ids: readonly string[]): boolean =>
  list.length > 0 && ids.some((id) => list.includes(id));

const isListed = (lists: Lists, line: SelectedGoods): boolean =>
  holds(lists.subProductIds, line.subProductId) ||
  holds(lists.productIds, line.productId) ||
  holds(lists.brandIds, line.brandId) ||
  holdsAny(lists.categoryIds, line.categoryIds) ||
  holdsAny(lists.tags, line.tags);

/** Whether a promotion's goods include a line. An empty selection matches all goods, and exclusions win. */
export function matchesGoods(goods: PromotionGoods, line: SelectedGoods): boolean {
  if (line.subProductId === null || (line.isOnSale && !goods.includeSale)) return false;
  return (isEmpty(goods) || isListed(goods, line)) && !isListed(goods.exclude, line);
}

/** An order whose lines are found by the goods that a promotion selects, so that not every line is compared with every promotion. */
export interface IndexedOrder extends CheckoutOrder {
  /** The indexes of the lines that these goods include, in the sequence of the order. */
  matching: (goods: PromotionGoods) => readonly number[];
}

export function indexLines<Order extends CheckoutOrder>(order: Order): Order & IndexedOrder {
  const { lines } = order;
  const all = [...lines.keys()];
  const by = (idsOf: (line: CheckoutLine) => readonly (string | null)[]) => {
    const found = new Map<string | null, number[]>();
    for (const index of all) {
      for (const id of idsOf(lines[index]!)) {
        const earlier = found.get(id);
        if (earlier) earlier.push(index);
        else found.set(id, [index]);
      }
    }
    return (ids: readonly string[], listed: Set<number>) => {
      for (const id of ids) for (const index of found.get(id) ?? []) listed.add(index);
    };
  };
  const bySubProduct = by(({ subProductId }) => [subProductId]);
  const byProduct = by(({ productId }) => [productId]);
  const byBrand = by(({ brandId }) => [brandId]);
  const byCategory = by(({ categoryIds }) => categoryIds);
  const byTag = by(({ tags }) => tags);
  const listedIn = (goods: Lists): number[] => {
    const listed = new Set<number>();
    bySubProduct(goods.subProductIds, listed);
    byProduct(goods.productIds, listed);
    byBrand(goods.brandIds, listed);
    byCategory(goods.categoryIds, listed);
    byTag(goods.tags, listed);
    return [...listed].sort((a, b) => a - b);
  };
  const find = (goods: PromotionGoods): readonly number[] =>
    (isEmpty(goods) ? all : listedIn(goods)).filter((index) => matchesGoods(goods, lines[index]!));
  const known = new Map<PromotionGoods, readonly number[]>();
  const matching = (goods: PromotionGoods): readonly number[] => {
    const earlier = known.get(goods);
    if (earlier) return earlier;
    const indexes = find(goods);
    known.set(goods, indexes);
    return indexes;
  };
  return { ...order, matching };
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
