import type { Specification, StoredSpecification } from '@aisle/contract/catalog/categories';
import { sql } from 'kysely';
import type { Tx } from '../../../core/db/db.ts';

/** The specifications of categories by lower-case path, inherited ones first. */
export async function specificationsAt(
  tx: Tx,
  paths: readonly string[],
): Promise<Map<string, StoredSpecification[]>> {
  if (paths.length === 0) return new Map();
  const { rows } = await sql<{ path: string; levels: (Specification[] | null)[] }>`
    SELECT lower(concat_ws(' > ', top.name, above.name, c.name)) AS path,
      jsonb_build_array(top.specifications, above.specifications, c.specifications) AS levels
    FROM categories c LEFT JOIN categories above ON above.id = c.parent_id
      LEFT JOIN categories top ON top.id = above.parent_id
    WHERE lower(concat_ws(' > ', top.name, above.name, c.name)) = ANY (${paths}::text[])`.execute(tx);
  return new Map(
    rows.map(({ path, levels }) => {
      const held = new Map<string, StoredSpecification>();
      for (const specification of levels.flatMap((level) => level ?? [])) {
        held.set(specification.name.toLowerCase(), { ...specification, inheritedFrom: null });
      }
      return [path, [...held.values()]];
    }),
  );
}

/** All taxes by lower-case name. */
export async function taxesByName(tx: Tx): Promise<Map<string, string>> {
  const rows = await tx.selectFrom('taxes').select(['id', 'name']).execute();
  return new Map(rows.map(({ id, name }) => [name.toLowerCase(), id]));
}
