import type { SubProductChoice } from '@aisle/contract/catalog/sub-product-choices';
import type {
  LocationStock,
  SubProduct,
  SubProductInput,
  SubProductPage,
} from '@aisle/contract/catalog/sub-products';
import { wholeGtin } from '@aisle/contract/catalog/sub-products';
import type { Picture } from '@aisle/contract/core/fields';
import type { Page } from '@aisle/contract/core/page';
import { type RawBuilder, sql } from 'kysely';
import { enqueue, type Tx } from '../../core/db/db.ts';
import { unplanned } from '../../core/db/literals.ts';
import { recordExists } from '../../core/db/rows/records.ts';
import {
  assigned,
  columnsIn,
  recordsetOf,
  selected,
  type TypedFields,
  valuesIn,
} from '../../core/db/rows/typed-fields.ts';
import { pictureOf } from '../../core/files/images.ts';
import type { Storage } from '../../core/files/storage.ts';
import type { Actor } from '../../core/http/actor.ts';
import { byName } from '../../core/list/by-name.ts';
import { itemNameOf, itemNamesOf } from '../../core/list/item-names.ts';
import { type List, listOf } from '../../core/list/list.ts';
import { wholeGtinOf } from '../../core/list/search-text.ts';
import { maxExact } from '../../core/list/total.ts';
import { mustFind, notFound } from '../../core/problem.ts';
import { cachedCatalogTotal } from './catalog-totals.queries.ts';
import { fits } from './filter.queries.ts';
import { itemsMatching, rankedBy } from './item-search.queries.ts';

/**
 * The available quantity of a row of stock_levels. Calls available_now() only for the few rows that need it, because it is
 * slow. The row's alias must differ from all column names in scope; otherwise the function receives that column instead.
 */
export const availableOf = (level: RawBuilder<unknown>) => sql<number>`CASE
  WHEN ${level}.next_expiry IS NULL OR ${level}.next_expiry > (now() AT TIME ZONE 'UTC')::date
  THEN greatest(0, ${level}.on_hand - ${level}.reserved - ${level}.expired)
  ELSE available_now(${level}) END`;

/** Pictures as stored. Their URLs are signed when they are read. */
export interface StoredImage {
  _id: string;
  alt: string;
}
/** The editable columns of a sub-product, declared once for reading, inserting and updating. */
export const subProductFields = {
  name: 'text',
  sku: 'text',
  barcode: 'text',
  optionValues: 'jsonb',
  unit: 'text',
  unitSize: 'numeric',
  soldByWeight: 'boolean',
  price: 'bigint',
  salePrice: 'bigint',
  costPrice: 'bigint',
  minPerOrder: 'numeric',
  maxPerOrder: 'numeric',
  status: 'boolean',
} as const satisfies TypedFields & Record<keyof SubProductInput, string>;
const shownFields = selected(subProductFields, 's');
const writtenColumns = columnsIn(subProductFields);
const inputValues = valuesIn(subProductFields, 'input');
const inputFields = sql`(id uuid, "productId" uuid, place integer, ${recordsetOf(subProductFields)})`;

export const imageJson = sql`json_build_object('_id', i.file_id, 'alt', i.alt)`;
/** Sub-products with the available quantity at one location, or at all that the actor has access to. */
const selectSubProducts = (locationId?: string) => sql`
  SELECT s.id AS "_id", s.product_id AS "productId", ${shownFields},
    s.created_at AS "createdAt", s.updated_at AS "updatedAt", s.version,
    json_build_object('_id', p.id, 'name', p.name) AS "productData",
    (SELECT coalesce(json_agg(${imageJson} ORDER BY i.sort_order, i.file_id), '[]')
      FROM product_images i WHERE i.product_id = s.product_id AND i.sub_product_id = s.id) AS "storedImages",
    (SELECT ${imageJson} FROM product_images i WHERE i.product_id = s.product_id AND i.sub_product_id IS NULL
      ORDER BY i.sort_order, i.file_id LIMIT 1) AS "productCover",
    (SELECT coalesce(sum(${availableOf(sql.ref('stock_row'))}), 0) FROM stock_levels stock_row
      WHERE stock_row.sub_product_id = s.id
        AND ${locationId ? sql`stock_row.location_id = ${locationId}` : sql`true`}) AS available
  FROM sub_products s JOIN products p ON p.id = s.product_id`;
