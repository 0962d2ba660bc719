import type {
  BulkEdit,
  BulkEditPage,
  BulkRow,
  BulkRowPage,
  BulkValue,
} from '@aisle/contract/catalog/bulk-edits';
import type { Page } from '@aisle/contract/core/page';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { listPage } from '../../core/list/list.ts';
import { type ChangeRead, getChange, listChanges } from '../../system/bulk/changes.queries.ts';
import { fits, fullName } from '../sub-products/filter.queries.ts';
import { productsMatching } from '../sub-products/search.queries.ts';
import { productKind } from './product-edits.queries.ts';
import { kind } from './variant-targets.queries.ts';

type About = Pick<BulkEdit, 'of' | 'field'>;
/** Bulk edits of products and of sub-products are one list. */
const changes = {
  kind: [kind, productKind],
  about: sql<About>`json_build_object('of', b.kind, 'field', b.request #>> '{change,field}')`,
};

function toBulkEdit({ about, rowCount: rows, ...change }: ChangeRead<About>): BulkEdit {
  const isBusy = change.jobStatus === 'waiting' || change.jobStatus === 'running';
  return { ...change, ...about, rows, canUndo: !isBusy && change.counts.changed > 0 };
}

export async function listBulkEdits(tx: Tx, request: BulkEditPage): Promise<Page<BulkEdit>> {
  const page = await listChanges(tx, changes, request);
  return { ...page, records: page.records.map(toBulkEdit) };
}

export const getBulkEdit = async (tx: Tx, id: string): Promise<BulkEdit> =>
  toBulkEdit(await getChange(tx, changes, id, 'This bulk edit'));

/** Of a product the row has the value as people read it as well. */
const shownOf = sql`CASE WHEN b.kind = ${sql.lit(productKind)} THEN 'shown' ELSE b.request #>> '{change,field}' END`;

/** The outcome of each row, in list order. */
export async function listBulkRows(tx: Tx, bulkEditId: string, request: BulkRowPage): Promise<Page<BulkRow>> {
  const { search, filters, sort } = request;
  let filtered = tx.selectFrom('bulk_rows as r').where('r.change_id', '=', bulkEditId);
  if (filters.outcome) filtered = filtered.where('r.outcome', '=', filters.outcome);
  if (search) {
    const found = sql`(SELECT s.id FROM sub_products s WHERE ${fits({ search, filters: {} })}
      UNION ALL SELECT matching.id FROM ${productsMatching(search)} AS matching (id))`;
    filtered = filtered.where(sql<boolean>`r.record_id IN ${found}`);
  }
  return listPage(tx, filtered, {
    request,
    sort: { columns: [sql.ref('r.position')], direction: sort?.order ?? 'asc' },
    select: (query) =>
      query
        .innerJoin('bulk_changes as b', 'b.id', 'r.change_id')
        .leftJoin('sub_products as s', 's.id', 'r.record_id')
        .leftJoin('products as p', (join) =>
          join.on(sql<boolean>`p.id = coalesce(s.product_id, r.record_id)`),
        )
        .leftJoin('locations as l', 'l.id', 'r.location_id')
        .select([
          sql<string>`r.change_id || ':' || r.position`.as('_id'),
          // A product without sub-products has a row that names none.
          sql<string | null>`CASE WHEN b.kind = ${kind} AND (s.id IS NOT NULL OR p.id IS NULL)
            THEN r.record_id END`.as('subProductId'),
          'p.id as productId',
          sql<string>`coalesce(CASE WHEN s.id IS NULL THEN p.name ELSE ${fullName} END, 'Deleted')`.as(
            'name',
          ),
          sql<string>`coalesce(s.sku, '')`.as('sku'),
          'r.location_id as locationId',
          'l.name as locationName',
          sql<BulkRow['outcome']>`r.outcome`.as('outcome'),
          sql<BulkRow['field']>`b.request #>> '{change,field}'`.as('field'),
          sql<BulkValue>`r.before -> ${shownOf}`.as('before'),
          sql<BulkValue>`r.after -> ${shownOf}`.as('after'),
          'r.reason',
        ]),
  });
}
