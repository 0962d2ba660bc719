import type { Page } from '@aisle/contract/core/page';
import type { AppliedMarkDown, MarkDownInput, MarkDownPage } from '@aisle/contract/warehouse/expiry';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { newId } from '../../core/ids.ts';
import { type List, listOf } from '../../core/list/list.ts';
import { mustFind } from '../../core/problem.ts';
import { subProductRef } from '../inventory/lots.queries.ts';
import { searchedSubProducts } from '../inventory/search.queries.ts';

type MarkDownItem = MarkDownInput['items'][number];
interface LockedOffer {
  locationId: string;
  subProductId: string;
  /** The location's custom price; null if it uses the catalog's price. */
  own: number | null;
  /** The price that customers pay now. */
  currentPrice: number;
  today: string;
  isMarkedDown: boolean;
}
/** Locks these offers in key order, so that no other price is set in the meantime. */
export async function lockOffers(tx: Tx, items: readonly MarkDownItem[]): Promise<LockedOffer[]> {
  const { rows } = await sql<LockedOffer>`
    SELECT offer.location_id AS "locationId", offer.sub_product_id AS "subProductId", offer.price AS own,
      coalesce(offer.price, sold.sale_price, sold.price) AS "currentPrice", today_at(offer.location_id) AS today,
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
  items: readonly (MarkDownItem & { own: number | null })[],
): Promise<void> {
  await sql`
    WITH input AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(items.map((item) => ({ ...item, id: newId() })))}::jsonb)
        AS t (id uuid, "locationId" uuid, "subProductId" uuid, price bigint, until date, own bigint)
    ), repriced AS (
      UPDATE location_sub_products offer SET price = input.price FROM input
      WHERE offer.location_id = input."locationId" AND offer.sub_product_id = input."subProductId"
    )
    INSERT INTO markdowns (location_id, id, sub_product_id, price, price_before, until, created_by, created_by_name)
    SELECT "locationId", id, "subProductId", price, own, until, ${actor.userId}::uuid, ${actor.name}::text FROM input`.execute(
    tx,
  );
}

export interface LockedMarkDown {
  id: string;
  locationId: string;
  subProductId: string;
  price: number;
  priceBefore: number | null;
  status: string;
}
export async function lockMarkDown(tx: Tx, id: string): Promise<LockedMarkDown> {
  const { rows } = await sql<LockedMarkDown>`
    SELECT id, location_id AS "locationId", sub_product_id AS "subProductId", price, price_before AS "priceBefore",
      status FROM markdowns WHERE id = ${id} FOR UPDATE`.execute(tx);
  return mustFind(rows[0], 'Mark-down');
}

/** Ends a mark-down and restores the previous price, unless it was changed since. Returns whether it was restored. */
export async function endMarkDown(
  tx: Tx,
  { id, locationId, subProductId, price, priceBefore }: LockedMarkDown,
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

/** A batch of mark-downs that are past their last day or sold out. */
export async function dueMarkDowns(
  tx: Tx,
  limit: number,
): Promise<(LockedMarkDown & { because: 'soldOut' | 'expired' })[]> {
  const { rows } = await sql<LockedMarkDown & { because: 'soldOut' | 'expired' }>`
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

const markDowns = (tx: Tx) => tx.selectFrom('markdowns as d');
type MarkDownQuery = ReturnType<typeof markDowns>;
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
      subProductRef('sold').as('subProductData'),
    ]);

export async function listMarkDowns(
  tx: Tx,
  actor: Actor,
  request: MarkDownPage,
): Promise<List<Page<AppliedMarkDown>>> {
  const { locationId, status } = request.filters;
  let filtered = markDowns(tx);
  if (locationId) filtered = filtered.where('d.location_id', '=', locationId);
  if (status) filtered = filtered.where('d.status', '=', status);
  if (request.search) {
    const ids = await searchedSubProducts(tx, request.search);
    filtered = filtered.where(sql<boolean>`d.sub_product_id = ANY (${ids}::uuid[])`);
  }
  return listOf(tx, filtered, {
    request,
    sort: {
      columns: [sql.ref('d.created_at'), sql.ref('d.id')],
      direction: request.sort?.order ?? 'desc',
    },
    locationScope: { actor, location: locationId, table: 'markdowns', column: 'd.location_id' },
    select: withShown,
  });
}
export async function getMarkDown(tx: Tx, id: string): Promise<AppliedMarkDown> {
  const row = await withShown(markDowns(tx).where('d.id', '=', id)).executeTakeFirst();
  return mustFind(row, 'Mark-down') as AppliedMarkDown;
}
