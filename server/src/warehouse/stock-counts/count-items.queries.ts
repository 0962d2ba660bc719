import type { Page } from '@aisle/contract/core/page';
import type { CountEntries, CountItem, CountItemPage } from '@aisle/contract/warehouse/stock-counts';
import { type SqlBool, sql } from 'kysely';
import { subProductsMatching } from '../../catalog/sub-products/search.queries.ts';
import { enqueue, type Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { newId } from '../../core/ids.ts';
import { byName } from '../../core/list/by-name.ts';
import { itemNameOf } from '../../core/list/item-names.ts';
import { listPage } from '../../core/list/list.ts';
import { isBarcode } from '../../core/list/search-text.ts';
import { subProductRef } from '../inventory/lots.queries.ts';
import type { LockedCount } from './stock-counts.queries.ts';

const itemsOf = (tx: Tx, locationId: string, countId: string) =>
  tx
    .selectFrom('stock_count_state as item')
    .innerJoin('sub_products as sold', 'sold.id', 'item.sub_product_id')
    .leftJoin('location_sub_products as offer', (join) =>
      join
        .onRef('offer.location_id', '=', 'item.location_id')
        .onRef('offer.sub_product_id', '=', 'item.sub_product_id'),
    )
    .where('item.location_id', '=', locationId)
    .where('item.count_id', '=', countId);
type ItemQuery = ReturnType<typeof itemsOf>;

const withShown = (query: ItemQuery) =>
  query
    .innerJoin('products as p', 'p.id', 'sold.product_id')
    .innerJoin('categories as category', 'category.id', 'p.category_id')
    .select([
      'offer.shelf_code as shelf',
      'sold.barcode',
      'category.name as categoryName',
      'item.quantity',
      'item.expected',
      'item.difference',
      'item.posted',
    ])
    .select([
      sql<string>`item.sub_product_id`.as('_id'),
      sql<number>`item.round`.as('round'),
      sql<CountItem['state']>`item.state`.as('state'),
      sql<number | null>`round(item.difference * item.unit_cost)`.as('differenceMoney'),
      sql<CountItem['entries']>`coalesce(item.entries, '[]')`.as('entries'),
      subProductRef('sold').as('subProductData'),
    ]);

/** Items without a shelf come last. */
const byShelf = sql<string>`coalesce(shelf_order(offer.shelf_code), '~')`;

export async function listItems(
  tx: Tx,
  { locationId, countId }: { locationId: string; countId: string },
  request: CountItemPage,
): Promise<Page<CountItem>> {
  const { search, filters, sort } = request;
  let filtered = itemsOf(tx, locationId, countId);
  if (filters.state) filtered = filtered.where('item.state', '=', filters.state);
  if (filters.subProductId) filtered = filtered.where('item.sub_product_id', '=', filters.subProductId);
  if (filters.differs !== undefined) {
    filtered = filtered.where(
      filters.differs ? sql<SqlBool>`item.difference <> 0` : sql<SqlBool>`item.difference = 0`,
    );
  }
  if (search) {
    filtered = filtered.where(
      sql<SqlBool>`(sold.id IN ${subProductsMatching(search)} OR ${isBarcode(sql.ref('sold.barcode'), search)})`,
    );
  }
  return listPage(tx, filtered, {
    request,
    sort: {
      columns: [
        ...(sort?.field === 'shelf' ? [byShelf] : []),
        byName(itemNameOf('sold')),
        sql.ref('sold.id'),
      ],
      direction: sort?.order ?? 'asc',
    },
    select: withShown,
  });
}

export async function itemsNamed(
  tx: Tx,
  { locationId, id }: LockedCount,
  subProductIds: readonly string[],
): Promise<CountItem[]> {
  const rows = await withShown(
    itemsOf(tx, locationId, id).where(sql<SqlBool>`item.sub_product_id = ANY (${subProductIds}::uuid[])`),
  )
    .orderBy(byName(itemNameOf('sold')))
    .execute();
  return rows as CountItem[];
}

/** Saves counted quantities with the ledger's quantity at that moment; returns the saved items. */
export async function insertEntries(
  tx: Tx,
  actor: Actor,
  { locationId, id }: LockedCount,
  entries: CountEntries['entries'],
): Promise<string[]> {
  const { rows } = await sql<{ subProductId: string }>`
    INSERT INTO stock_count_entries (location_id, count_id, sub_product_id, id, round, user_id, user_name, quantity,
      expected, note)
    SELECT item.location_id, item.count_id, item.sub_product_id, counted.id, item.round, ${actor.userId}::uuid,
      ${actor.name}::text, counted.quantity, coalesce(level.on_hand, 0), counted.note
    FROM unnest(${entries.map((entry) => entry.subProductId)}::uuid[], ${entries.map(() => newId())}::uuid[],
      ${entries.map((entry) => entry.quantity)}::numeric[], ${entries.map((entry) => entry.note || null)}::text[])
      AS counted(sub_product_id, id, quantity, note)
    JOIN stock_count_items item ON item.location_id = ${locationId} AND item.count_id = ${id}
      AND item.sub_product_id = counted.sub_product_id
    LEFT JOIN stock_levels level ON level.location_id = item.location_id
      AND level.sub_product_id = item.sub_product_id
    RETURNING sub_product_id AS "subProductId"`.execute(tx);
  return rows.map((row) => row.subProductId);
}

/** Whether all of these are marked for a recount and not recounted yet. */
export async function allAwaitRecount(
  tx: Tx,
  { locationId, id }: LockedCount,
  ids: readonly string[],
): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM stock_count_state
    WHERE location_id = ${locationId} AND count_id = ${id} AND sub_product_id = ANY (${ids}::uuid[])
      AND state = 'recount'`.execute(tx);
  return rows[0]?.count === ids.length;
}

/** A new count reopens the choice between earlier counts. */
export async function clearChosenEntries(
  tx: Tx,
  { locationId, id }: LockedCount,
  ids: readonly string[],
): Promise<void> {
  await sql`
    UPDATE stock_count_items SET chosen_entry_id = NULL
    WHERE location_id = ${locationId} AND count_id = ${id} AND sub_product_id = ANY (${ids}::uuid[])
      AND chosen_entry_id IS NOT NULL`.execute(tx);
}

/** Returns the number of items marked for a recount. */
export async function markForRecount(
  tx: Tx,
  { locationId, id }: LockedCount,
  ids: readonly string[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE stock_count_items SET round = round + 1, chosen_entry_id = NULL
    WHERE location_id = ${locationId} AND count_id = ${id} AND sub_product_id = ANY (${ids}::uuid[])`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0);
}

