import type {
  BulkChange,
  BulkEdit,
  BulkEditPage,
  BulkRow,
  BulkRowPage,
  BulkTarget,
  BulkValue,
  Figures,
} from '@aisle/contract/catalog/bulk-edits';
import type { Page } from '@aisle/contract/core/page';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { listPage } from '../../core/list/list.ts';
import { type ChangeRead, getChange, listChanges } from '../../system/bulk/changes.queries.ts';
import { fits, fullName } from '../sub-products/filter.queries.ts';
import { productsMatching } from '../sub-products/search.queries.ts';
import { productKind } from './product-edits.queries.ts';

export const kind = 'subProducts';

/** The rows of a change: sub-products, or their offers at locations. */
function targets(target: BulkTarget, change: BulkChange): RawBuilder<unknown> {
  const from = sql`FROM sub_products s JOIN products p ON p.id = s.product_id`;
  if (change.field !== 'threshold') return sql`${from} WHERE ${fits(target)}`;
  return sql`${from}
    JOIN location_sub_products offer ON offer.sub_product_id = s.id AND offer.assigned
      AND offer.location_id = ANY(${change.locationIds}::uuid[])
    JOIN locations l ON l.id = offer.location_id
    WHERE ${fits(target)}`;
}
const atLocation = ({ field }: BulkChange): boolean => field === 'threshold';
const inOrder = (change: BulkChange) => sql`ORDER BY p.name, p.id, s.sort_order, s.id
  ${atLocation(change) ? sql`, l.name, l.id` : sql``}`;
const figures = (change: BulkChange) => sql`s.price, s.sale_price AS "salePrice", s.cost_price AS "costPrice",
  s.status, ${atLocation(change) ? sql`offer.threshold` : sql`NULL::numeric`} AS threshold`;

/** The rows of a change, as saved for its job. */
export const rowsToChange = (target: BulkTarget, change: BulkChange): RawBuilder<unknown> => sql`
  SELECT s.id AS record_id, ${atLocation(change) ? sql`offer.location_id` : sql`NULL::uuid`} AS location_id
  ${targets(target, change)} ${inOrder(change)}`;

/** The distinct figures of all rows: far fewer than rows, so that each can be tried. */
export async function figuresOf(
  tx: Tx,
  target: BulkTarget,
  change: BulkChange,
): Promise<(Figures & { count: number })[]> {
  const { rows } = await sql<Figures & { count: number }>`
    SELECT ${figures(change)}, count(*) AS count ${targets(target, change)} GROUP BY 1, 2, 3, 4, 5`.execute(
    tx,
  );
  return rows;
}

export type SampleRow = Figures &
  Pick<BulkRow, 'subProductId' | 'productId' | 'name' | 'sku' | 'locationId' | 'locationName'>;
export async function firstRows(
  tx: Tx,
  target: BulkTarget,
  change: BulkChange,
  limit: number,
): Promise<SampleRow[]> {
  const place = atLocation(change) ? sql`l.id` : sql`NULL::uuid`;
  const placeName = atLocation(change) ? sql`l.name` : sql`NULL::text`;
  const { rows } = await sql<SampleRow>`
    SELECT s.id AS "subProductId", p.id AS "productId", ${fullName} AS name, s.sku, ${place} AS "locationId",
      ${placeName} AS "locationName", ${figures(change)}
    ${targets(target, change)} ${inOrder(change)} LIMIT ${limit}`.execute(tx);
  return rows;
}

/** Which of these locations the actor has access to. */
export async function knownLocations(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('locations')
    .select('id')
    .where(sql<boolean>`id = ANY (${ids}::uuid[])`)
    .execute();
  return new Set(rows.map((row) => row.id));
}

export interface Offer {
  locationId: string;
  subProductId: string;
  threshold: number | null;
  version: number;
}
type Place = Pick<Offer, 'locationId' | 'subProductId'>;
const places = (at: readonly Place[]) => sql`(
  SELECT * FROM unnest(${at.map((one) => one.locationId)}::uuid[], ${at.map((one) => one.subProductId)}::uuid[])
    AS place (location_id, sub_product_id))`;

/** Locks offers in key order to avoid deadlocks. */
export async function lockOffers(tx: Tx, at: readonly Place[]): Promise<Offer[]> {
  const { rows } = await sql<Offer>`
    SELECT location_id AS "locationId", sub_product_id AS "subProductId", threshold, version
    FROM location_sub_products WHERE (location_id, sub_product_id) IN ${places(at)}
    ORDER BY location_id, sub_product_id FOR NO KEY UPDATE`.execute(tx);
  return rows;
}

export async function setThresholds(
  tx: Tx,
  rows: readonly (Place & { threshold: number | null })[],
): Promise<void> {
  await sql`
    UPDATE location_sub_products offer SET threshold = input.threshold
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS input ("locationId" uuid, "subProductId" uuid, threshold numeric)
    WHERE offer.location_id = input."locationId" AND offer.sub_product_id = input."subProductId"`.execute(tx);
}

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
          sql<string | null>`CASE WHEN b.kind = ${kind} THEN r.record_id END`.as('subProductId'),
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
