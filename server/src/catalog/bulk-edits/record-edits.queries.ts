import type { RecordKind } from '@aisle/contract/catalog/bulk-edits';
import type { RecordBulkInput } from '@aisle/contract/catalog/record-bulk';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { hasWords } from '../../core/list/search-text.ts';

type Target = RecordBulkInput['target'];

interface Uses {
  /** The columns that the list of these records searches. */
  searched: readonly string[];
  /** Whether a record `r` is in use and therefore can't be deleted, and the reason that users see. */
  isUsed: RawBuilder<SqlBool>;
  reason: string;
}
const uses: Record<RecordKind, Uses> = {
  brands: {
    searched: ['name'],
    isUsed: sql`EXISTS (SELECT FROM products p WHERE p.brand_id = r.id)`,
    reason: 'Products use it',
  },
  taxes: {
    searched: ['name'],
    isUsed: sql`(EXISTS (SELECT FROM category_taxes ct WHERE ct.tax_id = r.id)
      OR EXISTS (SELECT FROM product_taxes pt WHERE pt.tax_id = r.id))`,
    reason: 'Categories or products use it',
  },
  vendors: {
    searched: ['name', 'contact', 'email'],
    isUsed: sql`EXISTS (SELECT FROM lots l WHERE l.vendor_id = r.id)`,
    reason: 'Stock was received from it',
  },
  categories: {
    searched: ['name'],
    // A product is in the category or in one of its subcategories.
    isUsed: sql`r.id IN (
      WITH RECURSIVE used AS (
        SELECT DISTINCT category_id AS id FROM products
        UNION
        SELECT c.parent_id FROM used JOIN categories c ON c.id = used.id WHERE c.parent_id IS NOT NULL
      ) SELECT id FROM used)`,
    reason: 'Has products',
  },
};
export const usedReason = (of: RecordKind): string => uses[of].reason;

function isMeant(of: RecordKind, { ids, search, filters }: Target): RawBuilder<SqlBool> {
  const columns = uses[of].searched.map((name) => `r.${name}`);
  return sql`${search ? hasWords(search, ...columns) : sql`true`}
    AND ${filters.status === undefined ? sql`true` : sql`r.status = ${filters.status}`}
    AND ${ids ? sql`r.id = ANY(${ids}::uuid[])` : sql`true`}`;
}

/** Subcategories come first, so that a category that becomes empty can be deleted too. */
const sequence = (of: RecordKind) =>
  of === 'categories' ? sql`r.level DESC, r.name, r.id` : sql`r.name, r.id`;
const tableOf = (of: RecordKind) => sql`${sql.table(of)} r`;

/** The rows of a change, as saved for its job. A deletion includes only unused records. */
export const recordsToChange = ({ of, target, change }: RecordBulkInput): RawBuilder<unknown> => sql`
  SELECT r.id AS record_id, NULL::uuid AS location_id FROM ${tableOf(of)}
  WHERE ${isMeant(of, target)} AND ${change.field === 'deleted' ? sql`NOT ${uses[of].isUsed}` : sql`true`}
  ORDER BY ${sequence(of)}`;

interface Tally {
  status: boolean;
  isUsed: boolean;
  count: number;
}
/** Counts the matching records, grouped by the values that decide their outcome. */
export async function tallyRecords(tx: Tx, { of, target, change }: RecordBulkInput): Promise<Tally[]> {
  const used = change.field === 'deleted' ? uses[of].isUsed : sql`false`;
  const { rows } = await sql<Tally>`
    SELECT r.status, ${used} AS "isUsed", count(*) AS count FROM ${tableOf(of)}
    WHERE ${isMeant(of, target)} GROUP BY 1, 2`.execute(tx);
  return rows;
}

/** The first records that would change. */
export async function firstRecords(
  tx: Tx,
  { of, target, change }: RecordBulkInput,
  limit: number,
): Promise<{ id: string; name: string; status: boolean }[]> {
  const isChanged =
    change.field === 'deleted' ? sql`NOT ${uses[of].isUsed}` : sql`r.status <> ${change.to.value}::boolean`;
  const { rows } = await sql<{ id: string; name: string; status: boolean }>`
    SELECT r.id, r.name, r.status FROM ${tableOf(of)}
    WHERE ${isMeant(of, target)} AND ${isChanged} ORDER BY ${sequence(of)} LIMIT ${limit}`.execute(tx);
  return rows;
}

export interface StoredRecord {
  name: string;
  status: boolean;
  version: number;
}
/** Locks a record until the end of the transaction; undefined if it was deleted. */
export async function lockRecord(tx: Tx, of: RecordKind, id: string): Promise<StoredRecord | undefined> {
  const { rows } = await sql<StoredRecord>`
    SELECT r.name, r.status, r.version FROM ${tableOf(of)} WHERE r.id = ${id} FOR UPDATE`.execute(tx);
  return rows[0];
}

/** Reads the kind of records of a change, because its job has only an ID. */
export async function kindOfChange(tx: Tx, id: string): Promise<RecordKind> {
  const { kind } = await tx
    .selectFrom('bulk_changes')
    .select('kind')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return kind as RecordKind;
}
