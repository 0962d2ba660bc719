import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db.ts';
import { columnName, type TypedFields } from './typed-fields.ts';

export interface Patch {
  id: string;
  /** The new values by field; fields not given stay unchanged. */
  values: Record<string, unknown>;
}

/** Changes some fields of many rows in one statement, and returns their new versions. */
export async function patchRows(
  tx: Tx,
  table: RawBuilder<unknown>,
  fields: TypedFields,
  patches: readonly Patch[],
): Promise<Map<string, number>> {
  if (patches.length === 0) return new Map();
  const sets = Object.entries(fields).map(([field, type]) => {
    const [column, key] = [sql.ref(columnName(field)), sql.lit(field)];
    const value =
      type === 'text[]'
        ? sql`ARRAY(SELECT jsonb_array_elements_text(given."values" -> ${key}))`
        : sql`(given."values" ->> ${key})::${sql.raw(type)}`;
    return sql`${column} = CASE WHEN given."values" ? ${key} THEN ${value} ELSE target.${column} END`;
  });
  const { rows } = await sql<{ id: string; version: number }>`
    UPDATE ${table} target SET ${sql.join(sets)}
    FROM jsonb_to_recordset(${JSON.stringify(patches)}::jsonb) AS given (id uuid, "values" jsonb)
    WHERE target.id = given.id RETURNING target.id, target.version`.execute(tx);
  return new Map(rows.map(({ id, version }) => [id, version]));
}
