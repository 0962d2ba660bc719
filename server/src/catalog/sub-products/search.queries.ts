import { isGtin } from '@aisle/contract/catalog/sub-products';
import { type RawBuilder, sql } from 'kysely';
import { beginningWith, containing, isBarcode } from '../../core/list/search-text.ts';

// Every half of a UNION uses a trigram index; an OR over two tables would read all of both. Less than three
// characters make no trigram inside a word, so they are looked for where words begin.

/** Whether a name has this in it. */
const inName = (column: RawBuilder<unknown>, search: string, bind: Bind = asIs): RawBuilder<boolean> =>
  search.length < 3
    ? sql`(${column} ILIKE ${bind(beginningWith(search))} OR ${column} ILIKE ${bind(`% ${beginningWith(search)}`)})`
    : sql`${column} ILIKE ${bind(containing(search))}`;
const inCode = (search: string) => (search.length < 3 ? beginningWith(search) : containing(search));

type Bind = (text: string) => RawBuilder<string>;
const asIs: Bind = (text) => sql`${text}`;
/** Hides a text from the planner: planning for each text takes longer than finding it. */
const unplanned: Bind = (text) => sql`(SELECT ${text}::text)`;

/** A whole barcode is found in every form of it, scanned with more zeros than it was typed with. */
const orScanned = (search: string) =>
  isGtin(search) ? sql`OR ${isBarcode(sql.ref('found.barcode'), search)}` : sql``;

/** The ids of products with this in their name, or in the SKU or barcode of a variant: a sub-query. */
export const productsMatching = (search: string): RawBuilder<unknown> => sql`(
  SELECT found.id FROM products found WHERE ${inName(sql.ref('found.name'), search, unplanned)}
  UNION
  SELECT found.product_id FROM sub_products found
  WHERE found.sku ILIKE ${unplanned(inCode(search))} OR found.barcode ILIKE ${unplanned(inCode(search))}
    ${orScanned(search)})`;

/** The ids of sub-products with this in their name, SKU or barcode, or in the name of their product. */
export const subProductsMatching = (search: string): RawBuilder<unknown> => sql`(
  SELECT found.id FROM sub_products found
  WHERE ${inName(sql.ref('found.name'), search)}
    OR found.sku ILIKE ${inCode(search)} OR found.barcode ILIKE ${inCode(search)} ${orScanned(search)}
  UNION
  SELECT found.id FROM sub_products found JOIN products owner ON owner.id = found.product_id
  WHERE ${inName(sql.ref('owner.name'), search)})`;
