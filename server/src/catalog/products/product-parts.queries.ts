import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';

/** The pictures of these variants of a product. */
export async function imageIdsOfVariants(
  tx: Tx,
  productId: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await tx
    .selectFrom('product_images')
    .select('file_id as id')
    .where('product_id', '=', productId)
    .where(sql<boolean>`sub_product_id = ANY(${ids}::uuid[])`)
    .execute();
  return rows.map((row) => row.id);
}

/** Deletes variants of a product; those that are gone already are no error. */
export async function deleteSubProducts(tx: Tx, productId: string, ids: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('sub_products')
    .where('product_id', '=', productId)
    .where(sql<boolean>`id = ANY(${ids}::uuid[])`)
    .execute();
}
