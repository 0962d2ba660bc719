import type {
  ProductGrouping,
  ProductMetrics,
  ProductReportInput,
  ProductReportRow,
} from '@aisle/contract/overview/reports';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { byName } from '../../core/list/by-name.ts';
import { type Days, isAt, locationsAt, productColumns } from '../../ledgers/figures/figure-days.queries.ts';
import { productDeltas, productsOf } from '../../ledgers/figures/product-figures.queries.ts';
import { type Paging, pageBy } from './report-pages.queries.ts';

type ProductFigure = keyof ProductMetrics;
type Value = RawBuilder<unknown>;
/** Quantities that count items sold by weight separately, in pounds. */
const quantities = ['units', 'refunded_units', 'waste', 'counter_units'] as const;
/** The sums of a period, in contrast to the current stock. */
const periodSums = [
  ...productColumns,
  'waste_value',
  ...quantities.map((name) => `${name}_pounds` as const),
] as const;
const stockSums = ['stock', 'stock_pounds', 'worth'] as const;
type StockSum = (typeof stockSums)[number];
type SumName = (typeof periodSums)[number] | StockSum;
type Sums = (name: SumName) => Value;
const share = (part: Value, whole: Value) => sql`(${part})::float8 / nullif(${whole}, 0)`;
/** Quantities in sums are in thousandths. */
const quantity = (thousandths: Value) => sql`(${thousandths} / 1000.0)::float8`;

/** A sub-product has only one of the two. */
const allSold = (sum: Sums) => sql`(${sum('units')} + ${sum('units_pounds')})`;
const allStock = (sum: Sums) => sql`(${sum('stock')} + ${sum('stock_pounds')})`;

/** Each metric, computed from sums over a number of days. */
const metricSql: Record<ProductFigure, (sum: Sums, days: number) => Value> = {
  units: (sum) => quantity(sum('units')),
  pounds: (sum) => quantity(sum('units_pounds')),
  revenue: (sum) => sum('revenue'),
  counterUnits: (sum) => quantity(sum('counter_units')),
  counterPounds: (sum) => quantity(sum('counter_units_pounds')),
  counterRevenue: (sum) => sum('counter_revenue'),
  refunds: (sum) => sum('refunded'),
  net: (sum) => sql`${sum('revenue')} - ${sum('refunded')}`,
  cost: (sum) => sum('cost'),
  margin: (sum) => sql`${sum('revenue')} - ${sum('cost')}`,
  marginShare: (sum) => share(sql`${sum('revenue')} - ${sum('cost')}`, sum('revenue')),
  refundedUnits: (sum) => quantity(sum('refunded_units')),
  refundedPounds: (sum) => quantity(sum('refunded_units_pounds')),
  returns: (sum) => sum('returns'),
  stock: (sum) => quantity(sum('stock')),
  stockPounds: (sum) => quantity(sum('stock_pounds')),
  stockValue: (sum) => sum('worth'),
  daysOfStock: (sum, days) =>
    sql`round(${allStock(sum)} * ${sql.lit(days)} / nullif(greatest(${allSold(sum)}, 0), 0)::numeric, 1)::float8`,
  sellThrough: (sum) => share(allSold(sum), sql`${allSold(sum)} + ${allStock(sum)}`),
  wasteValue: (sum) => sum('waste_value'),
  waste: (sum) => quantity(sum('waste')),
  wastePounds: (sum) => quantity(sum('waste_pounds')),
};
const metricNames = Object.keys(metricSql) as ProductFigure[];
interface ProductReportQuery {
  range: Days;
  /** The number of days in the range that have begun. */
  days: number;
  before: (Days & { days: number }) | null;
  places: readonly string[] | null;
  /** The actor has access to all locations. */
  isEverywhere: boolean;
  groupBy: ProductGrouping;
  filters: Pick<ProductReportInput, 'categoryId' | 'brandId' | 'productId'>;
  sort: ProductReportInput['sort'];
  paging: Paging;
}
interface ProductReportRead {
  total: number;
  records: Omit<ProductReportRow, 'key'>[];
  totals: ProductMetrics & { before: ProductMetrics | null };
}

