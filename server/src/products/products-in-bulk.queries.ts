import { sql } from 'kysely';
import type { Tx } from '../core/db.ts';

interface BareRow {
  id: string;
  name: string;
  slug: string;
  description: string | null;
  brandId: string | null;
  categoryId: string;
}

/** Adds products in one statement; gives the ids of those whose slug was free. */
export async function insertProducts(tx: Tx, rows: readonly BareRow[]): Promise<Set<string>> {
  const { rows: added } = await sql<{ id: string }>`
    INSERT INTO products (id, name, slug, description, brand_id, category_id)
    SELECT given.id, given.name, given.slug, given.description, given."brandId", given."categoryId"
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given (id uuid, name text, slug text,
      description text, "brandId" uuid, "categoryId" uuid)
    ON CONFLICT (slug) DO NOTHING
    RETURNING id`.execute(tx);
  return new Set(added.map((row) => row.id));
}
