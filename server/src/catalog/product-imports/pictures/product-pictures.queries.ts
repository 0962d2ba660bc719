import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../core/db/db.ts';

/** Keys that identify the pictures of a product: their files, addresses, and digests of uploaded and exported files. */
export const pictureKeysOf = (productId: RawBuilder<unknown>) => sql<string[]>`ARRAY(
  SELECT known.key FROM product_images i JOIN files f ON f.id = i.file_id
  CROSS JOIN unnest(ARRAY[f.id::text, i.source_url, encode(f.digest, 'hex'), encode(f.large_digest, 'hex')]) AS known (key)
  WHERE i.product_id = ${productId} AND i.sub_product_id IS NULL AND known.key IS NOT NULL)`;

export interface WaitingPictures {
  row: number;
  productId: string;
  /** Addresses, and names of files in the import's ZIP. */
  urls: string[];
  /** How many pictures the product has, and their keys. */
  count: number;
  there: string[];
}
/** The next rows whose pictures aren't processed yet. A product deleted since then has none to add. */
export async function waitingPictures(tx: Tx, importId: string, limit: number): Promise<WaitingPictures[]> {
  const { rows } = await sql<WaitingPictures>`
    SELECT w.row_number AS "row", w.product_id AS "productId",
      CASE WHEN p.id IS NULL THEN '{}' ELSE w.urls END AS urls,
      (SELECT count(*) FROM product_images i
        WHERE i.product_id = w.product_id AND i.sub_product_id IS NULL) AS count,
      ${pictureKeysOf(sql`w.product_id`)} AS there
    FROM import_pictures w LEFT JOIN products p ON p.id = w.product_id
    WHERE w.import_id = ${importId} AND NOT w.done ORDER BY w.row_number LIMIT ${limit}`.execute(tx);
  return rows;
}

export async function countPictureRows(tx: Tx, importId: string): Promise<{ done: number; total: number }> {
  const { rows } = await sql<{ done: number; total: number }>`
    SELECT count(*) FILTER (WHERE done) AS done, count(*) AS total
    FROM import_pictures WHERE import_id = ${importId}`.execute(tx);
  return rows[0]!;
}

/** Whether a file is a picture of some product; only those can be shared. */
export async function isProductPicture(tx: Tx, fileId: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM product_images WHERE file_id = ${fileId}::uuid LIMIT 1`.execute(tx);
  return rows.length > 0;
}

/** Adds a picture after the product's existing ones. */
export async function addPicture(
  tx: Tx,
  { productId, fileId, url }: { productId: string; fileId: string; url: string | null },
): Promise<void> {
  await sql`INSERT INTO product_images (product_id, file_id, source_url, sort_order)
    SELECT ${productId}::uuid, ${fileId}::uuid, ${url}::text,
      coalesce((SELECT max(sort_order) + 1 FROM product_images
        WHERE product_id = ${productId}::uuid AND sub_product_id IS NULL), 0)
    WHERE EXISTS (SELECT FROM products WHERE id = ${productId}::uuid)
    ON CONFLICT DO NOTHING`.execute(tx);
}

export interface PictureProblem {
  column: string | null;
  value: string;
  message: string;
}
/** Records the outcome of a row's pictures. The row stays imported, and lists missing pictures. */
export async function finishPictures(
  tx: Tx,
  importId: string,
  row: number,
  { fileIds, problems }: { fileIds: readonly string[]; problems: readonly PictureProblem[] },
): Promise<void> {
  await sql`UPDATE import_pictures SET done = true, file_ids = ${fileIds}::uuid[]
    WHERE import_id = ${importId} AND row_number = ${row}`.execute(tx);
  if (problems.length === 0) return;
  await sql`UPDATE import_rows SET problems = problems || ${JSON.stringify(problems)}::jsonb
    WHERE import_id = ${importId} AND row_number = ${row}`.execute(tx);
}

/** Removes the pictures that undone rows added; returns the files that may no longer be in use. */
export async function removePictures(tx: Tx, importId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    WITH undone AS (
      SELECT w.product_id, unnest(w.file_ids) AS file_id FROM import_pictures w
      JOIN import_rows r ON r.import_id = w.import_id AND r.row_number = w.row_number
      WHERE w.import_id = ${importId} AND r.undo = 'undone'
    ), gone AS (
      DELETE FROM product_images i USING undone
      WHERE i.product_id = undone.product_id AND i.file_id = undone.file_id
    )
    SELECT DISTINCT file_id AS id FROM undone`.execute(tx);
  return rows.map(({ id }) => id);
}
