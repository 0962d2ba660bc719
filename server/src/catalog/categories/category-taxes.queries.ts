import type { TaxFlow } from '@aisle/contract/catalog/categories';
import type { TaxRef } from '@aisle/contract/catalog/taxes';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { mustFind } from '../../core/problem.ts';
import { branchOf } from './categories.queries.ts';

/** The taxes of a category: its own, or those of the nearest ancestor with taxes. */
export async function getTaxFlow(tx: Tx, id: string): Promise<TaxFlow> {
  const { rows } = await sql<{ _id: string; name: string; level: number; version: number; taxes: TaxRef[] }>`
    SELECT up.id AS "_id", up.name, up.level, up.version, (
      SELECT coalesce(json_agg(json_build_object(
        '_id', t.id, 'name', t.name, 'rate', t.rate, 'status', t.status) ORDER BY t.name COLLATE aisle_names), '[]')
      FROM category_taxes ct JOIN taxes t ON t.id = ct.tax_id WHERE ct.category_id = up.id
    ) AS taxes
    FROM categories c
    LEFT JOIN categories parent ON parent.id = c.parent_id
    JOIN categories up ON up.id IN (c.id, parent.id, parent.parent_id)
    WHERE c.id = ${id}
    ORDER BY up.level`.execute(tx);
  const { _id, name, version } = mustFind(rows.at(-1), 'Category');
  const source = rows.findLast(({ taxes }) => taxes.length > 0);
  return {
    category: { _id, name },
    taxes: source?.taxes ?? [],
    source: source ? { _id: source._id, name: source.name } : null,
    inherited: source !== undefined && source !== rows.at(-1),
    steps: rows.map((row) => ({
      _id: row._id,
      name: row.name,
      level: row.level,
      taxes: row.taxes,
      applies: row === source,
    })),
    version,
  };
}

/** Removed taxes go to the history, which explains the taxes of past days. */
const removedTaxes = (condition: RawBuilder<unknown>) => sql`
  removed AS (
    DELETE FROM category_taxes WHERE ${condition} RETURNING category_id, tax_id, since
  ), past AS (
    INSERT INTO past_named_taxes (owner_id, tax_id, since, until)
    SELECT category_id, tax_id, since, now() FROM removed ON CONFLICT DO NOTHING
  )`;

export async function writeCategoryTaxes(tx: Tx, id: string, taxIds: readonly string[]): Promise<void> {
  await sql`
    WITH ${removedTaxes(sql`category_id = ${id} AND NOT tax_id = ANY(${taxIds}::uuid[])`)}
    INSERT INTO category_taxes (category_id, tax_id)
    SELECT ${id}::uuid, unnest(${taxIds}::uuid[])
    ON CONFLICT DO NOTHING`.execute(tx);
}

/** Clears the taxes of all descendants, so that they inherit. */
export async function clearTaxesBelow(tx: Tx, id: string): Promise<void> {
  await sql`
    WITH ${removedTaxes(sql`category_id <> ${id} AND category_id IN ${branchOf(id)}`)}
    UPDATE categories SET updated_at = now() WHERE id IN (SELECT category_id FROM removed)`.execute(tx);
}
