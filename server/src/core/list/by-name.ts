import { type RawBuilder, sql } from 'kysely';

/**
 * Sorts names as people expect: "apple, Banana, Éclair, zebra", the same in every database, whatever its locale. SQL statements
 * use `COLLATE aisle_names`.
 */
export const byName = (column: RawBuilder<unknown> | string) =>
  sql<string>`${typeof column === 'string' ? sql.ref(column) : column} COLLATE aisle_names`;
