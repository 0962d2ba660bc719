import type { Page } from '@aisle/contract/core/page';
import type {
  AssortmentComparison,
  AssortmentCopy,
  AssortmentDifference,
  DifferenceKind,
  DifferencePage,
} from '@aisle/contract/locations/assortments';
import { differenceKinds } from '@aisle/contract/locations/assortments';
import { type SqlBool, sql } from 'kysely';
import { subProductsMatching } from '../../catalog/sub-products/search.queries.ts';
import type { Tx } from '../../core/db/db.ts';
import { byName } from '../../core/list/by-name.ts';
import { listPage } from '../../core/list/list.ts';
import { idsFrom, type SavedAssortment } from './assignment.queries.ts';

/** The kinds of differences between the offers `a` and `b` of two locations. */
const differs: Record<DifferenceKind, ReturnType<typeof sql<SqlBool>>> = {
  onlyHere: sql<SqlBool>`(a.sub_product_id IS NOT NULL AND b.sub_product_id IS NULL)`,
  onlyThere: sql<SqlBool>`(a.sub_product_id IS NULL AND b.sub_product_id IS NOT NULL)`,
  price: sql<SqlBool>`(a.sub_product_id IS NOT NULL AND b.sub_product_id IS NOT NULL
    AND coalesce(a.price, s.sale_price, s.price) <> coalesce(b.price, s.sale_price, s.price))`,
  limits: sql<SqlBool>`(a.sub_product_id IS NOT NULL AND b.sub_product_id IS NOT NULL
    AND (a.threshold, a.max_per_order) IS DISTINCT FROM (b.threshold, b.max_per_order))`,
};
const differsAtAll = sql<SqlBool>`(${sql.join(Object.values(differs), sql` OR `)})`;

/** Sub-products sold at either of two locations, with the offers of both. */
const soldAtEither = (tx: Tx, here: string, there: string) =>
  tx
    .selectFrom('sub_products as s')
    .leftJoin('location_sub_products as a', (join) =>
      join.onRef('a.sub_product_id', '=', 's.id').on('a.location_id', '=', here).on('a.assigned', '=', true),
    )
    .leftJoin('location_sub_products as b', (join) =>
      join.onRef('b.sub_product_id', '=', 's.id').on('b.location_id', '=', there).on('b.assigned', '=', true),
    );

type Side = AssortmentDifference['here'];
const side = (alias: 'a' | 'b') => {
  const at = (column: string) => sql.ref(`${alias}.${column}`);
  return sql<Side>`jsonb_build_object('assigned', ${at('sub_product_id')} IS NOT NULL,
    'price', coalesce(${at('price')}, s.sale_price, s.price), 'isOwnPrice', ${at('price')} IS NOT NULL,
    'threshold', ${at('threshold')}, 'maxPerOrder', ${at('max_per_order')})`;
};
const sortColumns = { name: byName('s.name'), sku: sql.ref('s.sku') };

export async function listDifferences(
  tx: Tx,
  request: DifferencePage,
  here: string,
  there: string,
): Promise<Page<AssortmentDifference>> {
  const { search, filters, sort } = request;
  let filtered = soldAtEither(tx, here, there).where(filters.kind ? differs[filters.kind] : differsAtAll);
  if (search) {
    filtered = filtered.where(sql<SqlBool>`s.id IN ${subProductsMatching(search)}`);
  }
  const kinds = differenceKinds.map((kind) => sql`CASE WHEN ${differs[kind]} THEN ${kind}::text END`);
  return listPage(tx, filtered, {
    request,
    sort: { columns: [sortColumns[sort?.field ?? 'name'], sql.ref('s.id')], direction: sort?.order ?? 'asc' },
    select: (query) =>
      query
        .innerJoin('products as p', 'p.id', 's.product_id')
        .select([
          's.id as _id',
          's.name',
          's.sku',
          sql<AssortmentDifference['productData']>`jsonb_build_object('_id', p.id, 'name', p.name)`.as(
            'productData',
          ),
          sql<DifferenceKind[]>`to_jsonb(array_remove(ARRAY[${sql.join(kinds)}], NULL))`.as('kinds'),
          side('a').as('here'),
          side('b').as('there'),
        ]),
  });
}

