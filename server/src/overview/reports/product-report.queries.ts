import type {
  ProductFigures,
  ProductGrouping,
  ProductReportInput,
  ProductReportRow,
} from '@aisle/contract/overview/reports';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { type Days, isAt, placesAt, productColumns } from '../../ledgers/figures/figure-days.queries.ts';
import { productsOf } from '../../ledgers/figures/product-figures.queries.ts';
import { type Paging, pageOf, sortedBy } from './report-pages.queries.ts';

type ProductFigure = keyof ProductFigures;
type Value = RawBuilder<unknown>;
const sumNames = [...productColumns, 'stock', 'worth'] as const;
type SumName = (typeof sumNames)[number];
type Sums = (name: SumName) => Value;
const share = (part: Value, whole: Value) => sql`(${part})::float8 / nullif(${whole}, 0)`;
/** Sums have quantities in thousandths. */
const quantity = (thousandths: Value) => sql`(${thousandths} / 1000.0)::float8`;

/** Each figure, from sums over so many days. */
const figureSql: Record<ProductFigure, (sum: Sums, days: number) => Value> = {
  units: (sum) => quantity(sum('units')),
  revenue: (sum) => sum('revenue'),
  cost: (sum) => sum('cost'),
  margin: (sum) => sql`${sum('revenue')} - ${sum('cost')}`,
  marginShare: (sum) => share(sql`${sum('revenue')} - ${sum('cost')}`, sum('revenue')),
  refundedUnits: (sum) => quantity(sum('refunded_units')),
  returns: (sum) => sum('returns'),
  stock: (sum) => quantity(sum('stock')),
  stockValue: (sum) => sum('worth'),
  daysOfStock: (sum, days) =>
    sql`round(${sum('stock')} * ${sql.lit(days)} / nullif(greatest(${sum('units')}, 0), 0)::numeric, 1)::float8`,
  sellThrough: (sum) => share(sum('units'), sql`${sum('units')} + ${sum('stock')}`),
  waste: (sum) => quantity(sum('waste')),
};
const figureNames = Object.keys(figureSql) as ProductFigure[];
const ofStock: readonly string[] = [
  'stock',
  'stockValue',
  'daysOfStock',
  'sellThrough',
] satisfies ProductFigure[];

