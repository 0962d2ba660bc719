import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';

/** The owner of pictures: a product itself, or one of its sub-products. */
export interface ImageOwner {
  productId: string;
  subProductId: string | null;
}
const imagesOfOwner = ({ productId, subProductId }: ImageOwner) =>
  sql<boolean>`product_id = ${productId} AND sub_product_id IS NOT DISTINCT FROM ${subProductId}::uuid`;

export async function imageIdsOf(tx: Tx, owner: ImageOwner): Promise<string[]> {
  const rows = await tx
    .selectFrom('product_images')
    .select('file_id as id')
    .where(imagesOfOwner(owner))
    .orderBy('sort_order')
    .orderBy('file_id')
    .execute();
  return rows.map((row) => row.id);
}

/** Adds pictures after the existing ones. */
export async function insertImages(tx: Tx, owner: ImageOwner, fileIds: readonly string[]): Promise<void> {
  await sql`
    INSERT INTO product_images (product_id, sub_product_id, file_id, sort_order)
    SELECT ${owner.productId}::uuid, ${owner.subProductId}::uuid, added.id, added.place
      + coalesce((SELECT max(sort_order) + 1 FROM product_images WHERE ${imagesOfOwner(owner)}), 0)
    FROM unnest(${fileIds}::uuid[]) WITH ORDINALITY AS added (id, place)`.execute(tx);
}

/** Saves the order of pictures, and their alternative texts where provided. */
export async function positionImages(
  tx: Tx,
  owner: ImageOwner,
  places: readonly { _id: string; alt?: string | undefined }[],
): Promise<void> {
  const ids = places.map((place) => place._id);
  const alts = places.map((place) => place.alt ?? null);
  await sql`
    WITH gone AS (DELETE FROM product_images WHERE ${imagesOfOwner(owner)} AND NOT file_id = ANY(${ids}::uuid[]))
    UPDATE product_images image SET sort_order = wanted.place, alt = coalesce(wanted.alt, image.alt)
    FROM unnest(${ids}::uuid[], ${alts}::text[]) WITH ORDINALITY AS wanted (id, alt, place)
    WHERE image.product_id = ${owner.productId} AND image.file_id = wanted.id`.execute(tx);
}

/** Pictures that no product uses. Copies of a product share its pictures. */
export async function imagesWithoutProduct(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT gone.id FROM unnest(${ids}::uuid[]) AS gone (id)
    WHERE NOT EXISTS (SELECT FROM product_images image WHERE image.file_id = gone.id)`.execute(tx);
  return rows.map((row) => row.id);
}

/** The IDs of all pictures of a product, including those of its sub-products. */
export async function allImageIdsOf(tx: Tx, productId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('product_images')
    .select('file_id as id')
    .where('product_id', '=', productId)
    .execute();
  return rows.map((row) => row.id);
}

/** Removes a picture from a product or one of its sub-products; returns false if it does not exist. */
export async function deleteImage(tx: Tx, productId: string, fileId: string): Promise<boolean> {
  const result = await tx
    .deleteFrom('product_images')
    .where('product_id', '=', productId)
    .where('file_id', '=', fileId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Copies the pictures of a product and its copied sub-products. The copies share the files. */
export async function copyImages(
  tx: Tx,
  fromId: string,
  toId: string,
  variants: ReadonlyMap<string, string>,
): Promise<void> {
  await sql`
    INSERT INTO product_images (product_id, sub_product_id, file_id, alt, sort_order)
    SELECT ${toId}::uuid, copied.new_id, image.file_id, image.alt, image.sort_order
    FROM product_images image
    LEFT JOIN unnest(${[...variants.keys()]}::uuid[], ${[...variants.values()]}::uuid[]) AS copied (old_id, new_id)
      ON copied.old_id = image.sub_product_id
    WHERE image.product_id = ${fromId} AND (image.sub_product_id IS NULL OR copied.new_id IS NOT NULL)`.execute(
    tx,
  );
}
