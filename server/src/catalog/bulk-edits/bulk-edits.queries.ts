import type { BulkValue } from '@aisle/contract/catalog/bulk-change';
import {
  type BulkEdit,
  type BulkEditPage,
  type BulkRow,
  type BulkRowPage,
  recordKinds,
  recordPermissions,
} from '@aisle/contract/catalog/bulk-edits';
import type { Page } from '@aisle/contract/core/page';
import type { Permission } from '@aisle/contract/permissions';
import { isUnfinished } from '@aisle/contract/system/jobs';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { itemNameOf } from '../../core/list/item-names.ts';
import { type List, listPage } from '../../core/list/list.ts';
import { hasWords } from '../../core/list/search-text.ts';
import { type ChangeRead, getChange, listChanges } from '../../system/bulk/changes.queries.ts';
import { fits } from '../sub-products/filter.queries.ts';
import { productsMatching } from '../sub-products/search.queries.ts';
import { productKind } from './product-edits.queries.ts';
import { kind } from './variant-targets.queries.ts';

type About = Pick<BulkEdit, 'of' | 'field'>;
/** All kinds of bulk edits share one list. */
const about = sql<About>`json_build_object('of', b.kind, 'field', b.request #>> '{change,field}')`;
const allKinds: readonly BulkEdit['of'][] = [kind, productKind, ...recordKinds];
const listPermission = (of: BulkEdit['of']): Permission =>
  of === kind || of === productKind ? 'sub_product_list' : recordPermissions[of].list;
/** The kinds of records whose list the user can see. */
export const kindsOf = ({ permissions }: Actor): BulkEdit['of'][] =>
  allKinds.filter((of) => permissions.has(listPermission(of)));

function toBulkEdit({ about, rowCount: rows, ...change }: ChangeRead<About>): BulkEdit {
  const isBusy = isUnfinished(change.jobStatus);
  const canUndo = !isBusy && about.field !== 'deleted' && change.counts.changed > 0;
  return { ...change, ...about, rows, canUndo };
}

export function listBulkEdits(
  tx: Tx,
  kinds: readonly BulkEdit['of'][],
  request: BulkEditPage,
): List<Page<BulkEdit>> {
  return listChanges(tx, { kind: kinds, about }, request).mapRows(toBulkEdit);
}

export const getBulkEdit = async (
  tx: Tx,
  id: string,
  kinds: readonly BulkEdit['of'][] = allKinds,
): Promise<BulkEdit> => toBulkEdit(await getChange(tx, { kind: kinds, about }, id, 'This bulk edit'));

/** The name of a brand, tax, vendor or category: the recorded name, or the current one until the row is processed. */
const recordName = sql`CASE b.kind
  WHEN 'brands' THEN coalesce(r.before ->> 'name', (SELECT name FROM brands WHERE id = r.record_id))
  WHEN 'taxes' THEN coalesce(r.before ->> 'name', (SELECT name FROM taxes WHERE id = r.record_id))
  WHEN 'vendors' THEN coalesce(r.before ->> 'name', (SELECT name FROM vendors WHERE id = r.record_id))
  WHEN 'categories' THEN coalesce(r.before ->> 'name', (SELECT name FROM categories WHERE id = r.record_id))
END`;

/** Rows of products also store the display text of their value. */
const shownOf = sql`CASE WHEN b.kind = ${sql.lit(productKind)} THEN 'shown' ELSE b.request #>> '{change,field}' END`;

/** The outcome of each row, in list order. */
export async function listBulkRows(
  tx: Tx,
  kinds: readonly BulkEdit['of'][],
  bulkEditId: string,
  request: BulkRowPage,
): Promise<Page<BulkRow>> {
  const { search, filters, sort } = request;
  let filtered = tx
    .selectFrom('bulk_rows as r')
    .where('r.change_id', '=', bulkEditId)
    .where(
      sql<boolean>`EXISTS (SELECT FROM bulk_changes c WHERE c.id = r.change_id AND c.kind = ANY (${[...kinds]}))`,
    );
  if (filters.outcome) filtered = filtered.where('r.outcome', '=', filters.outcome);
  if (search) {
    const found = sql`(SELECT s.id FROM sub_products s WHERE ${fits({ search, filters: {} })}
      UNION ALL SELECT matching.id FROM ${productsMatching(search)} AS matching (id))`;
    const isNamed = hasWords(search, sql`r.before ->> 'name'`);
    filtered = filtered.where(sql<boolean>`(r.record_id IN ${found} OR ${isNamed})`);
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
          // A product without sub-products has a row without a sub-product ID.
          sql<string | null>`CASE WHEN b.kind = ${kind} AND (s.id IS NOT NULL OR p.id IS NULL)
            THEN r.record_id END`.as('subProductId'),
          'p.id as productId',
          sql<string>`coalesce(CASE WHEN s.id IS NULL THEN p.name ELSE ${itemNameOf('s')} END, ${recordName}, 'Deleted')`.as(
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