const isStockSum = (name: SumName) => (stockSums as readonly string[]).includes(name);
/** Sums of the period or the preceding one. Stock is always current. */
const sumIn =
  (prefix: 'now' | 'was'): Sums =>
  (name) =>
    sql`coalesce(${sql.ref(isStockSum(name) ? name : `${prefix}_${name}`)}, 0)`;
const metricsAs = ({ days, before }: ProductReportQuery) => sql`
  ${sql.join(metricNames.map((name) => sql`${metricSql[name](sumIn('now'), days)} AS ${sql.ref(name)}`))},
  ${
    before === null
      ? sql`NULL::json`
      : sql`json_build_object(${sql.join(
          metricNames.map((name) => sql`${sql.lit(name)}, ${metricSql[name](sumIn('was'), before.days)}`),
        )})`
  } AS before`;
const prefixes = ({ before }: ProductReportQuery) => (before === null ? ['now'] : ['now', 'was']);
const allSums = (query: ProductReportQuery) =>
  sql.join(
    prefixes(query)
      .flatMap((prefix) => periodSums.map((name) => sql.ref(`${prefix}_${name}`)))
      .map((column) => sql`sum(${column})::bigint AS ${column}`),
  );
const allStockSums = sql.join(
  stockSums.map((name) => sql`sum(${sql.ref(name)})::bigint AS ${sql.ref(name)}`),
);
/** Pounds per unit of items that are sold by weight. */
const weighed = sql`weighed AS MATERIALIZED (
  SELECT id AS sub_product_id, CASE unit WHEN 'oz' THEN 1 / 16.0 WHEN 'kg' THEN 1 / 0.45359237 WHEN 'g' THEN 0.001 / 0.45359237
    ELSE 1 END AS pounds FROM sub_products WHERE sold_by_weight)`;
/** Splits a quantity into pieces and pounds; requires a join of `weighed`. */
const split = (name: string, as: string) => sql`
  CASE WHEN pounds IS NULL THEN ${sql.ref(name)} ELSE 0 END AS ${sql.ref(as)},
  coalesce(round(${sql.ref(name)} * pounds), 0)::bigint AS ${sql.ref(`${as}_pounds`)}`;

/** Reads the whole report in one statement, so that rows and totals are from the same moment. */
export async function productReport(tx: Tx, query: ProductReportQuery): Promise<ProductReportRead> {
  const { rows } = await sql<ProductReportRead>`
    WITH RECURSIVE ${locationsAt(query.places)}, ${productDeltas(query.range, ...(query.before ? [query.before] : []))},
      ${weighed}, ${filtered(query)} goods AS MATERIALIZED (${goodsOf(query)}),
      shelves AS MATERIALIZED (${shelvesOf(query)}), ${groupsOf(query)}
    SELECT (SELECT count(*) FROM groups) AS total, ${recordsOf(query)} AS records, (
      SELECT to_json(totals) FROM (
        SELECT ${metricsAs(query)} FROM (SELECT ${allSums(query)} FROM goods) whole,
          (SELECT ${allStockSums} FROM shelves) shelf) totals
    ) AS totals`.execute(tx);
  return rows[0]!;
}

/** Filters the sub-products. */
function filtered({ filters: { categoryId, brandId, productId } }: ProductReportQuery): Value {
  const conditions: Value[] = [];
  if (categoryId) conditions.push(sql`p.category_id IN (SELECT id FROM subtree)`);
  if (brandId) conditions.push(sql`p.brand_id = ${brandId}`);
  if (productId) conditions.push(sql`p.id = ${productId}`);
  if (conditions.length === 0) return sql``;
  const subtree = sql`subtree AS (
    SELECT id FROM categories WHERE id = ${categoryId ?? null}
    UNION ALL SELECT c.id FROM categories c JOIN subtree ON c.parent_id = subtree.id),`;
  return sql`${categoryId ? subtree : sql``} chosen AS MATERIALIZED (
    SELECT s.id FROM sub_products s JOIN products p ON p.id = s.product_id WHERE ${sql.join(conditions, sql` AND `)}),`;
}
const columnsOfGroup = ({ filters }: ProductReportQuery): RawBuilder<boolean> =>
  Object.values(filters).some((value) => value !== undefined)
    ? sql`sub_product_id IN (SELECT id FROM chosen)`
    : sql`true`;

