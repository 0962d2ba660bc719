import { type RawBuilder, sql } from 'kysely';

/**
 * A name as people sort it: "apple, Banana, Éclair, zebra". The same in every database, whatever its locale. Statements in
 * SQL write `COLLATE aisle_names`.
 */
export const byName = (column: RawBuilder<unknown> | string) =>
  sql<string>`${typeof column === 'string' ? sql.ref(column) : column} COLLATE aisle_names`;
