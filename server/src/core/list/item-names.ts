import { type RawBuilder, sql } from 'kysely';

/** The name of the product of a row of sub_products. */
export const productNameOf = (alias: string) =>
  sql<string>`(SELECT name FROM products WHERE id = ${sql.ref(`${alias}.product_id`)})`;
const variantNameOf = (alias: string) => sql<string>`${sql.ref(`${alias}.name`)}`;

/** The names of a sub-product as columns, and as arguments of json_build_object. */
export const itemNamesOf = (alias: string): RawBuilder<unknown> =>
  sql`${productNameOf(alias)} AS "productName", ${variantNameOf(alias)} AS "variantName"`;
export const itemNamePairs = (alias: string): RawBuilder<unknown> =>
  sql`'productName', ${productNameOf(alias)}, 'variantName', ${variantNameOf(alias)}`;

/** The name of a sub-product for people. */
export const itemNameOf = (alias: string) =>
  sql<string>`item_name(${productNameOf(alias)}, ${variantNameOf(alias)})`;

/**
 * The names of an order line as of the order. Lines from before the column have only their variant's name until
 * `fillProductNames` has filled it.
 */
export const lineNames = `coalesce(n.product_name, n.name) AS "productName", n.name AS "variantName"`;
export const lineNamePairs = `'productName', coalesce(n.product_name, n.name), 'variantName', n.name`;
