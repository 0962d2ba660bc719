import type { ProductRow } from '@aisle/contract/catalog/products';
import { sql } from 'kysely';
import type { LinesOf } from '../../system/exports/exportable.ts';
import { cellFields, joinsOfCells, storedCells } from './cells.queries.ts';

/**
 * Exports products in the columns of an import: one line per sub-product, or one with only the product's columns.
 * Cost prices need `product_view`.
 */
export const productLines: LinesOf = async (tx, actor, products, { settings, storage }) => {
  const ids = (products as ProductRow[]).map(({ _id }) => _id);
  const seen = cellFields.filter((field) => field !== 'costPrice' || actor.permissions.has('product_view'));
  const { rows } = await sql<{ pictures: string[] }>`
    SELECT ${storedCells(seen)}
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS requested (id, place)
    JOIN products p ON p.id = requested.id ${joinsOfCells}
    LEFT JOIN sub_products s ON s.product_id = p.id
    ORDER BY requested.place, s.sort_order, s.id`.execute(tx);
  // Pictures that were uploaded here have an address that works for a week.
  const address = (one: string) =>
    one.startsWith('/files/') ? settings.publicUrl + storage.pictureUrl(one.slice('/files/'.length)) : one;
  return rows.map((row) => ({ ...row, pictures: row.pictures.map(address) }));
};
