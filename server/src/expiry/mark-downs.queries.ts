import type { Page } from '@aisle/contract/core/page';
import type { AppliedMarkDown, MarkDownInput, MarkDownPage } from '@aisle/contract/expiry';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Actor } from '../core/actor.ts';
import type { Tx } from '../core/db.ts';
import type { DB } from '../core/db-types.generated.ts';
import { newId } from '../core/ids.ts';
import { listPage } from '../core/list.ts';
import { mustFind } from '../core/problem.ts';
import { searchedSubProducts } from '../inventory/search.queries.ts';

export type Wish = MarkDownInput['items'][number];
export interface HeldOffer {
  locationId: string;
  subProductId: string;
  /** What the location itself asks; null: what the catalogue does. */
  own: number | null;
  /** What is asked now. */
  asked: number;
  today: string;
  isMarkedDown: boolean;
}
/** Holds what these locations ask, in key order, so that nobody sets another price meanwhile. */
export async function holdOffers(tx: Tx, items: readonly Wish[]): Promise<HeldOffer[]> {
  const { rows } = await sql<HeldOffer>`
    SELECT offer.location_id AS "locationId", offer.sub_product_id AS "subProductId", offer.price AS own,
      coalesce(offer.price, sold.sale_price, sold.price) AS asked, today_at(offer.location_id) AS today,
      EXISTS (SELECT FROM markdowns d WHERE d.location_id = offer.location_id
        AND d.sub_product_id = offer.sub_product_id AND d.status = 'active') AS "isMarkedDown"
    FROM location_sub_products offer JOIN sub_products sold ON sold.id = offer.sub_product_id
    WHERE offer.assigned AND (offer.location_id, offer.sub_product_id) IN (
      SELECT * FROM unnest(${items.map((item) => item.locationId)}::uuid[], ${items.map((item) => item.subProductId)}::uuid[]))
    ORDER BY offer.location_id, offer.sub_product_id FOR NO KEY UPDATE OF offer`.execute(tx);
  return rows;
}

export async function insertMarkDowns(
  tx: Tx,
  actor: Actor,
  items: readonly (Wish & { own: number | null })[],
): Promise<void> {
  await sql`
    WITH told AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(items.map((item) => ({ ...item, id: newId() })))}::jsonb)
        AS t (id uuid, "locationId" uuid, "subProductId" uuid, price bigint, until date, own bigint)
    ), asked AS (
      UPDATE location_sub_products offer SET price = told.price FROM told
      WHERE offer.location_id = told."locationId" AND offer.sub_product_id = told."subProductId"
    )
    INSERT INTO markdowns (location_id, id, sub_product_id, price, price_before, until, created_by, created_by_name)
    SELECT "locationId", id, "subProductId", price, own, until, ${actor.userId}::uuid, ${actor.name}::text FROM told`.execute(
    tx,
  );
}

export interface MarkDownInHand {
  id: string;
  locationId: string;
  subProductId: string;
  price: number;
  priceBefore: number | null;
  status: string;
}
export async function lockMarkDown(tx: Tx, id: string): Promise<MarkDownInHand> {
  const { rows } = await sql<MarkDownInHand>`
    SELECT id, location_id AS "locationId", sub_product_id AS "subProductId", price, price_before AS "priceBefore",
      status FROM markdowns WHERE id = ${id} FOR UPDATE`.execute(tx);
  return mustFind(rows[0], 'Mark-down');
}

/** Ends it; the price before comes back unless somebody has set another one. Says whether it did. */
export async function endMarkDown(
  tx: Tx,
  { id, locationId, subProductId, price, priceBefore }: MarkDownInHand,
  status: 'ended' | 'undone',
  because: 'soldOut' | 'expired' | 'undone',
): Promise<boolean> {
  const { rows } = await sql<{ back: boolean }>`
    WITH back AS (
      UPDATE location_sub_products SET price = ${priceBefore}
      WHERE location_id = ${locationId} AND sub_product_id = ${subProductId} AND price = ${price} RETURNING 1
    )
    UPDATE markdowns SET status = ${status}, ended_at = now(),
      ended_because = CASE WHEN EXISTS (SELECT FROM back) THEN ${because}::text ELSE 'priceChanged' END
    WHERE location_id = ${locationId} AND id = ${id}
    RETURNING EXISTS (SELECT FROM back) AS back`.execute(tx);
  return rows[0]!.back;
}