/** Whether the entry exists in the item's current round. */
export async function chooseEntry(
  tx: Tx,
  { locationId, id }: LockedCount,
  { subProductId, entryId }: { subProductId: string; entryId: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE stock_count_items item SET chosen_entry_id = entry.id FROM stock_count_entries entry
    WHERE item.location_id = ${locationId} AND item.count_id = ${id} AND item.sub_product_id = ${subProductId}
      AND entry.location_id = item.location_id AND entry.count_id = item.count_id
      AND entry.sub_product_id = item.sub_product_id AND entry.id = ${entryId} AND entry.round = item.round`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0) > 0;
}

export interface Difference {
  subProductId: string;
  difference: number;
}
export async function differencesOf(tx: Tx, { locationId, id }: LockedCount): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    SELECT sub_product_id AS "subProductId", difference FROM stock_count_state
    WHERE location_id = ${locationId} AND count_id = ${id} AND difference <> 0`.execute(tx);
  return rows;
}

/** Closes the notices that ask to count the items of a count. */
export async function closeNoticesOf(tx: Tx, { locationId, id }: LockedCount): Promise<void> {
  await enqueue(
    tx,
    sql`SELECT close_count_notices(array_agg(location_id), array_agg(sub_product_id)) FROM stock_count_state
      WHERE location_id = ${locationId} AND count_id = ${id} AND quantity IS NOT NULL`,
  );
}

export async function savePosted(
  tx: Tx,
  { locationId, id }: LockedCount,
  posted: readonly { subProductId: string; quantity: number }[],
): Promise<void> {
  await sql`
    UPDATE stock_count_items item SET posted = done.quantity
    FROM unnest(${posted.map((row) => row.subProductId)}::uuid[], ${posted.map((row) => row.quantity)}::numeric[])
      AS done(sub_product_id, quantity)
    WHERE item.location_id = ${locationId} AND item.count_id = ${id} AND item.sub_product_id = done.sub_product_id`.execute(
    tx,
  );
}