interface SubProductRow extends Omit<SubProduct, 'images' | 'picture'> {
  storedImages: StoredImage[];
  productCover: StoredImage | null;
}
export const toPicture = (storage: Storage, image: StoredImage, name: string): Picture =>
  pictureOf(storage, image._id, image.alt || name) as Picture;

function toSubProduct(
  storage: Storage,
  { storedImages, productCover, ...subProduct }: SubProductRow,
): SubProduct {
  const images = storedImages.map((image) => toPicture(storage, image, subProduct.name));
  const cover = productCover && toPicture(storage, productCover, subProduct.productData.name);
  return { ...subProduct, images, picture: images[0] ?? cover };
}

const sortColumns = {
  name: byName('s.name'),
  sku: sql.ref('s.sku'),
  price: sql.ref('s.price'),
  updatedAt: sql.ref('s.updated_at'),
  createdAt: sql.ref('s.created_at'),
};

export function listSubProducts(
  tx: Tx,
  { actor, storage }: { actor: Actor; storage: Storage },
  request: SubProductPage,
): List<Page<SubProduct>> {
  const { search, filters, sort } = request;
  const filtered = tx.selectFrom('sub_products as s').where(fits({ search, filters }));

  // Selects the page before its columns, so that stock and pictures of skipped rows aren't looked up.
  const found = listOf(tx, filtered, {
    request,
    sort: { columns: [sortColumns[sort?.field ?? 'name'], sql.ref('s.id')], direction: sort?.order ?? 'asc' },
    exactUpTo: maxExact,
    sharedBy: cachedCatalogTotal('subProducts', actor, { search, filters }),
    select: (query) => query.select('s.id'),
  });
  return found.map(async (page) => {
    const ids = page.records.map((record) => record.id);
    const byId = await subProductsById(tx, storage, ids, filters.locationId);
    return { ...page, records: ids.map((id) => mustFind(byId.get(id), 'Sub-product')) };
  });
}

/** All variants of a product, in their order. */
export async function subProductsOf(tx: Tx, storage: Storage, productId: string): Promise<SubProduct[]> {
  const { rows } = await sql<SubProductRow>`
    ${selectSubProducts()} WHERE s.product_id = ${productId} ORDER BY s.sort_order, s.id`.execute(tx);
  return rows.map((row) => toSubProduct(storage, row));
}

