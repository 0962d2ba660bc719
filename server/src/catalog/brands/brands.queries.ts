import type { Brand, BrandInput, BrandPage } from '@aisle/contract/catalog/brands';
import type { Page } from '@aisle/contract/core/page';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { columnsOf, type NewRow, type RowChange } from '../../core/db/rows/columns.ts';
import { choices, lockVersion } from '../../core/db/rows/records.ts';
import { pictureOf } from '../../core/files/images.ts';
import type { Storage } from '../../core/files/storage.ts';
import { byName } from '../../core/list/by-name.ts';
import { type List, listOf } from '../../core/list/list.ts';
import { hasWords } from '../../core/list/search-text.ts';
import { maxExact } from '../../core/list/total.ts';
import { mustFind } from '../../core/problem.ts';

const productCount = sql<number>`(SELECT count(*) FROM products p WHERE p.brand_id = b.id)`;
const columns = [
  'b.id as _id',
  'b.name',
  'b.logo_id as logoId',
  'b.status',
  'b.created_at as createdAt',
  'b.updated_at as updatedAt',
  'b.version',
] as const;
interface BrandRow extends Omit<Brand, 'logo'> {
  logoId: string | null;
}
const toBrand = (storage: Storage, { logoId, ...brand }: BrandRow): Brand => ({
  ...brand,
  logo: pictureOf(storage, logoId, brand.name),
});

const sortColumns = { name: byName('b.name'), productCount, updatedAt: sql.ref('b.updated_at') };

export function listBrands(tx: Tx, storage: Storage, request: BrandPage): List<Page<Brand>> {
  const { search, filters, sort } = request;
  let filtered = tx.selectFrom('brands as b');
  if (search) filtered = filtered.where(hasWords(search, 'b.name'));
  if (filters.status !== undefined) filtered = filtered.where('b.status', '=', filters.status);

  return listOf(tx, filtered, {
    request,
    exactUpTo: maxExact,
    sort: { columns: [sortColumns[sort?.field ?? 'name'], sql.ref('b.id')], direction: sort?.order ?? 'asc' },
    select: (query) => query.select([...columns, productCount.as('productCount')]),
  }).mapRows((row) => toBrand(storage, row));
}

export async function getBrand(tx: Tx, storage: Storage, id: string): Promise<Brand> {
  const row = await tx
    .selectFrom('brands as b')
    .select([...columns, productCount.as('productCount')])
    .where('b.id', '=', id)
    .executeTakeFirst();
  return toBrand(storage, mustFind(row, 'Brand'));
}

/** Locks the brand for an edit and returns its version. */
export const lockBrand = (tx: Tx, id: string) => lockVersion(tx, 'brands', id, 'Brand');

export const brandColumns = columnsOf<'brands', BrandInput>()({ name: 'name', status: 'status' });

export async function insertBrand(tx: Tx, brand: NewRow<'brands'>): Promise<void> {
  await tx.insertInto('brands').values(brand).execute();
}

export async function updateBrand(tx: Tx, id: string, columns: RowChange<'brands'>): Promise<void> {
  await tx
    .updateTable('brands')
    .set({ ...columns, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

export async function deleteBrand(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('brands').where('id', '=', id).execute();
}

/** The IDs of the brands with these names, ignoring case, by lower-case name. */
export async function brandsByName(tx: Tx, names: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; id: string }>`
    SELECT wanted.name, b.id FROM unnest(${names}::text[]) AS wanted (name)
    JOIN brands b ON lower(b.name) = lower(wanted.name)`.execute(tx);
  return new Map(rows.map(({ name, id }) => [name.toLowerCase(), id]));
}

/** Adds brands with only a name; returns the IDs of those whose name was free. */
export async function insertBrandNames(
  tx: Tx,
  rows: readonly { id: string; name: string }[],
): Promise<string[]> {
  const { rows: added } = await sql<{ id: string }>`
    INSERT INTO brands (id, name)
    SELECT input.id, input.name FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS input (id uuid, name text)
    ORDER BY lower(input.name)
    ON CONFLICT DO NOTHING
    RETURNING id`.execute(tx);
  return added.map((row) => row.id);
}

export const brandChoices = (tx: Tx, search: string | undefined) => choices(tx, 'brands', search);
