import { sql } from 'kysely';
import type { Tx } from '../../../core/db/db.ts';

/** Copies the pictures of a product and its copied sub-products; the files are shared. */
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
