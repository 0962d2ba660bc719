import type {
  PromotionGoods,
  PromotionTerms,
  Reward,
} from '@aisle/contract/sales/promotions/promotion-terms';
import { hasAllGoods } from '@aisle/contract/sales/promotions/promotion-text';
import type { BelowCost } from '@aisle/contract/sales/promotions/promotions';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '../../../core/db/db.ts';
import { itemNameOf } from '../../../core/list/item-names.ts';

/** The most items that are listed. All are counted. */
const maxListed = 100;
const price = sql`coalesce(s.sale_price, s.price)`;

/** The sellable items whose lowest price with these terms is below their cost, at catalog prices. */
export async function findBelowCost(tx: Tx, terms: PromotionTerms): Promise<BelowCost> {
  const { reward } = terms;
  const newPrice = lowestPrice(terms);
  if (newPrice === null) return { count: 0, items: [] };
  const goods = reward.kind === 'buyGet' ? (reward.getGoods ?? terms.goods) : terms.goods;
  const { rows } = await sql<BelowCost>`
    WITH below AS MATERIALIZED (
      SELECT s.id, s.cost_price, priced.price, priced.new_price
      FROM sub_products s JOIN sellable_goods sold ON sold.sub_product_id = s.id
      JOIN products p ON p.id = s.product_id
      JOIN categories c ON c.id = p.category_id LEFT JOIN categories parent ON parent.id = c.parent_id
      CROSS JOIN LATERAL (SELECT ${price} AS price, ${newPrice} AS new_price) priced
      WHERE priced.new_price < s.cost_price AND priced.new_price < priced.price AND ${isOneOfGoods(goods)})
    SELECT (SELECT count(*) FROM below)::int AS count, (SELECT coalesce(json_agg(listed), '[]') FROM (
      SELECT s.id AS "subProductId", s.product_id AS "productId", ${itemNameOf('s')} AS name, s.sku, below.price, below.cost_price AS "costPrice",
        below.new_price AS "newPrice"
      FROM below JOIN sub_products s ON s.id = below.id
      ORDER BY below.new_price - below.cost_price, s.id LIMIT ${sql.lit(maxListed)}) listed) AS items`.execute(
    tx,
  );
  return rows[0]!;
}

/** The lowest price of a unit `s` with the terms, in sets of the same item; null if they don't lower prices of items. */
function lowestPrice({ reward, conditions }: PromotionTerms): RawBuilder<unknown> | null {
  switch (reward.kind) {
    case 'percent':
      return sql`${price} - least(${percentOf(reward.percent)}, ${reward.maxAmount}::bigint)`;
    case 'price':
      return sql`least(${reward.price}::bigint, ${price})`;
    case 'bundle':
      return sql`CASE WHEN s.sold_by_weight THEN ${price}
        ELSE least(round(${reward.price}::numeric / ${reward.quantity}::int)::bigint, ${price}) END`;
    case 'buyGet':
      return sql`CASE WHEN s.sold_by_weight THEN ${price} ELSE ${ofSet(reward)} END`;
    case 'amount':
      // The smallest order that gets the amount has the largest discount of each item.
      return sql`${price} - round(${price} * least(1, ${reward.amount}::numeric / greatest(${conditions.minGoods}::bigint, ${price})))::bigint`;
    default:
      return null;
  }
}

const percentOf = (percent: number) => sql`round(${price} * ${percent}::numeric / 100)::bigint`;

/** The discount of a set is spread over all its units, unless the other units are other goods. */
function ofSet({ buy, get, percent, getGoods }: Extract<Reward, { kind: 'buyGet' }>): RawBuilder<unknown> {
  if (getGoods) return sql`${price} - ${percentOf(percent)}`;
  return sql`${price} - round(${price} * ${get}::int * ${percent}::numeric / 100 / ${buy + get}::int)::bigint`;
}

/** Whether an item belongs to the goods, as `matchesGoods` in the contract decides for a line. */
function isOneOfGoods(goods: PromotionGoods): RawBuilder<SqlBool> {
  const included = hasAllGoods(goods) ? sql`true` : isListed(goods);
  const onSale = goods.includeSale ? sql`true` : sql`s.sale_price IS NULL`;
  return sql`(${included} AND NOT ${isListed(goods.exclude)} AND ${onSale})`;
}

const isListed = ({
  categoryIds,
  brandIds,
  productIds,
  subProductIds,
  tags,
}: Omit<PromotionGoods, 'exclude' | 'includeSale'>): RawBuilder<SqlBool> => sql`
  coalesce(s.id = ANY (${subProductIds}::uuid[]) OR p.id = ANY (${productIds}::uuid[]) OR p.brand_id = ANY (${brandIds}::uuid[])
    OR ARRAY[c.id, parent.id, parent.parent_id] && ${categoryIds}::uuid[] OR p.tags && ${tags}::text[], false)`;