/** The sums of each sub-product with any metric in the period or the preceding one. */
function goodsOf(query: ProductReportQuery): Value {
  const { range, before, places, isEverywhere } = query;
  const scope = { places, isEverywhere, which: columnsOfGroup(query) };
  const isSomething = sql.join(
    productColumns.map((name) => sql`${sql.ref(name)} <> 0`),
    sql` OR `,
  );
  const amounts = productColumns.filter((name) => !quantities.some((one) => one === name));
  const summed = (prefix: string, days: Days) => sql`
    SELECT sub_product_id, ${sql.join(amounts.map((name) => sql`${sql.ref(name)} AS ${sql.ref(`${prefix}_${name}`)}`))},
      ${sql.join(quantities.map((name) => split(name, `${prefix}_${name}`)))},
      coalesce(waste_value, 0) AS ${sql.ref(`${prefix}_waste_value`)}
    FROM (${productsOf(days, scope)}) sums LEFT JOIN (${wasteValues(days)}) wasted USING (sub_product_id)
    LEFT JOIN weighed USING (sub_product_id) WHERE ${isSomething}`;
  if (before === null) return summed('now', range);
  return sql`SELECT * FROM (${summed('now', range)}) now FULL JOIN (${summed('was', before)}) was USING (sub_product_id)`;
}

/** The cost of what was written off. There is little of it, so an index of these movements replaces daily totals. */
const wasteValues = ({ from, to }: Days) => sql`
  SELECT m.sub_product_id, sum(cost_of(m.on_hand, l.cost_price))::bigint AS waste_value
  FROM place JOIN stock_movements m ON m.location_id = place.id AND m.kind IN ('waste', 'damage')
    AND m.created_at >= ${from}::date::timestamp AT TIME ZONE place.time_zone
    AND m.created_at < (${to}::date + 1)::timestamp AT TIME ZONE place.time_zone
  LEFT JOIN lots l ON l.location_id = m.location_id AND l.id = m.lot_id
  GROUP BY 1`;

/** The current stock in thousandths, and its cost. */
function shelvesOf(query: ProductReportQuery): Value {
  const { places, isEverywhere } = query;
  const marked = sql`(SELECT sub_product_id FROM stock_total_marks)`;
  const inLots = (which: RawBuilder<boolean>) => sql`
    SELECT sub_product_id, (on_hand * 1000)::bigint AS stock, value_of(on_hand, cost_price) AS worth FROM lots
    WHERE in_stock AND ${which}`;
  const held =
    isEverywhere && places === null
      ? sql`SELECT sub_product_id, stock, worth FROM stock_totals WHERE sub_product_id NOT IN ${marked}
          UNION ALL ${inLots(sql`sub_product_id IN ${marked}`)}`
      : inLots(isAt('location_id', places));
  return sql`SELECT sub_product_id, ${split('stock', 'stock')}, worth FROM (
    SELECT sub_product_id, sum(stock)::bigint AS stock, round(sum(worth) / 1000.0)::bigint AS worth
    FROM (${held}) held WHERE ${columnsOfGroup(query)} GROUP BY 1) levels LEFT JOIN weighed USING (sub_product_id)`;
}

const noBrand = sql`'00000000-0000-0000-0000-000000000000'::uuid`;
/** A category includes the metrics of its descendants. */
const lineage = sql`lineage AS (
  SELECT id, id AS above FROM categories
  UNION ALL SELECT lineage.id, c.parent_id FROM lineage JOIN categories c ON c.id = lineage.above
  WHERE c.parent_id IS NOT NULL), `;

