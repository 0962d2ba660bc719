import { sql } from 'kysely';
import type { Tx } from '../../src/core/db/db.ts';
import type { DB } from '../../src/core/db/db-types.generated.ts';

type Row = Record<string, unknown>;
const rowsAtOnce = 50_000;

/** Inserts rows that all have the same columns, tens of thousands per statement. Other columns get their defaults. */
export async function insertRows(tx: Tx, table: keyof DB, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const columns = sql.join(Object.keys(rows[0]!).map((column) => sql.ref(column)));
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const json = JSON.stringify(rows.slice(from, from + rowsAtOnce));
    await sql`
      INSERT INTO ${sql.table(table)} (${columns})
      SELECT ${columns} FROM json_populate_recordset(NULL::${sql.table(table)}, ${json}::json)
    `.execute(tx);
  }
}
