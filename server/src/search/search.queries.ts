import { normalPhone } from '@aisle/contract/core/fields';
import { type Found, mostFound } from '@aisle/contract/search';
import { sql } from 'kysely';
import type { Actor } from '../core/actor.ts';
import type { Tx } from '../core/db.ts';
import { beginningWith, containing } from '../core/search-text.ts';

/** Fewer letters than an index of triples knows match at the beginning alone. */
const patternOf = (text: string): string => (text.length < 3 ? beginningWith(text) : containing(text));
const isPhone = (text: string): boolean => /^[+(\d][\d ().-]*$/.test(text) && normalPhone(text).length >= 4;
/** Of a common name, only so many customers are asked for their orders. */
const mostCustomers = 50;

/** By number, or the latest of whoever bears the name or telephone. */
export async function findOrders(tx: Tx, text: string): Promise<Found['orders']> {
  const digits = /^(?:o-?)?\s*(\d{1,15})$/i.exec(text)?.[1];
  const number = digits === undefined ? null : Number(digits);
  const byPhone = isPhone(text);
  const pattern = byPhone ? containing(normalPhone(text)) : patternOf(text);
  const { rows } = await sql<Found['orders'][number]>`
    SELECT o.id AS "_id", 'O-' || o.number AS number, o.customer_name AS "customerName",
      o.headline_status AS status, o.total
    FROM (
      SELECT o.*, 0 AS rank FROM orders o WHERE o.number = ${number}
      UNION ALL
      SELECT latest.*, 1 FROM customers_matching(${pattern}, ${byPhone}, ${mostCustomers}) found
      CROSS JOIN unnest(found.ids) AS customer(id)
      CROSS JOIN LATERAL (
        SELECT * FROM orders o WHERE o.customer_id = customer.id AND o.number IS DISTINCT FROM ${number}
        ORDER BY created_at DESC, id DESC LIMIT ${mostFound}
      ) latest
    ) o ORDER BY rank, created_at DESC LIMIT ${mostFound}`.execute(tx);
  return rows;
}

/** Row-level security keeps the trigram index from people of single locations: a function minds them itself. */
export async function findCustomers(tx: Tx, actor: Actor, text: string): Promise<Found['customers']> {
  const pattern = isPhone(text) ? containing(normalPhone(text)) : patternOf(text);
  const matches =
    actor.locations === null
      ? sql`(c.first_name || ' ' || c.last_name || ' ' || c.phone_digits || ' ' || coalesce(c.email, '')) ILIKE ${pattern}`
      : sql`c.id IN (SELECT customers_matching(${pattern}))`;
  const { rows } = await sql<Found['customers'][number]>`
    SELECT c.id AS "_id", c.first_name || ' ' || c.last_name AS name, c.phone, c.email
    FROM customers c WHERE ${matches} LIMIT ${mostFound}`.execute(tx);
  return rows;
}

export async function findProducts(tx: Tx, text: string): Promise<Found['products']> {
  const { rows } = await sql<Found['products'][number]>`
    SELECT p.id AS "_id", p.name, b.name AS "brandName" FROM products p LEFT JOIN brands b ON b.id = p.brand_id
    WHERE p.name ILIKE ${patternOf(text)} LIMIT ${mostFound}`.execute(tx);
  return rows;
}

/** What is scanned or typed exactly comes first. */
export async function findSubProducts(tx: Tx, text: string): Promise<Found['subProducts']> {
  const columns = sql`s.id AS "_id", s.product_id AS "productId", s.name, s.sku, s.barcode, s.price`;
  const { rows } = await sql<Found['subProducts'][number]>`
    SELECT "_id", "productId", name, sku, barcode, price FROM (
      SELECT ${columns}, 0 AS rank FROM sub_products s WHERE lower(s.sku) = lower(${text}) OR s.barcode = ${text}
      UNION ALL
      (SELECT ${columns}, 1 FROM sub_products s
       WHERE (s.name ILIKE ${patternOf(text)} OR s.sku ILIKE ${patternOf(text)})
         AND lower(s.sku) <> lower(${text}) AND s.barcode IS DISTINCT FROM ${text}
       LIMIT ${mostFound})
    ) found ORDER BY rank LIMIT ${mostFound}`.execute(tx);
  return rows;
}

export async function findBrands(tx: Tx, text: string): Promise<Found['brands']> {
  const { rows } = await sql<Found['brands'][number]>`
    SELECT id AS "_id", name FROM brands WHERE name ILIKE ${patternOf(text)} LIMIT ${mostFound}`.execute(tx);
  return rows;
}
