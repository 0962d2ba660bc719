import { maxPicturesOfRow } from '@aisle/contract/catalog/product-import-fields';
import type { ProductRow } from '@aisle/contract/catalog/products';
import { sql } from 'kysely';
import type { Actor } from '../../../core/http/actor.ts';
import type { LinesOf, LinesWithPictures } from '../../../system/exports/exportable.ts';
import { cellFields, joinsOfCells, storedCells } from '../reading/cells.queries.ts';

/** Cost prices need `product_view`. */
const fieldsFor = ({ permissions }: Actor) =>
  cellFields.filter((field) => field !== 'costPrice' || permissions.has('product_view'));

const linesOf = (products: readonly object[]) => sql`
  FROM unnest(${(products as ProductRow[]).map(({ _id }) => _id)}::uuid[]) WITH ORDINALITY AS requested (id, place)
  JOIN products p ON p.id = requested.id ${joinsOfCells}
  LEFT JOIN sub_products s ON s.product_id = p.id
  ORDER BY requested.place, s.sort_order, s.id`;

/**
 * Exports products in the columns of an import: one line per sub-product, or one with only the product's columns.
 */
export const productLines: LinesOf = async (tx, actor, products, { settings, storage }) => {
  const { rows } = await sql<{ pictures: string[] }>`
    SELECT ${storedCells(fieldsFor(actor))} ${linesOf(products)}`.execute(tx);
  // Pictures uploaded here get an address that is valid for a week.
  const address = (one: string) =>
    one.startsWith('/files/') ? settings.publicUrl + storage.pictureUrl(one.slice('/files/'.length)) : one;
  return rows.map((row) => ({ ...row, pictures: row.pictures.map(address) }));
};

/** Exports the same lines with pictures as files beside the table, named after the product's slug, which is unique. */
export const productLinesWithPictures: LinesWithPictures = async (tx, actor, products) => {
  const fields = fieldsFor(actor).filter((field) => field !== 'pictures');
  const { rows } = await sql<{ slug: string; fileIds: string[] }>`
    SELECT ${storedCells(fields)}, p.slug, ARRAY(SELECT i.file_id FROM product_images i
      WHERE i.product_id = p.id AND i.sub_product_id IS NULL ORDER BY i.sort_order, i.file_id) AS "fileIds"
    ${linesOf(products)}`.execute(tx);
  return rows.map(({ slug, fileIds, ...line }) => ({
    line,
    pictures: fileIds
      .slice(0, maxPicturesOfRow)
      .map((fileId, at) => ({ fileId, name: `pictures/${slug}-${at + 1}.webp` })),
  }));
};
