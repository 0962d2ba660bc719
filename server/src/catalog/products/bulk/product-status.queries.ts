import { sql } from 'kysely';
import type { Tx } from '../../../core/db/db.ts';

interface Switched {
  _id: string;
  name: string;
  status: boolean;
  version: number;
}
/** The statuses of these products, locked in id order to avoid deadlocks. */
export async function lockStatuses(tx: Tx, ids: readonly string[]): Promise<Map<string, Switched>> {
  const rows = await tx
    .selectFrom('products')
    .select(['id as _id', 'name', 'status', 'version'])
    .where(sql<boolean>`id = ANY(${ids}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return new Map(rows.map((row) => [row._id, row]));
}

export async function writeStatus(tx: Tx, ids: readonly string[], status: boolean): Promise<void> {
  if (ids.length === 0) return;
  await sql`UPDATE products SET status = ${status} WHERE id = ANY(${ids}::uuid[])`.execute(tx);
}
