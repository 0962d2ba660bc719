import type { AssignmentCounts } from '@aisle/contract/assignments';
import type {
  AssortmentComparison,
  AssortmentCopy,
  AssortmentDifference,
  DifferenceKind,
  DifferencePage,
} from '@aisle/contract/assortments';
import { differenceKinds } from '@aisle/contract/assortments';
import type { Page } from '@aisle/contract/core/page';
import { type SqlBool, sql } from 'kysely';
import type { Tx } from '../core/db.ts';
import { listPage } from '../core/list.ts';
import { containing } from '../core/search-text.ts';

/** Every kind of difference between an offer `a` here and an offer `b` there. */
const differs: Record<DifferenceKind, ReturnType<typeof sql<SqlBool>>> = {
  onlyHere: sql<SqlBool>`(a.sub_product_id IS NOT NULL AND b.sub_product_id IS NULL)`,
  onlyThere: sql<SqlBool>`(a.sub_product_id IS NULL AND b.sub_product_id IS NOT NULL)`,
  price: sql<SqlBool>`(a.sub_product_id IS NOT NULL AND b.sub_product_id IS NOT NULL
    AND coalesce(a.price, s.sale_price, s.price) <> coalesce(b.price, s.sale_price, s.price))`,
  limits: sql<SqlBool>`(a.sub_product_id IS NOT NULL AND b.sub_product_id IS NOT NULL
    AND (a.threshold, a.max_per_order) IS DISTINCT FROM (b.threshold, b.max_per_order))`,
};
const differsAtAll = sql<SqlBool>`(${sql.join(Object.values(differs), sql` OR `)})`;

/** What either of two locations sells, with what each of them says about it. */
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
const orders = { name: sql.ref('s.name'), sku: sql.ref('s.sku') };

export async function listDifferences(
  tx: Tx,
  request: DifferencePage,
  here: string,
  there: string,
): Promise<Page<AssortmentDifference>> {
  const { search, filters, sort } = request;
  let filtered = soldAtEither(tx, here, there).where(filters.kind ? differs[filters.kind] : differsAtAll);
  if (search) {
    const like = containing(search);
    filtered = filtered.where((eb) => eb.or([eb('s.name', 'ilike', like), eb('s.sku', 'ilike', like)]));
  }
  const kinds = differenceKinds.map((kind) => sql`CASE WHEN ${differs[kind]} THEN ${kind}::text END`);
  return listPage(tx, filtered, {
    request,
    order: { columns: [orders[sort?.field ?? 'name'], sql.ref('s.id')], direction: sort?.order ?? 'asc' },
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

/** Brings one location's offers to those of another, in one statement; what does not become different stays. */
export async function copyOffers(
  tx: Tx,
  { fromLocationId, toLocationId, mode, withPrices, withLimits }: AssortmentCopy,
): Promise<AssignmentCounts> {
  const { rows } = await sql<AssignmentCounts>`
    WITH theirs AS (
      SELECT * FROM location_sub_products WHERE location_id = ${fromLocationId} AND assigned
    ), ours AS (
      SELECT * FROM location_sub_products WHERE location_id = ${toLocationId}
    ), target AS (
      SELECT sub_product_id, theirs.sub_product_id IS NOT NULL OR (coalesce(ours.assigned, false) AND ${mode === 'add'})
          AS assigned,
        coalesce(ours.assigned, false) AS was_assigned,
        CASE WHEN ${withPrices} AND theirs.sub_product_id IS NOT NULL THEN theirs.price ELSE ours.price END AS price,
        CASE WHEN ${withLimits} AND theirs.sub_product_id IS NOT NULL THEN theirs.threshold ELSE ours.threshold END
          AS threshold,
        CASE WHEN ${withLimits} AND theirs.sub_product_id IS NOT NULL THEN theirs.max_per_order
          ELSE ours.max_per_order END AS max_per_order,
        ours.price AS old_price, ours.threshold AS old_threshold, ours.max_per_order AS old_max
      FROM theirs FULL JOIN ours USING (sub_product_id)
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
    SELECT count(*) FILTER (WHERE assigned AND NOT was_assigned) AS assigned,
      count(*) FILTER (WHERE was_assigned AND NOT assigned) AS unassigned,
      count(*) FILTER (WHERE assigned AND was_assigned AND limits_differ) AS changed
    FROM different`.execute(tx);
  return rows[0]!;
}
