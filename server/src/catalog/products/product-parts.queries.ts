import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { announceRows } from '../../core/live-events.ts';

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
  // The audit entry of the product lists them, so they get no entries of their own.
  await sql`
    WITH deleted AS (
      DELETE FROM sub_products WHERE product_id = ${productId} AND id = ANY(${ids}::uuid[]) RETURNING id
    )
    ${announceRows(
      {
        topic: 'subProducts',
        action: 'delete',
        recordId: sql`id`,
        locationId: sql`NULL::uuid`,
        permission: 'sub_product_list',
      },
      sql`FROM deleted`,
    )}`.execute(tx);
}
