import type { Page } from '@aisle/contract/core/page';
import type { Movement, MovementPage } from '@aisle/contract/inventory';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Tx } from '../core/db.ts';
import type { DB } from '../core/db-types.generated.ts';
import { listPage } from '../core/list.ts';
import { subProductRef } from './lots.queries.ts';
import { searchedSubProducts } from './search.queries.ts';

type MovementQuery = SelectQueryBuilder<DB & { m: DB['stock_movements'] }, 'm', unknown>;

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
      'm.lot_id as lotId',
      'm.on_hand as onHand',
      'm.reserved',
      'm.order_id as orderId',
      'm.note',
      'm.created_at as createdAt',
    ])
    .select([
      sql<Movement['kind']>`m.kind`.as('kind'),
      sql<string | null>`'L-' || l.number`.as('lot'),
      sql<string | null>`'O-' || o.number`.as('orderNumber'),
      sql<string | null>`u.first_name || ' ' || u.last_name`.as('userName'),
      subProductRef('sold').as('subProductData'),
    ]);

const movements = (tx: Tx) => tx.selectFrom('stock_movements as m') as unknown as MovementQuery;

/** The ledger, newest first. */
export async function listMovements(tx: Tx, request: MovementPage): Promise<Page<Movement>> {
  const { search, filters, sort } = request;
  let filtered = movements(tx);
  if (filters.locationId) filtered = filtered.where('m.location_id', '=', filters.locationId);
  if (filters.subProductId) filtered = filtered.where('m.sub_product_id', '=', filters.subProductId);
  if (filters.lotId) filtered = filtered.where('m.lot_id', '=', filters.lotId);
  if (filters.kind) filtered = filtered.where('m.kind', '=', filters.kind);
  if (filters.from) filtered = filtered.where('m.created_at', '>=', filters.from);
  if (filters.to) filtered = filtered.where('m.created_at', '<', filters.to);
  if (search) {
    const ids = await searchedSubProducts(tx, search);
    filtered = filtered.where(sql<boolean>`m.sub_product_id = ANY (${ids}::uuid[])`);
  }
  return listPage(tx, filtered, {
    request,
    order: { columns: [sql.ref('m.created_at'), sql.ref('m.id')], direction: sort?.order ?? 'desc' },
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