export interface ProductReportQuery {
  range: Days;
  /** How many days of the range have begun. */
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
export interface ProductReportRead {
  total: number;
  records: Omit<ProductReportRow, 'key'>[];
  totals: ProductFigures & { before: ProductFigures | null };
}

const sumIn =
  (prefix: 'now' | 'was'): Sums =>
  (name) =>
    sql`coalesce(${sql.ref(`${prefix}_${name}`)}, 0)`;
const figuresAs = ({ days, before }: ProductReportQuery) => sql`
  ${sql.join(figureNames.map((name) => sql`${figureSql[name](sumIn('now'), days)} AS ${sql.ref(name)}`))},
  ${
    before === null
      ? sql`NULL::json`
      : sql`json_build_object(${sql.join(
          figureNames.map((name) => sql`${sql.lit(name)}, ${figureSql[name](sumIn('was'), before.days)}`),
        )})`
  } AS before`;
/** Stock is of now: a period before has none of its own. */
const summed = ({ before }: ProductReportQuery) =>
  sql.join(
    (before === null ? (['now'] as const) : (['now', 'was'] as const)).flatMap((prefix) =>
      sumNames
        .map((name) => sql.ref(`${prefix}_${name}`))
        .map((column) => sql`sum(${column})::bigint AS ${column}`),
    ),
  );

/** The whole report in one statement, so that rows and totals are of one moment. */
export async function productReport(tx: Tx, query: ProductReportQuery): Promise<ProductReportRead> {
  const { rows } = await sql<ProductReportRead>`
    WITH RECURSIVE ${placesAt(query.places)}, ${filtered(query)} goods AS MATERIALIZED (${goodsOf(query)}),
      ${rowsOf(query)}
    SELECT (SELECT count(*) FROM found) AS total, ${recordsOf(query)} AS records, (
      SELECT to_json(totals) FROM (SELECT ${figuresAs(query)} FROM (SELECT ${summed(query)} FROM goods) whole) totals
    ) AS totals`.execute(tx);
  return rows[0]!;
}

/** The sub-products that the filters leave. */
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

/** The sums of each sub-product with any figure in the period, and what is on hand of it. */
function goodsOf(query: ProductReportQuery): Value {
  const { range, before, places, isEverywhere, filters } = query;
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  const scope = {
    places,
    isEverywhere,
    ...(isFiltered && { which: sql<boolean>`sub_product_id IN (SELECT id FROM chosen)` }),
  };
  const any = sql.join(
    productColumns.map((name) => sql`${sql.ref(name)} <> 0`),
    sql` OR `,
  );
  const named = (prefix: 'now' | 'was') =>
    sql.join(
      productColumns.map((name) => sql`${sql.ref(`${prefix}.${name}`)} AS ${sql.ref(`${prefix}_${name}`)}`),
    );
  const onHand = (prefix: 'now' | 'was') =>
    sql`shelf.stock AS ${sql.ref(`${prefix}_stock`)}, lot.worth AS ${sql.ref(`${prefix}_worth`)}`;
  const present = sql`(SELECT * FROM (${productsOf(range, scope)}) sums WHERE ${any}) now`;
  return sql`
    SELECT s.id AS sub_product_id, s.name, s.sku, s.unit, p.id AS product_id, p.name AS product_name, p.category_id,
      p.brand_id, ${named('now')}, ${onHand('now')}
      ${before ? sql`, ${named('was')}, ${onHand('was')}` : sql``}
    FROM ${present}
    ${
      before
        ? sql`FULL JOIN (SELECT * FROM (${productsOf(before, scope)}) sums WHERE ${any}) was USING (sub_product_id)`
        : sql``
    }
    JOIN sub_products s ON s.id = sub_product_id JOIN products p ON p.id = s.product_id
    LEFT JOIN (SELECT sub_product_id AS id, (sum(on_hand) * 1000)::bigint AS stock FROM stock_levels
      WHERE ${isAt('location_id', places)} GROUP BY 1) shelf ON shelf.id = s.id
    LEFT JOIN (SELECT sub_product_id AS id, sum(round(on_hand * coalesce(cost_price, 0)))::bigint AS worth FROM lots
      WHERE in_stock AND ${isAt('location_id', places)} GROUP BY 1) lot ON lot.id = s.id`;
}

/** The rows by what they are grouped by; a category has the figures of those below it as well. */
function rowsOf(query: ProductReportQuery): Value {
  const noIds = {
    subProductId: null,
    productId: null,
    categoryId: null,
    brandId: null,
    sku: null,
    unit: null,
  };
  const row = (columns: Partial<Record<keyof typeof noIds, Value>>, name: Value, path = sql`'[]'::json`) =>
    sql`${sql.join(
      Object.keys(noIds).map((id) => {
        const type = id === 'sku' || id === 'unit' ? sql`text` : sql`uuid`;
        return sql`${columns[id as keyof typeof noIds] ?? sql`NULL`}::${type} AS ${sql.ref(id)}`;
      }),
    )}, ${name} AS name, ${path} AS path, ${figuresAs(query)}`;
  const grouped = (key: Value) => sql`SELECT ${key} AS id, ${summed(query)} FROM goods GROUP BY 1`;
  switch (query.groupBy) {
    case 'subProduct':
      return sql`found AS MATERIALIZED (SELECT ${row(
        {
          subProductId: sql`sub_product_id`,
          productId: sql`product_id`,
          categoryId: sql`category_id`,
          brandId: sql`brand_id`,
          sku: sql`sku`,
          unit: sql`unit`,
        },
        sql`name`,
      )} FROM goods)`;
    case 'product':
      return sql`found AS MATERIALIZED (SELECT ${row(
        { productId: sql`p.id`, categoryId: sql`p.category_id`, brandId: sql`p.brand_id` },
        sql`p.name`,
      )} FROM (${grouped(sql`product_id`)}) sums JOIN products p ON p.id = sums.id)`;
    case 'brand':
      return sql`found AS MATERIALIZED (SELECT ${row({ brandId: sql`b.id` }, sql`coalesce(b.name, '')`)}
        FROM (${grouped(sql`brand_id`)}) sums LEFT JOIN brands b ON b.id = sums.id)`;
    case 'category':
      return sql`lineage AS (
          SELECT id, id AS above FROM categories
          UNION ALL SELECT lineage.id, c.parent_id FROM lineage JOIN categories c ON c.id = lineage.above
          WHERE c.parent_id IS NOT NULL
        ), rolled AS (
          SELECT lineage.above AS id, ${summed(query)} FROM (
            SELECT category_id, ${summed(query)} FROM goods GROUP BY 1) leaf
          JOIN lineage ON lineage.id = leaf.category_id GROUP BY 1
        ), found AS MATERIALIZED (SELECT ${row(
          { categoryId: sql`c.id` },
          sql`c.name`,
          sql`(SELECT coalesce(json_agg(json_build_object('_id', above.id, 'name', above.name) ORDER BY above.level), '[]')
            FROM lineage JOIN categories above ON above.id = lineage.above WHERE lineage.id = c.id AND above.id <> c.id)`,
        )} FROM rolled JOIN categories c ON c.id = rolled.id ${
          query.filters.categoryId ? sql`WHERE c.id IN (SELECT id FROM subtree)` : sql``
        })`;
  }
}

const recordsOf = ({ sort, paging }: ProductReportQuery): Value =>
  pageOf(
    sortedBy(sort?.field ?? 'revenue', sort?.order ?? 'desc', [
      'name',
      'subProductId',
      'productId',
      'brandId',
    ]),
    paging,
  );
void ofStock;