type Counts = Omit<AssortmentComparison, 'here' | 'there'>;
export async function countDifferences(tx: Tx, here: string, there: string): Promise<Counts> {
  const count = (condition: ReturnType<typeof sql<SqlBool>>) =>
    sql<number>`count(*) FILTER (WHERE ${condition})`;
  return soldAtEither(tx, here, there)
    .select([
      count(sql`a.sub_product_id IS NOT NULL`).as('assignedHere'),
      count(sql`b.sub_product_id IS NOT NULL`).as('assignedThere'),
      count(sql`a.sub_product_id IS NOT NULL AND b.sub_product_id IS NOT NULL`).as('both'),
      count(differs.onlyHere).as('onlyHere'),
      count(differs.onlyThere).as('onlyThere'),
      count(differs.price).as('price'),
      count(differs.limits).as('limits'),
    ])
    .executeTakeFirstOrThrow();
}

/** Copies offers from one location to another in one statement; unchanged rows are not written. */
export async function copyOffers(
  tx: Tx,
  { fromLocationId, toLocationId, mode, withPrices, withLimits }: AssortmentCopy,
): Promise<SavedAssortment> {
  const { rows } = await sql<SavedAssortment>`
    WITH source AS (
      SELECT * FROM location_sub_products WHERE location_id = ${fromLocationId} AND assigned
    ), target_offers AS (
      SELECT * FROM location_sub_products WHERE location_id = ${toLocationId}
    ), target AS (
      SELECT sub_product_id, source.sub_product_id IS NOT NULL OR (coalesce(target_offers.assigned, false) AND ${mode === 'add'})
          AS assigned,
        coalesce(target_offers.assigned, false) AS was_assigned,
        CASE WHEN ${withPrices} AND source.sub_product_id IS NOT NULL THEN source.price ELSE target_offers.price END AS price,
        CASE WHEN ${withLimits} AND source.sub_product_id IS NOT NULL THEN source.threshold ELSE target_offers.threshold END
          AS threshold,
        CASE WHEN ${withLimits} AND source.sub_product_id IS NOT NULL THEN source.max_per_order
          ELSE target_offers.max_per_order END AS max_per_order,
        target_offers.price AS old_price, target_offers.threshold AS old_threshold, target_offers.max_per_order AS old_max
      FROM source FULL JOIN target_offers USING (sub_product_id)
    ), different AS (
      SELECT *, (price, threshold, max_per_order) IS DISTINCT FROM (old_price, old_threshold, old_max) AS limits_differ
      FROM target
    ), saved AS (
      INSERT INTO location_sub_products AS offer
        (location_id, sub_product_id, assigned, price, threshold, max_per_order)
      SELECT ${toLocationId}::uuid, sub_product_id, assigned, price, threshold, max_per_order FROM different
      WHERE assigned <> was_assigned OR limits_differ
      ORDER BY sub_product_id
      ON CONFLICT (location_id, sub_product_id) DO UPDATE SET assigned = excluded.assigned,
        price = excluded.price, threshold = excluded.threshold, max_per_order = excluded.max_per_order
    )
    SELECT jsonb_build_object('assigned', count(*) FILTER (WHERE assigned AND NOT was_assigned),
        'unassigned', count(*) FILTER (WHERE was_assigned AND NOT assigned),
        'changed', count(*) FILTER (WHERE assigned AND was_assigned AND limits_differ)) AS counts,
      ${idsFrom(sql`FROM different WHERE assigned <> was_assigned`)} AS "assignedIds",
      ${idsFrom(sql`FROM different WHERE price IS DISTINCT FROM old_price`)} AS "repricedIds"
    FROM different`.execute(tx);
  return rows[0]!;
}
