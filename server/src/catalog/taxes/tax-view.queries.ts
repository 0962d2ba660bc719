import type { TaxView } from '@aisle/contract/catalog/taxes';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { getTax } from './taxes.queries.ts';

/** A tax with its categories, the number of products it applies to, and its past rates. */
export async function viewTax(tx: Tx, id: string): Promise<TaxView> {
  return {
    ...(await getTax(tx, id)),
    categories: await categoriesNaming(tx, id),
    chargedProductCount: await productsCharged(tx, id),
    rates: await ratesOf(tx, id),
  };
}

async function categoriesNaming(tx: Tx, id: string): Promise<TaxView['categories']> {
  const { rows } = await sql<TaxView['categories'][number]>`
    SELECT c.id AS "_id", c.name, (
      SELECT coalesce(json_agg(json_build_object('_id', up.id, 'name', up.name) ORDER BY up.level), '[]')
      FROM categories up WHERE up.id = c.parent_id OR up.id = parent.parent_id) AS path
    FROM category_taxes ct JOIN categories c ON c.id = ct.category_id
    LEFT JOIN categories parent ON parent.id = c.parent_id
    WHERE ct.tax_id = ${id}
    ORDER BY c.level, c.name COLLATE aisle_names, c.id LIMIT 50`.execute(tx);
  return rows;
}

/** Products with this tax, and products without taxes in categories where it applies. */
async function productsCharged(tx: Tx, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT (SELECT count(*) FROM product_taxes WHERE tax_id = ${id}) + (
      SELECT count(*) FROM products p
      WHERE p.category_id IN (SELECT held.category_id FROM category_effective_taxes held WHERE held.tax_id = ${id})
        AND NOT EXISTS (SELECT FROM product_taxes own WHERE own.product_id = p.id)) AS count`.execute(tx);
  return rows[0]!.count;
}

/** Past rates and their authors come from the audit log. */
async function ratesOf(tx: Tx, id: string): Promise<TaxView['rates']> {
  const { rows } = await sql<TaxView['rates'][number]>`
    SELECT at, actor_name AS by, (before ->> 'rate')::numeric AS from, (after ->> 'rate')::numeric AS to
    FROM audit_entries
    WHERE resource = 'taxes' AND record_id = ${id} AND after ? 'rate'
      AND (before ->> 'rate') IS DISTINCT FROM (after ->> 'rate')
    ORDER BY id DESC LIMIT 50`.execute(tx);
  return rows;
}
