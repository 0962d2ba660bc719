import type { Page } from '@aisle/contract/core/page';
import type { Movement, MovementPage } from '@aisle/contract/warehouse/lots';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { type List, listOf } from '../../core/list/list.ts';
import { isAt, isFromDay, isToDay } from '../../ledgers/figures/figure-days.queries.ts';
import { subProductRef } from './lots.queries.ts';
import { searchedSubProducts } from './search.queries.ts';

const withShown = (query: MovementQuery) =>
  query
    .innerJoin('locations as place', 'place.id', 'm.location_id')
    .innerJoin('sub_products as sold', 'sold.id', 'm.sub_product_id')
    .leftJoin('lots as l', (join) =>
      join.onRef('l.location_id', '=', 'm.location_id').onRef('l.id', '=', 'm.lot_id'),
    )
    .leftJoin('orders as o', (join) =>
      join.onRef('o.location_id', '=', 'm.location_id').onRef('o.id', '=', 'm.order_id'),
    )
    .leftJoin('users as u', 'u.id', 'm.user_id')
    .select([
      'm.id as _id',
      'm.location_id as locationId',
      'place.name as locationName',
      'place.time_zone as timeZone',
      'm.lot_id as lotId',
      'm.on_hand as onHand',
      'm.reserved',
      'm.order_id as orderId',
      'm.note',
      'm.created_at as createdAt',
    ])
    .select([
      sql<Movement['kind']>`m.kind`.as('kind'),
      sql<string | null>`format_number('lot', l.number)`.as('lot'),
      sql<string | null>`format_number('order', o.number)`.as('orderNumber'),
      // A program has no user.
      sql<string | null>`coalesce(u.first_name || ' ' || u.last_name, m.actor_name)`.as('userName'),
      subProductRef('sold').as('subProductData'),
      // Counts entered directly on the inventory page belong to no stock count.
      sql<Movement['cause']>`CASE m.cause_kind
        WHEN 'transfer' THEN (SELECT jsonb_build_object('kind', 'transfer', '_id', t.id, 'number', format_number('transfer', t.number))
          FROM transfers t WHERE t.id = m.cause_id)
        WHEN 'count' THEN (SELECT jsonb_build_object('kind', 'count', '_id', c.id, 'number', format_number('count', c.number))
          FROM stock_counts c WHERE c.location_id = m.location_id AND c.id = m.cause_id) END`.as('cause'),
    ]);

const movements = (tx: Tx) => tx.selectFrom('stock_movements as m');
type MovementQuery = ReturnType<typeof movements>;

/** The stock ledger, newest first. */
export async function listMovements(
  tx: Tx,
  actor: Actor,
  request: MovementPage,
): Promise<List<Page<Movement>>> {
  const { search, filters, sort } = request;
  let filtered = movements(tx);
  if (filters.locationId) filtered = filtered.where('m.location_id', '=', filters.locationId);
  if (filters.subProductId) filtered = filtered.where('m.sub_product_id', '=', filters.subProductId);
  if (filters.lotId) filtered = filtered.where('m.lot_id', '=', filters.lotId);
  if (filters.kind) filtered = filtered.where(sql<boolean>`m.kind = ANY (${[filters.kind].flat()}::text[])`);
  if (filters.locationIds) filtered = filtered.where(isAt('m.location_id', filters.locationIds));
  if (filters.fromDay) filtered = filtered.where(isFromDay('m.created_at', 'm.location_id', filters.fromDay));
  if (filters.toDay) filtered = filtered.where(isToDay('m.created_at', 'm.location_id', filters.toDay));
  if (filters.from) filtered = filtered.where('m.created_at', '>=', filters.from);
  if (filters.to) filtered = filtered.where('m.created_at', '<', filters.to);
  if (search) {
    const ids = await searchedSubProducts(tx, search);
    filtered = filtered.where(sql<boolean>`m.sub_product_id = ANY (${ids}::uuid[])`);
  }
  return listOf(tx, filtered, {
    request,
    sort: { columns: [sql.ref('m.created_at'), sql.ref('m.id')], direction: sort?.order ?? 'desc' },
    locationScope: { actor, location: filters.locationId, table: 'stock_movements', column: 'm.location_id' },
    select: withShown,
  });
}

export async function movementsOfLot(tx: Tx, locationId: string, lotId: string): Promise<Movement[]> {
  const rows = await withShown(
    movements(tx).where('m.location_id', '=', locationId).where('m.lot_id', '=', lotId),
  )
    .orderBy('m.created_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(100)
    .execute();
  return rows as Movement[];
}

/** A page of one level's movements, newest first, after a cursor. */
export async function movementsOfLevel(
  tx: Tx,
  { locationId, subProductId }: { locationId: string; subProductId: string },
  { limit, after }: { limit: number; after: readonly [string, string] | undefined },
): Promise<{ movements: Movement[]; last: [string, string] | null }> {
  let query = withShown(
    movements(tx).where('m.location_id', '=', locationId).where('m.sub_product_id', '=', subProductId),
  ).select(sql<string>`m.created_at::text`.as('exactly'));
  if (after)
    query = query.where(sql<boolean>`(m.created_at, m.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`);
  const rows = await query
    .orderBy('m.created_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(limit + 1)
    .execute();
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    movements: shown.map(({ exactly: _, ...movement }) => movement as Movement),
    last: rows.length > limit && last ? [last.exactly, last._id] : null,
  };
}

/** The sum of a level's movements after a given movement. */
export async function movedSince(
  tx: Tx,
  { locationId, subProductId }: { locationId: string; subProductId: string },
  [at, id]: readonly [string, string],
): Promise<{ onHand: number; reserved: number }> {
  const { rows } = await sql<{ onHand: number; reserved: number }>`
    SELECT coalesce(sum(on_hand), 0) AS "onHand", coalesce(sum(reserved), 0) AS reserved FROM stock_movements
    WHERE location_id = ${locationId} AND sub_product_id = ${subProductId}
      AND (created_at, id) >= (${at}::timestamptz, ${id}::uuid)`.execute(tx);
  return rows[0]!;
}

/** The sum of each level's movements since a given time. */
export async function movedSinceTime(
  tx: Tx,
  levels: readonly { locationId: string; subProductId: string }[],
  at: string,
): Promise<Map<string, { onHand: number; reserved: number }>> {
  const { rows } = await sql<{ key: string; onHand: number; reserved: number }>`
    SELECT wanted.location || ':' || wanted.sub_product AS key, moved."onHand", moved.reserved
    FROM unnest(${levels.map((level) => level.locationId)}::uuid[],
      ${levels.map((level) => level.subProductId)}::uuid[]) AS wanted(location, sub_product)
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(m.on_hand), 0) AS "onHand", coalesce(sum(m.reserved), 0) AS reserved
      FROM stock_movements m
      WHERE m.location_id = wanted.location AND m.sub_product_id = wanted.sub_product AND m.created_at >= ${at}
    ) moved`.execute(tx);
  return new Map(rows.map(({ key, ...moved }) => [key, moved]));
}