/** Sub-products by ID, with the available quantity at a location if one is given. */
export async function subProductsById(
  tx: Tx,
  storage: Storage,
  ids: readonly string[],
  locationId?: string,
): Promise<Map<string, SubProduct>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<SubProductRow>`
    ${selectSubProducts(locationId)} WHERE s.id = ANY(${ids}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row._id, toSubProduct(storage, row)]));
}

export async function getSubProduct(tx: Tx, storage: Storage, id: string): Promise<SubProduct> {
  return mustFind((await subProductsById(tx, storage, [id])).get(id), 'Sub-product');
}

export type SubProductColumns = Pick<SubProduct, keyof SubProductInput> & { id: string };
export type LockedSubProduct = SubProductColumns & { productId: string; version: number };

/** Locks these sub-products for an edit, in ID order to avoid deadlocks. */
export async function lockSubProducts(tx: Tx, ids: readonly string[]): Promise<LockedSubProduct[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<LockedSubProduct>`
    SELECT s.id, s.product_id AS "productId", s.version, ${shownFields}
    FROM sub_products s WHERE s.id = ANY(${ids}::uuid[]) ORDER BY s.id FOR NO KEY UPDATE`.execute(tx);
  return rows;
}

/** Sub-products with one of these SKUs or barcodes, in any form of the barcode. */
export async function codesTaken(
  tx: Tx,
  codes: { skus: readonly string[]; barcodes: readonly string[] },
  exceptIds: readonly string[] = [],
): Promise<{ sku: string; barcode: string | null }[]> {
  const textsOf = (values: readonly string[]) => unplanned(sql`${values}::text[]`);
  const { rows } = await sql<{ sku: string; barcode: string | null }>`
    SELECT s.sku, s.barcode FROM sub_products s
    WHERE (lower(s.sku) = ANY(ARRAY(SELECT lower(sku) FROM unnest(${textsOf(codes.skus)}) AS given (sku)))
        OR ${wholeGtinOf(sql.ref('s.barcode'))} = ANY(${textsOf(codes.barcodes.map(wholeGtin))}::text[]))
      AND NOT s.id = ANY(${textsOf(exceptIds)}::uuid[])`.execute(tx);
  return rows;
}

/** The sub-products with these SKUs, by lower-case SKU. */
export async function idsBySku(tx: Tx, skus: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; key: string }>`SELECT id, lower(sku) AS key FROM sub_products
    WHERE lower(sku) = ANY(ARRAY(SELECT lower(sku) FROM unnest(${skus}::text[]) AS input (sku)))`.execute(tx);
  return new Map(rows.map(({ id, key }) => [key, id]));
}

/** Clears SKU and barcode of sub-products that are about to swap them. */
export async function releaseCodes(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`UPDATE sub_products SET sku = id::text, barcode = NULL WHERE id = ANY(${ids}::uuid[])`.execute(
    tx,
  );
}

/**
 * Adds any number of sub-products in one statement, sent together with the next one. If a code was just taken, the error
 * surfaces in the next statement.
 */
export async function insertSubProducts(
  tx: Tx,
  rows: readonly (SubProductColumns & { productId: string; place: number })[],
): Promise<void> {
  const inserted = sql`
    INSERT INTO sub_products (id, product_id, sort_order, ${writtenColumns})
    SELECT input.id, input."productId", input.place, ${inputValues}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS input ${inputFields}`;
  await enqueue(tx, inserted);
}

export async function updateSubProducts(tx: Tx, rows: readonly SubProductColumns[]): Promise<void> {
  await sql`
    UPDATE sub_products s SET ${assigned(subProductFields, 'input')}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS input ${inputFields}
    WHERE s.id = input.id`.execute(tx);
}

export async function deleteSubProduct(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('sub_products').where('id', '=', id).execute();
}

/** Reasons why sub-products can't be deleted. Every item that was ever in stock or ordered has a stock level. */
export async function usageOf(
  tx: Tx,
  ids: readonly string[],
): Promise<{ locations: number; movements: number; orders: number }> {
  const { rows } = await sql<{ locations: number; movements: number; orders: number }>`
    SELECT count(DISTINCT level.location_id) FILTER (WHERE level.on_hand > 0) AS locations,
      coalesce(sum(moved.movements), 0) AS movements, coalesce(sum(moved.orders), 0) AS orders
    FROM stock_levels level
    CROSS JOIN LATERAL (
      SELECT count(*) AS movements, count(DISTINCT m.order_id) AS orders FROM stock_movements m
      WHERE m.location_id = level.location_id AND m.sub_product_id = level.sub_product_id
    ) moved
    WHERE level.sub_product_id = ANY(${ids}::uuid[])`.execute(tx);
  return rows[0]!;
}

/** The sub-products that a text means, best sellers first; without a text, all. */
export async function subProductChoices(
  tx: Tx,
  actor: Actor,
  { search, productId }: { search?: string | undefined; productId?: string | undefined },
): Promise<SubProductChoice[]> {
  const { rows } = await sql<SubProductChoice>`
    SELECT s.id AS "_id", ${itemNameOf('s')} AS name, ${itemNamesOf('s')}, s.sku, s.barcode, s.unit,
      s.sold_by_weight AS "soldByWeight", s.price, s.cost_price AS "costPrice"
    FROM ${itemsMatching(search)} s WHERE ${productId ? sql`s.product_id = ${productId}` : sql`true`}
    ORDER BY ${rankedBy(search, actor)} LIMIT 50`.execute(tx);
  return rows;
}

/** Stock at each of the actor's locations that sells the sub-product or has stock of it. */
export async function stockByLocation(tx: Tx, id: string): Promise<LocationStock[]> {
  const { rows } = await sql<LocationStock>`
    SELECT l.id AS "locationId", l.name AS "locationName", coalesce(stock_row.on_hand, 0) AS "onHand",
      coalesce(stock_row.reserved, 0) AS reserved, coalesce(${availableOf(sql.ref('stock_row'))}, 0) AS available
    FROM locations l
    LEFT JOIN stock_levels stock_row ON stock_row.location_id = l.id AND stock_row.sub_product_id = ${id}
    LEFT JOIN location_sub_products here ON here.location_id = l.id AND here.sub_product_id = ${id}
    WHERE stock_row.location_id IS NOT NULL OR here.assigned
    ORDER BY l.name COLLATE aisle_names, l.id LIMIT 1000`.execute(tx);
  if (rows.length === 0 && !(await recordExists(tx, 'sub_products', id))) throw notFound('Sub-product');
  return rows;
}