/** The sums and stock of each group. */
function groupsOf(query: ProductReportQuery): Value {
  const { groupBy, filters } = query;
  if (groupBy === 'subProduct') {
    return sql`groups AS (SELECT sub_product_id AS id, goods.*, stock, stock_pounds, worth
      FROM goods LEFT JOIN shelves USING (sub_product_id))`;
  }
  const key = {
    product: sql`s.product_id`,
    brand: sql`coalesce(p.brand_id, ${noBrand})`,
    category: sql`lineage.above`,
  }[groupBy];
  const isCategory = groupBy === 'category';
  const grouped = (rows: Value, sums: Value) => sql`SELECT ${key} AS id, ${sums} FROM ${rows} one
    JOIN sub_products s ON s.id = one.sub_product_id JOIN products p ON p.id = s.product_id
    ${isCategory ? sql`JOIN lineage ON lineage.id = p.category_id` : sql``}
    ${isCategory && filters.categoryId ? sql`WHERE lineage.above IN (SELECT id FROM subtree)` : sql``} GROUP BY 1`;
  return sql`${isCategory ? lineage : sql``} groups AS MATERIALIZED (
    SELECT * FROM (${grouped(sql`goods`, allSums(query))}) sums
    LEFT JOIN (${grouped(sql`shelves`, allStockSums)}) shelf USING (id))`;
}

const none = sql`NULL`;
const noPath = sql`'[]'::json`;
/** The table with the names of a group, and the other columns of its rows. */
const namedBy = {
  subProduct: {
    join: sql`JOIN sub_products named ON named.id = page.id JOIN products p ON p.id = named.product_id`,
    ids: [sql`named.id`, sql`p.id`, sql`p.category_id`, sql`p.brand_id`],
    texts: [sql`named.sku`, sql`named.unit`, sql`p.name`, sql`named.name`],
    path: noPath,
  },
  product: {
    join: sql`JOIN products named ON named.id = page.id`,
    ids: [none, sql`named.id`, sql`named.category_id`, sql`named.brand_id`],
    texts: [none, none, none, none],
    path: noPath,
  },
  category: {
    join: sql`JOIN categories named ON named.id = page.id`,
    ids: [none, none, sql`named.id`, none],
    texts: [none, none, none, none],
    path: sql`(SELECT coalesce(json_agg(json_build_object('_id', above.id, 'name', above.name) ORDER BY above.level), '[]')
      FROM lineage JOIN categories above ON above.id = lineage.above
      WHERE lineage.id = named.id AND above.id <> named.id)`,
  },
  brand: {
    join: sql`LEFT JOIN brands named ON named.id = page.id`,
    ids: [none, none, none, sql`named.id`],
    texts: [none, none, none, none],
    path: noPath,
  },
} as const;
const tables = { subProduct: 'sub_products', product: 'products', category: 'categories', brand: 'brands' };

/** Sorts and cuts to the page before computing any columns of a row. */
function recordsOf(query: ProductReportQuery): Value {
  const { groupBy, sort, paging, days } = query;
  const { join, ids, texts, path } = namedBy[groupBy];
  const field = sort?.field ?? 'net';
  const order = sort?.order ?? 'desc';
  const name = byName(sql`(SELECT n.name FROM ${sql.table(tables[groupBy])} n WHERE n.id = groups.id)`);
  const column = field === 'name' ? name : metricSql[field](sumIn('now'), days);
  const idNames = ['subProductId', 'productId', 'categoryId', 'brandId'];
  const columns = [
    ...ids.map((id, index) => sql`${id}::uuid AS ${sql.ref(idNames[index]!)}`),
    ...texts.map(
      (text, index) =>
        sql`${text}::text AS ${sql.ref(['sku', 'unit', 'productName', 'variantName'][index]!)}`,
    ),
  ];
  return sql`(SELECT coalesce(json_agg(shown), '[]') FROM (
    SELECT ${sql.join(columns)}, coalesce(named.name, '') AS name, ${path} AS path, ${metricsAs(query)}
    FROM (SELECT *, row_number() OVER () AS place FROM (
      SELECT * FROM groups ${pageBy(column, order, [sql`id`], paging)}) cut) page ${join} ORDER BY page.place) shown)`;
}
