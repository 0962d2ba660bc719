import type { Page } from '@aisle/contract/core/page';
import type { Tax, TaxPage, TaxRef } from '@aisle/contract/taxes';
import { sql } from 'kysely';
import type { Tx } from '../core/db.ts';
import { listPage } from '../core/list.ts';
import { mustFind, wrongField } from '../core/problem.ts';
import { lockVersion } from '../core/records.ts';
import { containing } from '../core/search-text.ts';

const columns = [
  't.id as _id',
  't.name',
  't.rate',
  't.description',
  't.status',
  't.created_at as createdAt',
  't.updated_at as updatedAt',
  't.version',
] as const;
const usage = [
  sql<number>`(SELECT count(*) FROM category_taxes ct WHERE ct.tax_id = t.id)`.as('categoryCount'),
  sql<number>`(SELECT count(*) FROM product_taxes pt WHERE pt.tax_id = t.id)`.as('productCount'),
] as const;
const orders = { name: sql.ref('t.name'), rate: sql.ref('t.rate'), updatedAt: sql.ref('t.updated_at') };

export async function listTaxes(tx: Tx, request: TaxPage): Promise<Page<Tax>> {
  const { search, filters, sort } = request;
  let filtered = tx.selectFrom('taxes as t');
  if (search) filtered = filtered.where('t.name', 'ilike', containing(search));
  if (filters.status !== undefined) filtered = filtered.where('t.status', '=', filters.status);
  return listPage(tx, filtered, {
    request,
    order: { columns: [orders[sort?.field ?? 'name'], sql.ref('t.id')], direction: sort?.order ?? 'asc' },
    select: (query) => query.select([...columns, ...usage]),
  });
}

export async function getTax(tx: Tx, id: string): Promise<Tax> {
  const row = await tx
    .selectFrom('taxes as t')
    .select([...columns, ...usage])
    .where('t.id', '=', id)
    .executeTakeFirst();
  return mustFind(row, 'Tax');
}

/** Locks a tax for an edit and tells the version it is at. */
export const lockTax = (tx: Tx, id: string) => lockVersion(tx, 'taxes', id, 'Tax');

interface TaxColumns {
  name?: string | undefined;
  rate?: number | undefined;
  description?: string | null | undefined;
  status?: boolean | undefined;
}

export async function insertTax(
  tx: Tx,
  id: string,
  columns: TaxColumns & { name: string; rate: number },
): Promise<void> {
  await tx
    .insertInto('taxes')
    .values({ id, ...columns })
    .execute();
}

export async function updateTax(tx: Tx, id: string, columns: TaxColumns): Promise<void> {
  await tx
    .updateTable('taxes')
    .set({ ...columns, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

export async function deleteTax(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('taxes').where('id', '=', id).execute();
}

export async function taxChoices(tx: Tx, search: string | undefined): Promise<TaxRef[]> {
  let query = tx
    .selectFrom('taxes')
    .select(['id as _id', 'name', 'rate', 'status'])
    .orderBy('name')
    .limit(50);
  if (search) query = query.where('name', 'ilike', containing(search));
  return query.execute();
}

/** Refuses ids that are no taxes, at the field that names them. */
export async function checkTaxIds(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const found = await tx
    .selectFrom('taxes')
    .select('id')
    .where(sql<boolean>`id = ANY(${ids}::uuid[])`)
    .execute();
  if (found.length < ids.length) throw wrongField('taxIds', 'One of these taxes is no longer there');
}

export interface TaxRate {
  taxId: string;
  name: string;
  rate: number;
}

/**
 * What is charged on each sub-product: the taxes that its product names, else those of the nearest category
 * that names some; of these the ones that are switched on. One statement, however many are asked for.
 */
export async function taxRatesOf(tx: Tx, subProductIds: readonly string[]): Promise<Map<string, TaxRate[]>> {
  const rates = new Map<string, TaxRate[]>(subProductIds.map((id) => [id, []]));
  // Categories have three levels: joins cost a fraction of walking up recursively.
  const { rows } = await sql<TaxRate & { subProductId: string }>`
    SELECT s.id AS "subProductId", t.id AS "taxId", t.name, t.rate
    FROM sub_products s
    JOIN products p ON p.id = s.product_id
    JOIN categories c1 ON c1.id = p.category_id
    LEFT JOIN categories c2 ON c2.id = c1.parent_id
    CROSS JOIN LATERAL (
      SELECT pt.tax_id FROM product_taxes pt WHERE pt.product_id = p.id
      UNION ALL
      SELECT ct.tax_id FROM category_taxes ct
      WHERE NOT EXISTS (SELECT FROM product_taxes pt WHERE pt.product_id = p.id)
        AND ct.category_id = (
          SELECT up.id FROM (VALUES (c1.id, 1), (c2.id, 2), (c2.parent_id, 3)) AS up (id, distance)
          WHERE EXISTS (SELECT FROM category_taxes own WHERE own.category_id = up.id)
          ORDER BY up.distance LIMIT 1)
    ) held
    JOIN taxes t ON t.id = held.tax_id AND t.status
    WHERE s.id = ANY(${subProductIds}::uuid[])
    ORDER BY t.name, t.id`.execute(tx);
  for (const { subProductId, ...rate } of rows) rates.get(subProductId)?.push(rate);
  return rates;
}
