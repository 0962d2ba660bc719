import { wholeGtin } from '@aisle/contract/catalog/sub-products';
import { type RawBuilder, sql } from 'kysely';

/** A search text as a pattern for ILIKE that matches it anywhere; wildcards in it are escaped. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
/** The same, at the beginning only. */
export const beginningWith = (text: string): string => `${text.replace(/[\\%_]/g, '\\$&')}%`;

/** A column of barcodes, as the index of sub_products has it: whole GTINs, whatever their form. */
export const wholeGtinOf = (column: RawBuilder<unknown>) => sql<string | null>`lpad(${column}, 14, '0')`;
/** Whether a barcode is what a person typed or scanned, in whatever form of it. */
export const isBarcode = (column: RawBuilder<unknown>, text: string) =>
  sql<boolean>`${wholeGtinOf(column)} = ${wholeGtin(text)}`;
