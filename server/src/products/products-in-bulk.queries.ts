import { sql } from 'kysely';
import type { Tx } from '../core/db.ts';

interface BareRow {
  id: string;
  name: string;
  slug: string;
  description: string | null;
  brandId: string | null;
  categoryId: string;
  badge?: string;
  tags?: string[];
  addToHomePage?: boolean;
  status?: boolean;
}

/** Adds products in one statement; gives the ids of those whose slug was free. */
export async function insertProducts(tx: Tx, rows: readonly BareRow[]): Promise<Set<string>> {
  const { rows: added } = await sql<{ id: string }>`
    INSERT INTO products (id, name, slug, description, brand_id, category_id, badge, tags, add_to_home_page, status)
    SELECT given.id, given.name, given.slug, given.description, given."brandId", given."categoryId",
      coalesce(given.badge, 'none'), coalesce(given.tags, '{}'), coalesce(given."addToHomePage", false),
      coalesce(given.status, true)
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given (id uuid, name text, slug text,
      description text, "brandId" uuid, "categoryId" uuid, badge text, tags text[], "addToHomePage" boolean,
      status boolean)
    ON CONFLICT (slug) DO NOTHING
    RETURNING id`.execute(tx);
  return new Set(added.map((row) => row.id));
}