/** Mark-downs whose day has come, or whose goods are gone: some at a time. */
export async function dueMarkDowns(
  tx: Tx,
  limit: number,
): Promise<(MarkDownInHand & { because: 'soldOut' | 'expired' })[]> {
  const { rows } = await sql<MarkDownInHand & { because: 'soldOut' | 'expired' }>`
    SELECT d.id, d.location_id AS "locationId", d.sub_product_id AS "subProductId", d.price,
      d.price_before AS "priceBefore", d.status,
      CASE WHEN d.until < today_at(d.location_id) THEN 'expired' ELSE 'soldOut' END AS because
    FROM markdowns d
    WHERE d.status = 'active' AND (d.until < today_at(d.location_id) OR NOT EXISTS (
      SELECT FROM lots l WHERE l.location_id = d.location_id AND l.sub_product_id = d.sub_product_id
        AND l.in_stock AND l.recall_id IS NULL AND l.expires_on BETWEEN today_at(d.location_id) AND d.until))
    ORDER BY d.location_id, d.id LIMIT ${limit} FOR UPDATE SKIP LOCKED`.execute(tx);
  return rows;
}

type MarkDownQuery = SelectQueryBuilder<DB & { d: DB['markdowns'] }, 'd', unknown>;
const markDowns = (tx: Tx) => tx.selectFrom('markdowns as d') as unknown as MarkDownQuery;
const withShown = (query: MarkDownQuery) =>
  query
    .innerJoin('locations as place', 'place.id', 'd.location_id')
    .innerJoin('sub_products as sold', 'sold.id', 'd.sub_product_id')
    .select([
      'd.id as _id',
      'd.location_id as locationId',
      'place.name as locationName',
      'd.price',
      'd.price_before as priceBefore',
      'd.until',
      'd.created_by_name as createdBy',
      'd.created_at as createdAt',
      'd.ended_at as endedAt',
    ])
    .select([
      sql<AppliedMarkDown['status']>`d.status`.as('status'),
      sql<AppliedMarkDown['endedBecause']>`d.ended_because`.as('endedBecause'),
      sql<
        AppliedMarkDown['subProductData']
      >`jsonb_build_object('_id', sold.id, 'name', sold.name, 'sku', sold.sku,
        'unit', sold.unit, 'soldByWeight', sold.sold_by_weight, 'productId', sold.product_id)`.as(
        'subProductData',
      ),
    ]);

export async function listMarkDowns(
  tx: Tx,
  actor: Actor,
  request: MarkDownPage,
): Promise<Page<AppliedMarkDown>> {
  const { locationId, status } = request.filters;
  let filtered = markDowns(tx);
  if (locationId) filtered = filtered.where('d.location_id', '=', locationId);
  if (status) filtered = filtered.where('d.status', '=', status);
  if (request.search) {
    const ids = await searchedSubProducts(tx, request.search);
    filtered = filtered.where(sql<boolean>`d.sub_product_id = ANY (${ids}::uuid[])`);
  }
  return listPage(tx, filtered, {
    request,
    order: {
      columns: [sql.ref('d.created_at'), sql.ref('d.id')],
      direction: request.sort?.order ?? 'desc',
    },
    located: { actor, location: locationId, table: 'markdowns', column: 'd.location_id' },
    select: withShown,
  });
}
export async function getMarkDown(tx: Tx, id: string): Promise<AppliedMarkDown> {
  const row = await withShown(markDowns(tx).where('d.id', '=', id)).executeTakeFirst();
  return mustFind(row, 'Mark-down') as AppliedMarkDown;
}
