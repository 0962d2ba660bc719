import type { Tax, TaxInput, TaxPage, TaxRef } from '@aisle/contract/catalog/taxes';
import type { Page } from '@aisle/contract/core/page';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { columnsOf, type NewRow, type RowChange } from '../../core/db/rows/columns.ts';
import { existingIds, lockVersion } from '../../core/db/rows/records.ts';
import { byName } from '../../core/list/by-name.ts';
import { type List, listOf } from '../../core/list/list.ts';
import { hasWords } from '../../core/list/search-text.ts';
import { maxExact } from '../../core/list/total.ts';
import { mustFind, wrongField } from '../../core/problem.ts';

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
const sortColumns = { name: byName('t.name'), rate: sql.ref('t.rate'), updatedAt: sql.ref('t.updated_at') };

export function listTaxes(tx: Tx, request: TaxPage): List<Page<Tax>> {
  const { search, filters, sort } = request;
  let filtered = tx.selectFrom('taxes as t');
  if (search) filtered = filtered.where(hasWords(search, 't.name'));
  if (filters.status !== undefined) filtered = filtered.where('t.status', '=', filters.status);
  return listOf(tx, filtered, {
    request,
    exactUpTo: maxExact,
    sort: { columns: [sortColumns[sort?.field ?? 'name'], sql.ref('t.id')], direction: sort?.order ?? 'asc' },
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

/** Locks the tax for an edit and returns its version. */
export const lockTax = (tx: Tx, id: string) => lockVersion(tx, 'taxes', id, 'Tax');

export const taxColumns = columnsOf<'taxes', TaxInput>()({
  name: 'name',
  rate: 'rate',
  description: 'description',
  status: 'status',
});

export async function insertTax(tx: Tx, tax: NewRow<'taxes'>): Promise<void> {
  await tx.insertInto('taxes').values(tax).execute();
}

/** Saves a tax. Stores the previous rate and status if they change, to explain the rates of past days. */
export async function updateTax(tx: Tx, id: string, columns: RowChange<'taxes'>): Promise<void> {
  await storePastTax(tx, id, sql`rate <> ${columns.rate ?? null} OR status <> ${columns.status ?? null}`);
  await tx
    .updateTable('taxes')
    .set({ ...columns, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** Deletes a tax and stores its last rate and status, to explain the rates of past days. */
export async function deleteTax(tx: Tx, id: string): Promise<void> {
  await storePastTax(tx, id, sql`true`);
  await tx.deleteFrom('taxes').where('id', '=', id).execute();
}

/** If a transaction changes a tax twice, stores the state before the transaction. */
async function storePastTax(tx: Tx, id: string, condition: RawBuilder<unknown>): Promise<void> {
  await sql`INSERT INTO past_taxes (tax_id, until, name, rate, status)
    SELECT id, now(), name, rate, status FROM taxes WHERE id = ${id} AND (${condition})
    ON CONFLICT DO NOTHING`.execute(tx);
}

export async function taxChoices(tx: Tx, search: string | undefined): Promise<TaxRef[]> {
  let query = tx
    .selectFrom('taxes')
    .select(['id as _id', 'name', 'rate', 'status'])
    .orderBy(byName('name'))
    .limit(50);
  if (search) query = query.where(hasWords(search, 'name'));
  return query.execute();
}

/** Rejects unknown tax IDs at their field. */
export async function checkTaxIds(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const known = await existingIds(tx, 'taxes', ids);
  if (known.size < ids.length) throw wrongField('taxIds', 'One of these taxes no longer exists');
}
