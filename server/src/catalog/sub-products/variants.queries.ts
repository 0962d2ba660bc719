import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { announceRows } from '../../core/live-events.ts';

/** Locks a product, so that concurrent requests number its variants one after the other; returns false if it does not exist. */
export async function lockProductOf(tx: Tx, productId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('products')
    .select('id')
    .where('id', '=', productId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function countVariants(tx: Tx, productId: string): Promise<{ count: number; place: number }> {
  const { rows } = await sql<{ count: number; place: number }>`
    SELECT count(*) AS count, coalesce(max(sort_order) + 1, 0) AS place FROM sub_products
    WHERE product_id = ${productId}`.execute(tx);
  return rows[0]!;
}

/** Deletes variants of a product. Variants that are already deleted cause no error. */
export async function deleteVariants(tx: Tx, productId: string, ids: readonly string[]): Promise<void> {
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
