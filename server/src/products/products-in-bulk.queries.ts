import { sql } from 'kysely';
import type { Tx } from '../core/db.ts';

export interface BulkProductRow {
  id: string;
  name: string;
  slug: string;
  description: string | null;
  brandId: string | null;
  categoryId: string;
  tags: readonly string[];
  status: boolean;
}

/** Adds products in one statement; gives the ids of those whose slug was free. */
export async function insertProducts(tx: Tx, rows: readonly BulkProductRow[]): Promise<Set<string>> {
  const { rows: added } = await sql<{ id: string }>`
    INSERT INTO products (id, name, slug, description, brand_id, category_id, tags, status)
    SELECT given.id, given.name, given.slug, given.description, given."brandId", given."categoryId",
      ARRAY(SELECT jsonb_array_elements_text(given.tags)), given.status
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given (id uuid, name text, slug text,
      description text, "brandId" uuid, "categoryId" uuid, tags jsonb, status boolean)
    ON CONFLICT (slug) DO NOTHING
    RETURNING id`.execute(tx);
  return new Set(added.map((row) => row.id));
}
